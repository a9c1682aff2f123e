import type { ConnectGuard } from "../../emulator/areas/connect/parts.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { connectMutant } from "../connect/mutant.ts";
import { alsoRefusing, connecting, refusing } from "../connect/parts.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { keying } from "./parts.ts";

/** Mutants of the rules that `suites/vendors/rate.ts` judges. */
export const vendorsRateMutants: readonly Mutant[] = [
  connectMutant(
    {
      id: "vendor-rate-unlimited",
      violates: "vendors/burst-refused",
      summary: "Vendors are created at any rate.",
    },
    "createAccount",
    ({ rate }) => ({
      rate: { ...rate, limit: Number.POSITIVE_INFINITY },
    }),
  ),
  connectMutant(
    {
      id: "vendor-rate-of-sixty",
      violates: "vendors/burst-refused",
      summary: "Sixty vendors are created a minute.",
      subtle: true,
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, limit: 60 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-of-ten",
      violates: "vendors/twenty-a-minute-admitted",
      summary: "Ten vendors are created a minute.",
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, limit: 10 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-of-nineteen",
      violates: "vendors/twenty-a-minute-admitted",
      summary: "Nineteen vendors are created a minute.",
      subtle: true,
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, limit: 19 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-by-the-hour",
      violates: "vendors/minute-restores-the-rate",
      summary: "Twenty vendors are created an hour.",
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, window: 3_600_000 } }),
  ),
  connectMutant(
    {
      id: "vendor-rate-by-ninety-seconds",
      violates: "vendors/minute-restores-the-rate",
      summary: "Twenty vendors are created within ninety seconds.",
      subtle: true,
    },
    "createAccount",
    ({ rate }) => ({ rate: { ...rate, window: 90_000 } }),
  ),
  connectMutant(
    {
      id: "vendor-created-though-too-many",
      violates: "vendors/refused-burst-creates-nothing",
      summary: "A creation that is refused for its rate is made all the same.",
    },
    "createAccount",
    (usual) => refusing(usual, "rate", (refusal, input) => ({ ...usual.act(input), answer: refusal.answer })),
  ),
  connectMutant(
    {
      id: "vendor-key-spent-by-a-429",
      violates: "vendors/minute-restores-the-rate",
      summary: "The key of a creation that was refused for its rate is spent.",
      subtle: true,
    },
    "createAccount",
    keying(() => ({ keeps: ({ status }) => status === 201 || status === 429 })),
  ),
  mutant(
    {
      id: "vendor-rate-stops-everything",
      violates: "vendors/burst-stops-creations-alone",
      summary: "Who has created too many vendors cannot list them either, nor allocate.",
      subtle: true,
    },
    (parts) => {
      const stopped = new Map<string, Decision>();
      const isStopped: ConnectGuard["refuse"] = ({ command }) => stopped.get(command.caller.accountId);
      return connecting(parts, ({ createAccount, listAccounts, allocations }) => ({
        createAccount: {
          ...createAccount,
          ...refusing(createAccount, "rate", (refusal, { command }) => {
            stopped.set(command.caller.accountId, refusal);
            return refusal;
          }),
        },
        listAccounts: { ...listAccounts, ...alsoRefusing(listAccounts, isStopped) },
        allocations: { ...allocations, ...alsoRefusing(allocations, isStopped) },
      }));
    },
  ),
];
