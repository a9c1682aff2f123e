import { transactions } from "../emulator/areas/connect/transactions.ts";
import type { Parts } from "../emulator/index.ts";
import { only, validationFailed } from "../emulator/kernel/answers.ts";
import {
  type Delivery,
  type EventDraft,
  type FeedEntry,
  webhookEndpoints,
} from "../emulator/kernel/events.ts";
import type { TimerHandler } from "../emulator/kernel/parts.ts";
import type { State } from "../emulator/kernel/state.ts";
import { connectEvent, connectEventData, redelivering } from "../mutants/connect-events/parts.ts";
import { acting } from "../mutants/connect/parts.ts";
import { everyEntry, inOrder, named, part } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { isObject } from "../mutants/shared/answers.ts";
import { enveloping } from "../mutants/shared/envelopes.ts";
import { charging, type Data, delivering, eachMember, emitting, withData } from "./parts.ts";

const isCamel = (eventData: Data): boolean => "controllerAccountId" in eventData;

const WALLETS = ["sourceWalletId", "destinationWalletId", "wallet"];

const FROM_NOWHERE = ["chargeId", "intentId", "transferId", "charge", "refund", "source_transaction"];

const numberOf = (text: unknown): number =>
  [...String(text)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);

const isFunds = ({ type }: EventDraft): boolean => type === "connect.funds.available";

/** Reports the credits of a wallet that mature within a second by one event, with their sum. */
function maturingTogether(parts: Parts): Parts {
  const unreported = new Map<string, number>();
  const grouped =
    (handle: TimerHandler): TimerHandler =>
    (context) => {
      const effects = handle(context);
      const events = (effects.events ?? []).flatMap((event) => {
        if (!isFunds(event)) return [event];
        const wallet = String(event.data["wallet"]);
        const amount = (unreported.get(wallet) ?? 0) + Number(event.data["amount"]);
        const others = context.state
          .find(transactions, "pending", wallet)
          .filter(
            ({ id, availableAt }) =>
              id !== context.timer.subject && (availableAt ?? Infinity) <= context.now + 1_000,
          );
        unreported.set(wallet, others.length > 0 ? amount : 0);
        return others.length > 0 ? [] : [{ ...event, data: { ...event.data, amount } }];
      });
      return { ...effects, events };
    };
  return everyEntry("timers", grouped)(parts);
}

/** Delivers an account's earlier events to its endpoints that subscribed to them. */
const feedEntries = (
  state: State,
  accountId: string,
  wanted: (entry: FeedEntry) => boolean,
): readonly Delivery[] => {
  const entries = state.feed.since(accountId, 0).filter(wanted);
  return state
    .find(webhookEndpoints, "account", accountId)
    .flatMap((endpoint) =>
      entries
        .filter(({ type }) => endpoint.events.includes(type))
        .map((entry) => ({ endpointId: endpoint.id, entry, attempt: 1 })),
    );
};

