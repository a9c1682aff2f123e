import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting, refusing } from "../connect/parts.ts";
import { type Replace, perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import {
  alsoEmitting,
  connectEvent,
  connectEventData,
  draft,
  type Envelope,
  forFirstVendor,
  emittingForRefusedReversals,
  firstOfMarketplace,
} from "./parts.ts";
import { enveloping } from "../shared/envelopes.ts";
import { entry } from "../part.ts";

/** Whether the request has an amount. */
const asks = ({ command }: ConnectInput): boolean =>
  isObject(command.body) && command.body["amount"] !== undefined;

/** Changes reversals without an amount. */
const rest = (change: (decision: Decision) => Decision): Replace =>
  acting("reversals", (decision, input) => (asks(input) ? decision : change(decision)));

/** A predicate that is true the first time and every n-th time after. */
const everyNth = (count: number): (() => boolean) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % count === 1;
  };
};

/** A decision that emits each of its events twice. */
const twice = (decision: Decision): Decision => ({
  ...decision,
  events: (decision.events ?? []).flatMap((event) => [event, event]),
});

export const mutants = named({
  "allocation-event-available-at-once": {
    violates: ["connect-events/transfer-created-agrees-on-availability"],
    summary: "The event of an allocation without a key reports its creation as the date of availability.",
    replace: connectEventData("transferCreated", {
      availableAt: ({ allocation: { reference, createdAt, availableAt } }) =>
        new Date(reference === null ? createdAt : availableAt).toISOString(),
    }),
  },
  "allocation-event-available-an-hour-later-with-key": {
    violates: ["connect-events/transfer-created-agrees-on-availability"],
    summary: "The event of an allocation with a key reports a date of availability that is an hour later.",
    replace: connectEventData("transferCreated", {
      availableAt: ({ allocation: { reference, availableAt } }) =>
        new Date(availableAt + (reference === null ? 0 : 3_600_000)).toISOString(),
    }),
  },
  "allocation-event-available-a-second-later-when-large": {
    violates: ["connect-events/transfer-created-agrees-on-availability"],
    summary: "The event of an allocation above 5,020 reports a date of availability that is a second later.",
    replace: connectEventData("transferCreated", {
      availableAt: ({ allocation: { amount, availableAt } }) =>
        new Date(availableAt + (amount > 5_020 ? 1_000 : 0)).toISOString(),
    }),
  },
  "allocation-event-created-an-hour-later": {
    violates: ["connect-events/transfer-created-names-the-allocation"],
    summary: "The event of an allocation reports another time of creation than the response.",
    replace: connectEventData("transferCreated", {
      createdAt: ({ allocation: { createdAt } }) => new Date(createdAt + 3_600_000).toISOString(),
    }),
  },
  "reversal-event-created-an-hour-earlier": {
    violates: ["connect-events/transfer-reversed-names-the-reversal"],
    summary: "The event of a reversal reports another time of creation than the response.",
    replace: connectEventData("transferReversed", {
      createdAt: ({ reversal: { createdAt } }) => new Date(createdAt - 3_600_000).toISOString(),
    }),
  },
  "reversal-of-the-rest-told-to-nobody": {
    violates: ["connect-events/reversal-emits-transfer-reversed"],
    summary: "A reversal without an amount is not reported.",
    replace: rest((decision) => ({ ...decision, events: [] })),
  },
  "reversal-of-the-rest-told-twice": {
    violates: ["connect-events/reversal-emits-transfer-reversed"],
    summary: "A reversal without an amount is reported by two events.",
    replace: rest((decision) => ({
      ...decision,
      events: (decision.events ?? []).flatMap((event) => [event, event]),
    })),
  },
  "reversal-of-the-rest-told-as-nothing": {
    violates: ["connect-events/transfer-reversed-names-the-reversal"],
    summary: "The event of a reversal without an amount lacks the amount.",
    replace: rest((decision) => ({
      ...decision,
      events: (decision.events ?? []).map((event) => ({ ...event, data: { ...event.data, amount: 0 } })),
    })),
  },
  "allocation-told-to-nobody": {
    violates: ["connect-events/allocation-emits-transfer-created"],
    summary: "No allocation is reported.",
    replace: connectEvent("transferCreated", () => ({ when: () => false })),
  },
  "allocation-of-live-vendor-not-emitted": {
    violates: ["connect-events/allocation-emits-transfer-created"],
    summary: "Allocations are reported for test vendors only.",
    replace: connectEvent("transferCreated", () => ({ when: ({ vendor }) => vendor.mode === "test" })),
  },
  "allocation-of-second-vendor-not-emitted": {
    violates: ["connect-events/allocation-emits-transfer-created"],
    summary: "Allocations are reported for the first vendor of a marketplace only.",
    replace: connectEvent("transferCreated", forFirstVendor),
  },
  "reversal-of-second-vendor-not-emitted": {
    violates: ["connect-events/reversal-emits-transfer-reversed"],
    summary: "Reversals are reported for the first vendor of a marketplace only.",
    replace: connectEvent("transferReversed", forFirstVendor),
  },
  "every-third-allocation-told": {
    violates: ["connect-events/allocation-emits-transfer-created"],
    summary: "Every third allocation is reported.",
    replace: connectEvent("transferCreated", () => ({ when: everyNth(3) })),
  },
  "keyed-allocation-told-twice": {
    violates: ["connect-events/repeated-key-emits-once"],
    summary: "An allocation with a key is reported by two events.",
    replace: acting("allocations", (decision, { command }) =>
      "idempotency-key" in command.headers ? twice(decision) : decision,
    ),
  },
  "refused-allocation-told": {
    violates: ["connect-events/refused-allocation-emits-nothing"],
    summary: "An allocation that is refused as invalid is still reported.",
    replace: refusing("allocations", "validation", (refusal, { state, command }) => {
      const named = isObject(command.body) ? String(command.body["destination"]) : "";
      const vendor = state.get(vendors, named);
      return vendor === undefined
        ? refusal
        : alsoEmitting(refusal, [
            draft("connect.transfer.created", vendor, {
              id: "ctr_refused",
              amount: 0,
            }),
          ]);
    }),
  },
  "allocation-event-reference-absent-with-key": {
    violates: ["connect-events/transfer-created-has-the-reference"],
    summary: "The event of an allocation with a key lacks the reference.",
    replace: connectEventData("transferCreated", {
      idempotencyReference: ({ allocation }) => (allocation.reference === null ? null : undefined),
    }),
  },
  "allocation-event-of-the-marketplace": {
    violates: ["connect-events/transfer-created-names-the-vendor"],
    summary: "The event of an allocation names the marketplace as its account.",
    replace: connectEvent("transferCreated", () => ({ account: ({ vendor }) => vendor.accountId })),
  },
  "allocation-event-of-the-marketplace-when-large": {
    violates: ["connect-events/transfer-created-names-the-vendor"],
    summary: "The event of an allocation above 5,020 names the marketplace as its account.",
    replace: connectEvent("transferCreated", ({ account }) => ({
      account: (facts) => (facts.allocation.amount > 5_020 ? facts.vendor.accountId : account(facts)),
    })),
  },
  "allocation-event-mixes-accounts": {
    violates: ["connect-events/transfer-created-names-both-accounts"],
    summary: "The event of an allocation names the vendor as the controller.",
    replace: connectEventData("transferCreated", {
      controllerAccountId: ({ vendor }) => vendor.id,
      connectedAccountId: ({ vendor }) => vendor.accountId,
    }),
  },
  "allocation-event-names-itself-connected": {
    violates: ["connect-events/transfer-created-names-both-accounts"],
    summary: "The event of an allocation names the marketplace twice.",
    replace: connectEventData("transferCreated", { connectedAccountId: ({ vendor }) => vendor.accountId }),
  },
  "allocation-event-names-the-first-connected": {
    violates: ["connect-events/transfer-created-names-both-accounts"],
    summary:
      "The events of allocations name the first vendor of a marketplace that received one as the connected account.",
    replace: connectEvent("transferCreated", ({ data }) => {
      const first = firstOfMarketplace();
      return { data: { ...data, connectedAccountId: ({ vendor }) => first(vendor) } };
    }),
  },
  "allocation-event-with-the-debit": {
    violates: ["connect-events/transfer-created-names-the-allocation"],
    summary: "The event of an allocation reports the amount that the marketplace paid.",
    replace: connectEventData("transferCreated", {
      amount: ({ allocation }) => allocation.amount + allocation.fee,
    }),
  },
  "allocation-event-of-a-platform-without-fee": {
    violates: ["connect-events/transfer-created-names-the-allocation"],
    summary: "The event of an allocation of a platform reports no fee.",
    replace: acting("allocations", (decision, { state, command }) =>
      settingsOf(state, command.caller.accountId).connectMode !== "platform"
        ? decision
        : {
            ...decision,
            events: (decision.events ?? []).map((event) => ({ ...event, data: { ...event.data, fee: 0 } })),
          },
    ),
  },
  "allocation-event-without-fee": {
    violates: ["connect-events/transfer-created-names-the-allocation"],
    summary: "The event of an allocation reports no fee.",
    replace: connectEventData("transferCreated", { fee: () => 0 }),
  },
  "allocation-event-with-another-id": {
    violates: ["connect-events/transfer-created-names-the-allocation"],
    summary: "The event of a large allocation has another identifier.",
    replace: connectEventData("transferCreated", {
      id: ({ allocation }) => (allocation.amount > 5_050 ? `${allocation.id}x` : allocation.id),
    }),
  },
  "allocation-event-reversed-at-once": {
    violates: ["connect-events/transfer-created-starts-unreversed"],
    summary: "The event of an allocation reports all of it as reversed.",
    replace: connectEventData("transferCreated", { reversedAmount: ({ allocation }) => allocation.amount }),
  },
  "connect-type-with-prefix": {
    violates: ["connect-events/type-has-no-prefix"],
    summary: "The type of an event has the prefix `evt.`.",
    replace: enveloping("connect", (event, usual) => usual({ ...event, type: `evt.${event.type}` })),
  },
  "connect-event-id-by-vendor": {
    violates: ["connect-events/ids-are-distinct"],
    summary: "All events about a vendor have one id.",
    replace: enveloping("connect", (event, usual) => usual({ ...event, id: `evt_${event.accountId}` })),
  },
  "connect-event-id-by-vendor-at-its-endpoint": {
    violates: ["connect-events/ids-are-distinct"],
    summary: "At the vendor's endpoint, all events about it have one id.",
    replace: entry(
      "deliveryPlans",
      "ordered",
      (ordered) => (due, ids) =>
        ordered(due, ids).map((planned) => {
          const { delivery } = planned;
          const { body, accountId } = delivery.entry;
          const event = body["event"] as Envelope | undefined;
          if (event?.["accountId"] !== accountId) return planned;
          const same = { ...delivery.entry, body: { event: { ...event, id: `evt_${accountId}` } } };
          return { ...planned, delivery: { ...delivery, entry: same } };
        }),
    ),
  },
  "connect-event-id-by-object": {
    violates: ["connect-events/ids-are-distinct"],
    summary: "The event of a reversal has the id of the allocation's event.",
    replace: enveloping("connect", (event, usual) => {
      const about = event.data["connectTransferId"] ?? event.data["id"] ?? event.id;
      return usual({ ...event, id: `evt_${JSON.stringify(about)}` });
    }),
  },
  "reversal-told-to-nobody": {
    violates: ["connect-events/reversal-emits-transfer-reversed"],
    summary: "No reversal is reported.",
    replace: connectEvent("transferReversed", () => ({ when: () => false })),
  },
  "second-reversal-told-to-nobody": {
    violates: ["connect-events/reversal-emits-transfer-reversed"],
    summary: "Only the first reversal of an allocation is reported.",
    replace: connectEvent("transferReversed", () => ({
      when: ({ reversal }) => reversal.reversedTotal === reversal.amount,
    })),
  },
  "reversal-event-of-the-marketplace": {
    violates: ["connect-events/transfer-reversed-names-the-vendor"],
    summary: "The event of a reversal names the marketplace as its account.",
    replace: connectEvent("transferReversed", () => ({ account: ({ vendor }) => vendor.accountId })),
  },
  "reversal-event-controlled-by-the-vendor": {
    violates: ["connect-events/transfer-reversed-names-the-controller"],
    summary: "The event of a reversal names the vendor as the controller.",
    replace: connectEventData("transferReversed", { controllerAccountId: ({ vendor }) => vendor.id }),
  },
  "reversal-event-names-itself-as-transfer": {
    violates: ["connect-events/transfer-reversed-names-the-allocation"],
    summary: "The event of a reversal names the reversal as its transfer.",
    replace: connectEventData("transferReversed", { connectTransferId: ({ reversal }) => reversal.id }),
  },
  "reversal-event-names-the-first-allocation": {
    violates: ["connect-events/transfer-reversed-names-the-allocation"],
    summary: "The event of a reversal names the vendor's first reversed allocation.",
    replace: perEmulator(() => {
      const first = new Map<string, string>();
      return connectEventData("transferReversed", {
        connectTransferId: ({ vendor, reversal }) => {
          const known = first.get(vendor.id) ?? reversal.allocation;
          first.set(vendor.id, known);
          return known;
        },
      });
    }),
  },
  "reversal-event-has-the-allocation-for-id": {
    violates: ["connect-events/transfer-reversed-names-the-reversal"],
    summary: "The event of a reversal has the allocation's identifier.",
    replace: connectEventData("transferReversed", { id: ({ reversal }) => reversal.allocation }),
  },
  "reversal-event-with-the-total": {
    violates: ["connect-events/transfer-reversed-names-the-reversal"],
    summary: "The event of a reversal reports the total so far as its amount.",
    replace: connectEventData("transferReversed", { amount: ({ reversal }) => reversal.reversedTotal }),
  },
  "excessive-reversal-told-as-blocked": {
    violates: ["connect-events/reversal-over-remaining-emits-nothing"],
    summary: "A reversal beyond the remainder is reported as blocked.",
    replace: emittingForRefusedReversals(
      "remainder",
      "connect.reversal.blocked_insufficient_funds",
      (allocation) => ({
        allocation: allocation.id,
      }),
    ),
  },
  "excessive-reversal-told-as-done": {
    violates: ["connect-events/reversal-over-remaining-emits-nothing"],
    summary: "A reversal beyond the remainder is reported as successful.",
    replace: emittingForRefusedReversals("remainder", "connect.transfer.reversed", (allocation) => ({
      id: "ctrr_refused",
      connectTransferId: allocation.id,
    })),
  },
});
