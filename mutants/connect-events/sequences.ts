import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting, allocating, reversing } from "../connect/parts.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { eventMutant } from "./mutant.ts";

/** Whether the request says how much. */
const asks = ({ command }: ConnectInput): boolean =>
  isObject(command.body) && command.body["amount"] !== undefined;

/** A reversal of whatever remains, reported wrongly. */
const rest = (fault: Fault, change: (decision: Decision) => Decision): Mutant =>
  mutant({ ...fault, subtle: true }, (parts) =>
    reversing(parts, (usual) =>
      acting(usual, (decision, input) => (asks(input) ? decision : change(decision))),
    ),
  );

/** What is reported is reported to every vendor of the marketplace too. */
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
    {
      id: "reversal-of-the-rest-told-to-nobody",
      violates: "connect-events/reversal-emits-transfer-reversed",
      summary: "A reversal that names no amount is not reported.",
    },
    (decision) => ({ ...decision, events: [] }),
  ),
  rest(
    {
      id: "reversal-of-the-rest-told-twice",
      violates: "connect-events/reversal-emits-transfer-reversed",
      summary: "A reversal that names no amount is reported by two events.",
    },
    (decision) => ({ ...decision, events: (decision.events ?? []).flatMap((event) => [event, event]) }),
  ),
  rest(
    {
      id: "reversal-of-the-rest-told-as-nothing",
      violates: "connect-events/transfer-reversed-names-the-reversal",
      summary: "The event of a reversal that names no amount reports none either.",
    },
    (decision) => ({
      ...decision,
      events: (decision.events ?? []).map((event) => ({ ...event, data: { ...event.data, amount: 0 } })),
    }),
  ),
  eventMutant(
    {
      id: "reversals-told-to-marketplaces-alone",
      violates: "connect-events/vendor-endpoint-receives-reversal",
      summary: "Of a reversal the vendor hears nothing.",
    },
    "transferReversed",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  eventMutant(
    {
      id: "maturities-told-to-marketplaces-alone",
      violates: "connect-events/vendor-endpoint-receives-maturity",
      summary: "That funds are available the vendor does not hear.",
    },
    "fundsAvailable",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  eventMutant(
    {
      id: "commissions-told-to-marketplaces-alone",
      violates: "connect-events/vendor-endpoint-receives-commission",
      summary: "Of a commission the vendor hears nothing.",
    },
    "commissionCreated",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  eventMutant(
    {
      id: "clawbacks-told-to-marketplaces-alone",
      violates: "connect-events/vendor-endpoint-receives-clawback",
      summary: "Of a clawback the vendor hears nothing.",
    },
    "commissionRefunded",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  eventMutant(
    {
      id: "blocked-refunds-told-to-marketplaces-alone",
      violates: "connect-events/vendor-endpoint-receives-blocked-refund",
      summary: "Of a refund that lacks funds the vendor hears nothing.",
    },
    "refundBlocked",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  eventMutant(
    {
      id: "blocked-reversals-told-to-marketplaces-alone",
      violates: "connect-events/vendor-endpoint-receives-blocked-reversal",
      summary: "Of a reversal that lacks funds the vendor hears nothing.",
    },
    "reversalBlocked",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  eventMutant(
    {
      id: "maturity-of-a-reversed-credit-told",
      violates: "connect-events/reversed-credit-emits-no-funds-available",
      summary: "At its date every credit is reported as available, even one that was taken back.",
      subtle: true,
    },
    "fundsAvailable",
    ({ data }) => ({
      when: () => true,
      data: { ...data, amount: ({ transaction }) => transaction.amount },
    }),
  ),
  mutant(
    {
      id: "reversal-of-available-funds-told-to-nobody",
      violates: "connect-events/reversal-of-available-funds-emits-transfer-reversed",
      summary: "A reversal is reported only while its allocation is pending.",
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
      summary: "An allocation is reported to all vendors of the marketplace.",
    },
    (parts) => allocating(parts, (usual) => acting(usual, toAllVendors)),
  ),
  mutant(
    {
      id: "reversals-told-to-all-vendors",
      violates: "connect-events/other-vendor-receives-nothing",
      summary: "A reversal is reported to all vendors of the marketplace.",
    },
    (parts) => reversing(parts, (usual) => acting(usual, toAllVendors)),
  ),
];