/** Other choices at the open points in `spec/areas/connect-events.yaml`. */
export const variants = named<Variant>({
  "no-reference-without-a-key": {
    openPoints: ["connect-event-reference"],
    what: "The event of a request without an idempotency key has no `idempotencyReference`",
    replace: withData(({ idempotencyReference, ...data }) =>
      idempotencyReference === null || idempotencyReference === undefined
        ? data
        : { ...data, idempotencyReference },
    ),
  },
  "platforms-take-commissions": {
    openPoints: ["fee-event-of-platform"],
    what: "A platform takes a commission like any marketplace; a rate of zero takes none",
    replace: inOrder(
      charging(() => ({
        commission: (amount, rate) => Math.round((amount * rate) / 100),
        bounded: () => true,
      })),
      part(["connect", "charges", "capture"], () => ({
        shares: ({ amount, commission, serviceFee }) => ({
          vendor: amount - commission - serviceFee,
          marketplace: commission,
          service: serviceFee,
        }),
      })),
    ),
  },
  "maturities-reported-together": {
    openPoints: ["funds-event-grouping"],
    what: "One event reports all credits of a wallet that become available within a second",
    replace: maturingTogether,
  },
  "vendor-as-an-object": {
    openPoints: ["connect-event-account-field"],
    what: "The account in the data of every event is an object",
    replace: withData((eventData) => ({
      ...eventData,
      account: { id: eventData["account"], kind: "vendor" },
    })),
  },
  "account-of-the-marketplace": {
    openPoints: ["connect-event-account-field"],
    what: "The account of events in camelCase is the marketplace",
    replace: withData((eventData) =>
      isCamel(eventData) ? { ...eventData, account: eventData["controllerAccountId"] } : eventData,
    ),
  },
  "maturity-reports-the-entire-credit": {
    openPoints: ["funds-event-after-part-reversal"],
    what: "The event of a credit that was partly reversed reports the entire credit",
    replace: connectEventData("fundsAvailable", {
      amount: ({ amount, transaction }) => (amount === 0 ? 0 : transaction.amount),
    }),
  },
  "maturity-of-nothing-reported": {
    openPoints: ["funds-event-of-nothing"],
    what: "A credit that was fully reversed emits an event with an amount of zero on its date",
    replace: connectEvent("fundsAvailable", () => ({ when: () => true })),
  },
  "an-id-for-each-side": {
    openPoints: ["connect-event-both-endpoints"],
    what: "Marketplace and vendor receive the same event with different ids",
    replace: emitting((event) =>
      event.envelope === "connect" ? event.to.map((account) => ({ ...event, to: [account] })) : [event],
    ),
  },
  "objects-by-number": {
    openPoints: ["connect-event-charge-ids", "connect-event-field-types"],
    what: "Charges, intents, refunds, transactions and wallets have numbers as ids",
    replace: withData(eachMember([...FROM_NOWHERE, ...WALLETS], numberOf)),
  },
  "objects-not-reported": {
    openPoints: ["connect-event-charge-ids", "connect-event-field-types"],
    what: "Intents, transfers and wallets, which no route shows, are null in events",
    replace: withData(eachMember(["intentId", "transferId", "source_transaction", ...WALLETS], () => null)),
  },
  "event-instants-are-days": {
    openPoints: ["connect-event-field-types"],
    what: "Times in the data of Connect's events are calendar dates or null",
    replace: inOrder(
      withData(eachMember(["createdAt", "availableAt"], (usual) => String(usual).slice(0, 10))),
      withData(eachMember(["updatedAt"], () => null)),
    ),
  },
  "connect-currency-in-capitals": {
    openPoints: ["connect-event-currency-casing"],
    what: "The currency of Connect's events is in uppercase",
    replace: withData(eachMember(["currency"], (usual) => String(usual).toUpperCase())),
  },
  "sandboxes-have-numbers": {
    openPoints: ["connect-event-sandbox", "connect-event-field-types"],
    what: "`sandboxId` is a number, in live events as well",
    replace: inOrder(
      withData(eachMember(["sandboxId"], () => 12)),
      enveloping("connect", (event, usual) => {
        const { event: inner } = usual(event);
        return { event: { ...(isObject(inner) ? inner : {}), sandboxId: 12 } };
      }),
    ),
  },
  "event-ids-are-numbers": {
    openPoints: ["connect-event-field-types"],
    what: "The id of a Connect event is a number",
    replace: enveloping("connect", (event, usual) => {
      const { event: inner } = usual(event);
      return { event: isObject(inner) ? { ...inner, id: numberOf(inner["id"]) } : inner };
    }),
  },
  "no-sandboxes": {
    openPoints: ["connect-event-sandbox"],
    what: "`sandboxId` in the data is null, even in test events",
    replace: withData(eachMember(["sandboxId"], () => null)),
  },
  "prefixed-names-refused": {
    openPoints: ["connect-event-name-prefix", "event-prefixed-names"],
    what: "The registration of an endpoint for a prefixed name is refused",
    replace: part(["webhookEndpoints"], ({ guards }) => ({
      guards: [
        ...guards,
        {
          name: "prefix",
          refuse: ({ command }) => {
            const events = isObject(command.body) ? command.body["events"] : undefined;
            const prefixed = Array.isArray(events) && events.some((name) => String(name).startsWith("evt."));
            return prefixed
              ? only(validationFailed(422, [{ rule: "in", field: "events", message: "No such event" }]))
              : undefined;
          },
        },
      ],
    })),
  },
  "allocations-reported-again-when-reversed": {
    openPoints: ["connect-event-transfer-update", "connect-event-delivery"],
    what: "The event of an allocation is delivered again when it is reversed",
    replace: acting("reversals", (decision, input) => ({
      ...decision,
      deliveries: feedEntries(input.state, input.command.caller.accountId, ({ type, body }) => {
        const { event } = body as { event?: { data?: { id?: unknown } } };
        return (
          type === "connect.transfer.created" && event?.data?.id === input.command.params["allocationId"]
        );
      }),
    })),
  },
  "deliveries-show-the-present": {
    openPoints: ["connect-event-transfer-update", "connect-event-delivery"],
    what: "Every event arrives twice under the same id, the second time with the current state of its object",
    replace: inOrder(
      delivering("duplicated"),
      redelivering((envelope) => ({
        ...envelope,
        data: { ...(envelope["data"] as object), updatedAt: "2031-01-01T00:00:00.000Z" },
      })),
    ),
  },
  "deliveries-late": {
    openPoints: ["connect-event-delivery", "advance-settling"],
    what: "Every event is delayed by some tenths of a second, by varying times",
    replace: delivering("delayed"),
  },
  "idle-reported-too-early": {
    openPoints: ["connect-event-delivery", "advance-settling"],
    what: "Events are delayed by some tenths of a second, and control reports idle before they arrive",
    // With it, no other variant would be judged with trust in that report.
    alone: true,
    replace: (parts) => ({ ...delivering("delayed")(parts), isIdle: () => true }),
  },
});
