import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import type { RuleId } from "../../spec/index.ts";
import { acting, allocating, reversing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { isObject, mutant } from "../shared/answers.ts";
import { liesAboutEvent } from "./parts.ts";

const commission = liesAboutEvent("commissionCreated");
const clawback = liesAboutEvent("commissionRefunded");
const blockedRefund = liesAboutEvent("refundBlocked");
const blockedReversal = liesAboutEvent("reversalBlocked");
const matured = liesAboutEvent("fundsAvailable");
const reversed = liesAboutEvent("transferReversed");

/** Whether the request says how much. */
const asks = ({ command }: ConnectInput): boolean =>
  isObject(command.body) && command.body["amount"] !== undefined;

/** A reversal of whatever remains, told wrongly. */
const rest = (
  id: string,
  violates: RuleId,
  summary: string,
  change: (decision: Decision) => Decision,
): Mutant =>
  mutant({ id, violates, summary, subtle: true }, (parts) =>
    reversing(parts, (usual) =>
      acting(usual, (decision, input) => (asks(input) ? decision : change(decision))),
    ),
  );

/** What is told is told to every vendor of the marketplace too. */
const toAllVendors = (decision: Decision, { state, command }: ConnectInput): Decision => {
  const all = state.all(vendors).filter(({ accountId }) => accountId === command.caller.accountId);
  return {
    ...decision,
    events: (decision.events ?? []).map((event) => ({
      ...event,
      to: [...new Set([...event.to, ...all.map(({ id }) => id)])],
    })),
  };
};

/** Events of Connect that are wrong for one kind of act, or for one of those who hear of it (§6.2). */
export const sequenceEventMutants: readonly Mutant[] = [
  rest(
    "reversal-of-the-rest-told-to-nobody",
    "connect-events/reversal-emits-transfer-reversed",
    "A reversal that names no amount is not told.",
    (decision) => ({ ...decision, events: [] }),
  ),
  rest(
    "reversal-of-the-rest-told-twice",
    "connect-events/reversal-emits-transfer-reversed",
    "A reversal that names no amount is told by two events.",
    (decision) => ({ ...decision, events: (decision.events ?? []).flatMap((event) => [event, event]) }),
  ),
  rest(
    "reversal-of-the-rest-told-as-nothing",
    "connect-events/transfer-reversed-names-the-reversal",
    "The event of a reversal that names no amount tells none either.",
    (decision) => ({
      ...decision,
      events: (decision.events ?? []).map((event) => ({ ...event, data: { ...event.data, amount: 0 } })),
    }),
  ),
  reversed.plain(
    "reversals-told-to-marketplaces-alone",
    "connect-events/vendor-endpoint-receives-reversal",
    "Of a reversal the vendor hears nothing.",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  matured.plain(
    "maturities-told-to-marketplaces-alone",
    "connect-events/vendor-endpoint-receives-maturity",
    "That funds are available the vendor does not hear.",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  commission.plain(
    "commissions-told-to-marketplaces-alone",
    "connect-events/vendor-endpoint-receives-commission",
    "Of a commission the vendor hears nothing.",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  clawback.plain(
    "clawbacks-told-to-marketplaces-alone",
    "connect-events/vendor-endpoint-receives-clawback",
    "Of a clawback the vendor hears nothing.",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  blockedRefund.plain(
    "blocked-refunds-told-to-marketplaces-alone",
    "connect-events/vendor-endpoint-receives-blocked-refund",
    "Of a refund that lacks funds the vendor hears nothing.",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  blockedReversal.plain(
    "blocked-reversals-told-to-marketplaces-alone",
    "connect-events/vendor-endpoint-receives-blocked-reversal",
    "Of a reversal that lacks funds the vendor hears nothing.",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  matured.subtle(
    "maturity-of-a-reversed-credit-told",
    "connect-events/reversed-credit-emits-no-funds-available",
    "At its date every credit is told as available, even one that was taken back.",
    ({ data }) => ({
      when: () => true,
      data: { ...data, amount: ({ transaction }) => transaction.amount },
    }),
  ),
  mutant(
    {
      id: "reversal-of-available-funds-told-to-nobody",
      violates: "connect-events/reversal-of-available-funds-emits-transfer-reversed",
      summary: "A reversal is told only while its allocation is pending.",
      subtle: true,
    },
    (parts) =>
      reversing(parts, (usual) =>
        acting(usual, (decision, { state, command, now }) => {
          const allocation = state.get(allocations, command.params["allocationId"] ?? "");
          const isRipe = allocation !== undefined && now >= allocation.availableAt;
          return isRipe ? { ...decision, events: [] } : decision;
        }),
      ),
  ),
  mutant(
    {
      id: "allocations-told-to-all-vendors",
      violates: "connect-events/other-vendor-receives-nothing",
      summary: "An allocation is told to all vendors of the marketplace.",
    },
    (parts) => allocating(parts, (usual) => acting(usual, toAllVendors)),
  ),
  mutant(
    {
      id: "reversals-told-to-all-vendors",
      violates: "connect-events/other-vendor-receives-nothing",
      summary: "A reversal is told to all vendors of the marketplace.",
    },
    (parts) => reversing(parts, (usual) => acting(usual, toAllVendors)),
  ),
];
