import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import type { Allocation, Reversal } from "../../emulator/areas/connect/records.ts";
import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting, refusing } from "../connect/parts.ts";
import { entry, type Mutant, named, perEmulator, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { enveloping } from "../shared/envelopes.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, HOUR, longer, moved, SECOND } from "../faults/values.ts";
import {
  alsoEmitting,
  connectEvent,
  connectEventData,
  draft,
  emittingForRefusedReversals,
  type Envelope,
  FIRST_VENDOR,
  firstVendor,
  isFirstVendor,
  itself,
  marketplace,
  reversed,
  THE_FIRST_VENDOR,
  transfer,
  twice,
} from "./parts.ts";

const EMITS = "allocation-emits-transfer-created";
const REVERSES = "reversal-emits-transfer-reversed";

/** Whether the request has an amount. */
const asks = ({ command }: ConnectInput): boolean =>
  isObject(command.body) && command.body["amount"] !== undefined;

/** Changes reversals without an amount. */
const rest = (change: (decision: Decision) => Decision): Replace =>
  acting("reversals", (decision, input) => (asks(input) ? decision : change(decision)));

interface OfAllocation {
  readonly allocation: Allocation;
}
interface OfReversal {
  readonly reversal: Reversal;
}

const keyed = where("with a key", ({ allocation }: OfAllocation) => allocation.reference !== null);
const keyless = where("without a key", ({ allocation }: OfAllocation) => allocation.reference === null);
const above = (amount: number) =>
  where(`above ${amount}`, ({ allocation }: OfAllocation) => allocation.amount > amount);
const itsCreation = as<OfAllocation>("its creation", (_usual, { allocation }) =>
  new Date(allocation.createdAt).toISOString(),
);
const theDebit = as<OfAllocation>(
  "what the marketplace paid",
  (_usual, { allocation }) => allocation.amount + allocation.fee,
);
const allOfIt = as<OfAllocation>("all of it", (_usual, { allocation }) => allocation.amount);
const theReversal = as<OfReversal>("the reversal", (_usual, { reversal }) => reversal.id);
const theAllocation = as<OfReversal>("the allocation", (_usual, { reversal }) => reversal.allocation);
const theTotal = as<OfReversal>("the total so far", (_usual, { reversal }) => reversal.reversedTotal);
const laterReversal = where(
  "from the second reversal on",
  ({ reversal }: OfReversal) => reversal.reversedTotal !== reversal.amount,
);

export const mutants: readonly Mutant[] = [
  transfer.missing(EMITS),
  transfer.emittedOnly(
    EMITS,
    "for test vendors",
    () =>
      ({ vendor }) =>
        vendor.mode === "test",
  ),
  transfer.emittedOnly(EMITS, FIRST_VENDOR, isFirstVendor),
  transfer.emittedOnly(EMITS, "every third time", () => {
    let calls = 0;
    return () => {
      calls += 1;
      return calls % 3 === 1;
    };
  }),
  transfer.gives("availableAt", "agrees-on-availability", itsCreation, keyless),
  transfer.gives("availableAt", "agrees-on-availability", moved(HOUR), keyed),
  transfer.gives("availableAt", "agrees-on-availability", moved(SECOND), above(5_020)),
  transfer.gives("createdAt", "names-the-allocation", moved(HOUR)),
  transfer.gives("amount", "names-the-allocation", theDebit),
  transfer.gives("fee", "names-the-allocation", constantly(0)),
  transfer.gives("id", "names-the-allocation", longer, above(5_050)),
  transfer.drops("idempotencyReference", "has-the-reference", keyed),
  transfer.ofMarketplace("transfer-created-names-the-vendor"),
  transfer.ofMarketplace("transfer-created-names-the-vendor", above(5_020)),
  transfer.gives("connectedAccountId", "names-both-accounts", marketplace),
  transfer.remembers("connectedAccountId", "names-both-accounts", THE_FIRST_VENDOR, firstVendor),
  transfer.gives("reversedAmount", "starts-unreversed", allOfIt),
  reversed.missing(REVERSES),
  reversed.missing(REVERSES, laterReversal),
  reversed.emittedOnly(REVERSES, FIRST_VENDOR, isFirstVendor),
  reversed.ofMarketplace("transfer-reversed-names-the-vendor"),
  reversed.gives("controllerAccountId", "names-the-controller", itself),
  reversed.gives("connectTransferId", "names-the-allocation", theReversal),
  reversed.remembers("connectTransferId", "names-the-allocation", "the first one of the vendor", () => {
    const first = new Map<string, string>();
    return (_usual, { vendor, reversal }) => {
      const known = first.get(vendor.id) ?? reversal.allocation;
      first.set(vendor.id, known);
      return known;
    };
  }),
  reversed.gives("id", "names-the-reversal", theAllocation),
  reversed.gives("amount", "names-the-reversal", theTotal),
  reversed.gives("createdAt", "names-the-reversal", moved(-HOUR)),
  ...named({
    "transfer-created-into-the-first-wallet": {
      violates: ["connect-events/names-what-is-its-own"],
      summary: "The events of all allocations name the wallet that received the first one.",
      replace: perEmulator(() => {
        let first: unknown = null;
        return connectEvent("transferCreated", ({ data }) => ({
          data: { ...data, destinationWalletId: (facts) => (first ??= data["destinationWalletId"]?.(facts)) },
        }));
      }),
    },
    "transfer-created-with-the-key-of-another": {
      violates: ["connect-events/names-what-is-its-own"],
      summary: "The event of an allocation without a key has the last key of all.",
      replace: perEmulator(() => {
        let last: string | null = null;
        return connectEventData("transferCreated", {
          idempotencyReference: ({ allocation: { reference } }) => (last = reference ?? last),
        });
      }),
    },
    "reversal-of-the-rest-reported-to-nobody": {
      violates: ["connect-events/reversal-emits-transfer-reversed"],
      summary: "A reversal without an amount is not reported.",
      replace: rest((decision) => ({ ...decision, events: [] })),
    },
    "reversal-of-the-rest-reported-twice": {
      violates: ["connect-events/reversal-emits-transfer-reversed"],
      summary: "A reversal without an amount is reported by two events.",
      replace: rest(twice),
    },
    "reversal-of-the-rest-reported-as-nothing": {
      violates: ["connect-events/transfer-reversed-names-the-reversal"],
      summary: "The event of a reversal without an amount lacks the amount.",
      replace: rest((decision) => ({
        ...decision,
        events: (decision.events ?? []).map((event) => ({ ...event, data: { ...event.data, amount: 0 } })),
      })),
    },
    "keyed-allocation-reported-twice": {
      violates: ["connect-events/repeated-key-emits-once", "connect-events/one-event-for-each-request"],
      summary: "An allocation with a key is reported by two events.",
      replace: acting("allocations", (decision, { command }) =>
        "idempotency-key" in command.headers ? twice(decision) : decision,
      ),
    },
    "refused-allocation-reported": {
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
    "allocation-event-mixes-accounts": {
      violates: ["connect-events/transfer-created-names-both-accounts"],
      summary: "The event of an allocation names the vendor as the controller.",
      replace: connectEventData("transferCreated", {
        controllerAccountId: ({ vendor }) => vendor.id,
        connectedAccountId: ({ vendor }) => vendor.accountId,
      }),
    },
    "allocation-event-of-a-platform-without-fee": {
      violates: [
        "connect-events/transfer-created-names-the-allocation",
        "connect-events/agrees-with-answers",
      ],
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
    "excessive-reversal-reported-as-blocked": {
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
    "excessive-reversal-reported-as-done": {
      violates: ["connect-events/reversal-over-remaining-emits-nothing"],
      summary: "A reversal beyond the remainder is reported as successful.",
      replace: emittingForRefusedReversals("remainder", "connect.transfer.reversed", (allocation) => ({
        id: "ctrr_refused",
        connectTransferId: allocation.id,
      })),
    },
  }),
];
