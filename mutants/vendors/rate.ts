import type { ConnectGuard, CreateAccountParts } from "../../emulator/areas/connect/parts.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { alsoRefusing, refusedButDone, refusing } from "../connect/parts.ts";
import { inOrder, named, part, perEmulator, type Replace } from "../mutant.ts";
import { keys } from "./parts.ts";

/** Changes the limit, or its window in ms. */
const rated = (change: Partial<CreateAccountParts["rate"]>): Replace =>
  part(["connect", "createAccount", "rate"], () => ({ ...change }));

export const mutants = named({
  "vendor-rate-unlimited": {
    violates: ["vendors/burst-refused"],
    summary: "The creation of vendors has no rate limit.",
    replace: rated({ limit: Number.POSITIVE_INFINITY }),
  },
  "vendor-rate-of-sixty": {
    violates: ["vendors/burst-refused"],
    summary: "Sixty vendors are created a minute.",
    replace: rated({ limit: 60 }),
  },
  "vendor-rate-of-twenty-three": {
    violates: ["vendors/burst-refused"],
    summary: "Twenty-three vendors are created a minute.",
    replace: rated({ limit: 23 }),
  },
  "vendor-rate-of-twenty-one": {
    violates: ["vendors/burst-refused"],
    summary: "Twenty-one vendors can be created in a minute.",
    replace: rated({ limit: 21 }),
  },
  "vendor-rate-by-twenty-seconds": {
    violates: ["vendors/burst-refused"],
    summary: "Twenty vendors are created within twenty seconds.",
    replace: rated({ window: 20_000 }),
  },
  "vendor-rate-of-ten": {
    violates: ["vendors/twenty-a-minute-admitted"],
    summary: "Ten vendors are created a minute.",
    replace: rated({ limit: 10 }),
  },
  "vendor-rate-of-nineteen": {
    violates: ["vendors/twenty-a-minute-admitted"],
    summary: "Nineteen vendors are created a minute.",
    replace: rated({ limit: 19 }),
  },
  "vendor-rate-by-the-hour": {
    violates: ["vendors/minute-restores-the-rate"],
    summary: "Twenty vendors are created an hour.",
    replace: rated({ window: 3_600_000 }),
  },
  "vendor-rate-by-ninety-seconds": {
    violates: ["vendors/minute-restores-the-rate"],
    summary: "Twenty vendors are created within ninety seconds.",
    replace: rated({ window: 90_000 }),
  },
  "vendor-created-though-too-many": {
    violates: ["vendors/refused-burst-creates-nothing"],
    summary: "A creation that the rate limit refuses takes effect.",
    replace: refusedButDone("createAccount", "rate"),
  },
  "vendor-key-spent-by-a-429": {
    violates: ["vendors/minute-restores-the-rate"],
    summary: "A creation that the rate limit refuses uses its key up.",
    replace: keys.keying(() => ({ keeps: ({ status }) => status === 201 || status === 429 })),
  },
  "vendor-rate-stops-everything": {
    violates: ["vendors/burst-stops-creations-alone"],
    summary: "After too many creations, listing vendors and allocating are refused too.",
    replace: perEmulator(() => {
      const stopped = new Map<string, Decision>();
      const isStopped: ConnectGuard["refuse"] = ({ command }) => stopped.get(command.caller.accountId);
      return inOrder(
        refusing("createAccount", "rate", (refusal, { command }) => {
          stopped.set(command.caller.accountId, refusal);
          return refusal;
        }),
        alsoRefusing("listAccounts", isStopped),
        alsoRefusing("allocations", isStopped),
      );
    }),
  },
});
