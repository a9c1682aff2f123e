import { coded, only } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, type RoutePlace } from "../connect/parts.ts";
import type { RuleId } from "../../spec/index.ts";
import { type Mutant, type Replace, perEmulator } from "../mutant.ts";

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

const limits = (place: RoutePlace, violates: RuleId, { id, what }: { id: string; what: string }): Mutant => ({
  id: `connect-limits-${id}`,
  violates: [violates],
  summary: `More than twenty ${what} a minute are refused by a rate limit.`,
  replace: limited(place),
});

const READS = "connect-guards/reads-are-not-rate-limited";

const VENDOR_READS = "connect-guards/vendor-reads-are-not-rate-limited";

export const mutants: readonly Mutant[] = [
  limits("overview", READS, { id: "overviews", what: "overviews" }),
  limits("listAccounts", READS, { id: "lists-of-vendors", what: "lists of vendors" }),
  limits("retrieveAccount", VENDOR_READS, { id: "vendor-reads", what: "readings of a vendor" }),
  limits("compliance", VENDOR_READS, { id: "compliance", what: "readings of compliance" }),
  limits("allocations", "connect-guards/allocations-are-not-rate-limited", {
    id: "allocations",
    what: "allocations",
  }),
  limits("reversals", "connect-guards/reversals-are-not-rate-limited", {
    id: "reversals",
    what: "reversals",
  }),
  limits("withdrawals", "connect-guards/withdrawals-are-not-rate-limited", {
    id: "withdrawals",
    what: "withdrawals",
  }),
  limits("payoutSchedule.replace", "connect-guards/payout-schedule-is-not-rate-limited", {
    id: "payout-schedules",
    what: "writings of the payout schedule",
  }),
  limits("listTransactions", VENDOR_READS, {
    id: "transactions",
    what: "lists of transactions",
  }),
  limits("activation.retrieve", READS, {
    id: "activations",
    what: "readings of the activation",
  }),
  limits("onboarding", "connect-guards/onboarding-links-are-not-rate-limited", {
    id: "onboarding-links",
    what: "onboarding links",
  }),
  limits("payoutSchedule.retrieve", READS, {
    id: "schedules-read",
    what: "readings of the payout schedule",
  }),
];
