import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting, allocating, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { isObject, mutant } from "../shared/answers.ts";
import { alsoTelling, draft, liesAboutEvent, tellingOfRefusedReversals } from "./parts.ts";

const created = liesAboutEvent("transferCreated");
const reversed = liesAboutEvent("transferReversed");

/** Calls that answer true the first time, and every so many times after. */
const everyNth = (count: number): (() => boolean) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % count === 1;
  };
};

/** A decision that tells each of its events twice. */
const twice = (decision: Decision): Decision => ({
  ...decision,
  events: (decision.events ?? []).flatMap((event) => [event, event]),
});

/** The events of allocations and reversals, wrongly (§6.2). */
export const transferEventMutants: readonly Mutant[] = [
  created.plain(
    "allocation-told-to-nobody",
    "connect-events/allocation-emits-transfer-created",
    "No allocation is told.",
    () => ({ when: () => false }),
  ),
  created.subtle(
    "every-third-allocation-told",
    "connect-events/allocation-emits-transfer-created",
    "Every third allocation is told.",
    () => ({ when: everyNth(3) }),
  ),
  mutant(
    {
      id: "keyed-allocation-told-twice",
      violates: "connect-events/repeated-key-emits-once",
      summary: "An allocation with a key is told by two events.",
      subtle: true,
    },
    (parts) =>
      allocating(parts, (usual) =>
        acting(usual, (decision, { command }) =>
          "idempotency-key" in command.headers ? twice(decision) : decision,
        ),
      ),
  ),
  mutant(
    {
      id: "refused-allocation-told",
      violates: "connect-events/refused-allocation-emits-nothing",
      summary: "An allocation that is refused as invalid is told all the same.",
    },
    (parts) =>
      allocating(parts, (usual) =>
        refusing(usual, "validation", (refusal, { state, command }) => {
          const named = isObject(command.body) ? String(command.body["destination"]) : "";
          const vendor = state.get(vendors, named);
          return vendor === undefined
            ? refusal
            : alsoTelling(refusal, [
                draft("connect.transfer.created", vendor, {
                  id: "ctr_refused",
                  amount: 0,
                }),
              ]);
        }),
      ),
  ),
  created.plain(
    "allocation-event-of-the-marketplace",
    "connect-events/transfer-created-names-the-vendor",
    "The event of an allocation is about the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  created.subtle(
    "allocation-event-of-the-marketplace-when-large",
    "connect-events/transfer-created-names-the-vendor",
    "The event of an allocation above 5,020 is about the marketplace.",
    ({ account }) => ({
      account: (facts) => (facts.allocation.amount > 5_020 ? facts.vendor.accountId : account(facts)),
    }),
  ),
  created.data(
    "allocation-event-mixes-accounts",
    "connect-events/transfer-created-names-both-accounts",
    "The event of an allocation takes the vendor for the controller.",
    {
      controllerAccountId: ({ vendor }) => vendor.id,
      connectedAccountId: ({ vendor }) => vendor.accountId,
    },
  ),
  created.data(
    "allocation-event-names-itself-connected",
    "connect-events/transfer-created-names-both-accounts",
    "The event of an allocation names the marketplace twice.",
    { connectedAccountId: ({ vendor }) => vendor.accountId },
  ),
  created.data(
    "allocation-event-with-the-debit",
    "connect-events/transfer-created-names-the-allocation",
    "The event of an allocation tells what the marketplace paid.",
    { amount: ({ allocation }) => allocation.amount + allocation.fee },
  ),
  created.data(
    "allocation-event-without-fee",
    "connect-events/transfer-created-names-the-allocation",
    "The event of an allocation tells no fee.",
    { fee: () => 0 },
  ),
  created.data(
    "allocation-event-with-another-id",
    "connect-events/transfer-created-names-the-allocation",
    "The event of a large allocation has another identifier.",
    {
      id: ({ allocation }) => (allocation.amount > 5_050 ? `${allocation.id}x` : allocation.id),
    },
    true,
  ),
  created.data(
    "allocation-event-reversed-at-once",
    "connect-events/transfer-created-starts-unreversed",
    "The event of an allocation tells all of it as reversed.",
    { reversedAmount: ({ allocation }) => allocation.amount },
  ),
  mutant(
    {
      id: "connect-type-with-prefix",
      violates: "connect-events/type-has-no-prefix",
      summary: "The type of an event has the prefix `evt.`.",
    },
    (parts) => {
      const { connect } = parts.envelopes;
      return {
        ...parts,
        envelopes: {
          ...parts.envelopes,
          connect: (event) => (connect ?? (() => ({})))({ ...event, type: `evt.${event.type}` }),
        },
      };
    },
  ),
  mutant(
    {
      id: "connect-event-id-by-vendor",
      violates: "connect-events/ids-are-distinct",
      summary: "All events about a vendor have one id.",
    },
    (parts) => {
      const { connect } = parts.envelopes;
      return {
        ...parts,
        envelopes: {
          ...parts.envelopes,
          connect: (event) =>
            (connect ?? (() => ({})))({
              ...event,
              id: `evt_${event.accountId}`,
            }),
        },
      };
    },
  ),
  mutant(
    {
      id: "connect-event-id-by-object",
      violates: "connect-events/ids-are-distinct",
      summary: "The event of a reversal has the id of the allocation's event.",
      subtle: true,
    },
    (parts) => {
      const { connect } = parts.envelopes;
      const about = (data: Readonly<Record<string, unknown>>): unknown =>
        data["connectTransferId"] ?? data["id"];
      return {
        ...parts,
        envelopes: {
          ...parts.envelopes,
          connect: (event) =>
            (connect ?? (() => ({})))({
              ...event,
              id: `evt_${JSON.stringify(about(event.data) ?? event.id)}`,
            }),
        },
      };
    },
  ),
  reversed.plain(
    "reversal-told-to-nobody",
    "connect-events/reversal-emits-transfer-reversed",
    "No reversal is told.",
    () => ({ when: () => false }),
  ),
  reversed.subtle(
    "second-reversal-told-to-nobody",
    "connect-events/reversal-emits-transfer-reversed",
    "Only the first reversal of an allocation is told.",
    () => ({
      when: ({ reversal }) => reversal.reversedTotal === reversal.amount,
    }),
  ),
  reversed.plain(
    "reversal-event-of-the-marketplace",
    "connect-events/transfer-reversed-names-the-vendor",
    "The event of a reversal is about the marketplace.",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  reversed.data(
    "reversal-event-controlled-by-the-vendor",
    "connect-events/transfer-reversed-names-the-controller",
    "The event of a reversal takes the vendor for the controller.",
    { controllerAccountId: ({ vendor }) => vendor.id },
  ),
  reversed.data(
    "reversal-event-names-itself-as-transfer",
    "connect-events/transfer-reversed-names-the-allocation",
    "The event of a reversal names the reversal as its transfer.",
    { connectTransferId: ({ reversal }) => reversal.id },
  ),
  reversed.data(
    "reversal-event-has-the-allocation-for-id",
    "connect-events/transfer-reversed-names-the-reversal",
    "The event of a reversal has the allocation's identifier.",
    { id: ({ reversal }) => reversal.allocation },
  ),
  reversed.data(
    "reversal-event-with-the-total",
    "connect-events/transfer-reversed-names-the-reversal",
    "The event of a reversal tells the total so far as its amount.",
    { amount: ({ reversal }) => reversal.reversedTotal },
    true,
  ),
  mutant(
    {
      id: "excessive-reversal-told-as-blocked",
      violates: "connect-events/reversal-over-remaining-emits-nothing",
      summary: "A reversal beyond the remainder is told as blocked.",
    },
    (parts) =>
      tellingOfRefusedReversals(
        parts,
        "remainder",
        "connect.reversal.blocked_insufficient_funds",
        (allocation) => ({
          allocation: allocation.id,
        }),
      ),
  ),
  mutant(
    {
      id: "excessive-reversal-told-as-done",
      violates: "connect-events/reversal-over-remaining-emits-nothing",
      summary: "A reversal beyond the remainder is told as done.",
      subtle: true,
    },
    (parts) =>
      tellingOfRefusedReversals(parts, "remainder", "connect.transfer.reversed", (allocation) => ({
        id: "ctrr_refused",
        connectTransferId: allocation.id,
      })),
  ),
];
