import type { ConnectGuard, ConnectParts, ConnectRoute } from "../../emulator/areas/connect/parts.ts";
import { coded, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, connecting } from "../connect/parts.ts";
import type { Fault, Mutant } from "../mutant.ts";

/** A route that refuses a caller after twenty requests. */
const limited = (route: ConnectRoute): { guards: readonly ConnectGuard[] } => {
  const counts = new Map<string, number>();
  return alsoRefusing(route, ({ command }) => {
    const { accountId } = command.caller;
    const before = counts.get(accountId) ?? 0;
    counts.set(accountId, before + 1);
    return before >= 20 ? only(coded(429, "E_TOO_MANY_REQUESTS", "Slower, please")) : undefined;
  });
};

const limits = (
  fault: Omit<Fault, "summary">,
  what: string,
  change: (connect: ConnectParts) => Partial<ConnectParts>,
): Mutant => ({
  ...fault,
  id: `connect-limits-${fault.id}`,
  summary: `More than twenty ${what} are refused by a rate limit.`,
  replace: (parts) => connecting(parts, change),
});

export const mutants: readonly Mutant[] = [
  limits(
    { id: "overviews", violates: ["connect-guards/reads-are-not-rate-limited"] },
    "overviews a minute",
    ({ overview }) => ({
      overview: { ...overview, ...limited(overview) },
    }),
  ),
  limits(
    { id: "lists-of-vendors", violates: ["connect-guards/reads-are-not-rate-limited"], subtle: true },
    "lists of vendors a minute",
    ({ listAccounts }) => ({ listAccounts: { ...listAccounts, ...limited(listAccounts) } }),
  ),
  limits(
    { id: "vendor-reads", violates: ["connect-guards/vendor-reads-are-not-rate-limited"] },
    "readings of a vendor a minute",
    ({ retrieveAccount }) => ({ retrieveAccount: { ...retrieveAccount, ...limited(retrieveAccount) } }),
  ),
  limits(
    { id: "compliance", violates: ["connect-guards/vendor-reads-are-not-rate-limited"], subtle: true },
    "readings of compliance a minute",
    ({ compliance }) => ({ compliance: { ...compliance, ...limited(compliance) } }),
  ),
  limits(
    { id: "allocations", violates: ["connect-guards/allocations-are-not-rate-limited"] },
    "allocations a minute",
    ({ allocations }) => ({ allocations: { ...allocations, ...limited(allocations) } }),
  ),
  limits(
    { id: "reversals", violates: ["connect-guards/reversals-are-not-rate-limited"] },
    "reversals a minute",
    ({ reversals }) => ({ reversals: { ...reversals, ...limited(reversals) } }),
  ),
  limits(
    { id: "withdrawals", violates: ["connect-guards/withdrawals-are-not-rate-limited"] },
    "withdrawals a minute",
    ({ withdrawals }) => ({ withdrawals: { ...withdrawals, ...limited(withdrawals) } }),
  ),
  limits(
    { id: "payout-schedules", violates: ["connect-guards/payout-schedule-is-not-rate-limited"] },
    "writings of the payout schedule a minute",
    ({ payoutSchedule }) => ({
      payoutSchedule: {
        ...payoutSchedule,
        replace: { ...payoutSchedule.replace, ...limited(payoutSchedule.replace) },
      },
    }),
  ),
  limits(
    { id: "transactions", violates: ["connect-guards/vendor-reads-are-not-rate-limited"], subtle: true },
    "lists of transactions a minute",
    ({ listTransactions }) => ({ listTransactions: { ...listTransactions, ...limited(listTransactions) } }),
  ),
  limits(
    { id: "activations", violates: ["connect-guards/reads-are-not-rate-limited"], subtle: true },
    "readings of the activation a minute",
    ({ activation }) => ({
      activation: { ...activation, retrieve: { ...activation.retrieve, ...limited(activation.retrieve) } },
    }),
  ),
  limits(
    { id: "onboarding-links", violates: ["connect-guards/onboarding-links-are-not-rate-limited"] },
    "onboarding links a minute",
    ({ onboarding }) => ({ onboarding: { ...onboarding, ...limited(onboarding) } }),
  ),
  limits(
    { id: "schedules-read", violates: ["connect-guards/reads-are-not-rate-limited"], subtle: true },
    "readings of the payout schedule a minute",
    ({ payoutSchedule }) => ({
      payoutSchedule: {
        ...payoutSchedule,
        retrieve: { ...payoutSchedule.retrieve, ...limited(payoutSchedule.retrieve) },
      },
    }),
  ),
];
