import { coded, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, type RoutePlace } from "../connect/parts.ts";
import { ruleIdOf } from "../../spec/index.ts";
import { type Mutant, perEmulator, type Replace } from "../mutant.ts";

/** A route that refuses a caller after twenty requests. */
const limited = (place: RoutePlace): Replace =>
  perEmulator(() => {
    const counts = new Map<string, number>();
    return alsoRefusing(place, ({ command }) => {
      const { accountId } = command.caller;
      const before = counts.get(accountId) ?? 0;
      counts.set(accountId, before + 1);
      return before >= 20 ? only(coded(429, "E_TOO_MANY_REQUESTS", "Slower, please")) : undefined;
    });
  });

/** The routes, what they do in words, and the end of their rules' ids. */
const routes: readonly (readonly [place: RoutePlace, id: string, what: string, rule: string])[] = [
  ["overview", "overviews", "overviews", "reads-are"],
  ["listAccounts", "lists-of-vendors", "lists of vendors", "reads-are"],
  ["activation.retrieve", "activations", "readings of the activation", "reads-are"],
  ["payoutSchedule.retrieve", "schedules-read", "readings of the payout schedule", "reads-are"],
  ["retrieveAccount", "vendor-reads", "readings of a vendor", "vendor-reads-are"],
  ["compliance", "compliance", "readings of compliance", "vendor-reads-are"],
  ["listTransactions", "transactions", "lists of transactions", "vendor-reads-are"],
  ["allocations", "allocations", "allocations", "allocations-are"],
  ["reversals", "reversals", "reversals", "reversals-are"],
  ["withdrawals", "withdrawals", "withdrawals", "withdrawals-are"],
  ["payoutSchedule.replace", "payout-schedules", "writings of the payout schedule", "payout-schedule-is"],
  ["onboarding", "onboarding-links", "onboarding links", "onboarding-links-are"],
];

export const mutants: readonly Mutant[] = routes.map(([place, id, what, rule]) => ({
  id: `connect-limits-${id}`,
  violates: [
    ruleIdOf(`connect-guards/${rule}-not-rate-limited`),
    // The contract does not have the route of onboarding links.
    ...(place === "onboarding" ? [] : ["connect-guards/refused-for-its-cause" as const]),
  ],
  summary: `More than twenty ${what} a minute are refused by a rate limit.`,
  replace: limited(place),
}));
