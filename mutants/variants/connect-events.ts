import { transactions } from "../../emulator/areas/connect/transactions.ts";
import type { Parts } from "../../emulator/index.ts";
import { only, validationFailed } from "../../emulator/kernel/answers.ts";
import {
  type Delivery,
  type EventDraft,
  type FeedEntry,
  webhookEndpoints,
} from "../../emulator/kernel/events.ts";
import type { TimerHandler } from "../../emulator/kernel/parts.ts";
import type { State } from "../../emulator/kernel/state.ts";
import { connectEventData, redelivering, connectEvent } from "../connect-events/parts.ts";
import { acting, connectPart } from "../connect/parts.ts";
import { inOrder, type Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { charging } from "./parts/charges.ts";
import { type Data, delivering, eachMember, emitting, withData } from "./parts/events.ts";
import { variant } from "./parts/variant.ts";
import { enveloping } from "../shared/envelopes.ts";
import { part, everyEntry } from "../part.ts";

const isCamel = (eventData: Data): boolean => "controllerAccountId" in eventData;

const WALLETS = ["sourceWalletId", "destinationWalletId", "wallet"];

const FROM_NOWHERE = ["chargeId", "intentId", "transferId", "charge", "refund", "source_transaction"];

const numberOf = (text: unknown): number =>
  [...String(text)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);

const isFunds = ({ type }: EventDraft): boolean => type === "connect.funds.available";

/** Credits of one wallet that mature within a second are reported by one event, with their sum. */
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

/** Deliveries of what an account was reported before, to those of its endpoints that asked for it. */
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
export const connectEventsVariants: readonly Variant[] = [
  variant(
    "platforms-take-commissions",
    "fee-event-of-platform",
    "A platform takes a commission like any marketplace; a rate of zero takes none",
    inOrder(
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
  ),
  variant(
    "maturities-told-together",
    "funds-event-grouping",
    "One event reports all credits of a wallet that become available within a second",
    maturingTogether,
  ),
  variant(
    "vendor-as-an-object",
    "connect-event-account-field",
    "The account in the data of every event is an object",
    withData((eventData) => ({
      ...eventData,
      account: { id: eventData["account"], kind: "vendor" },
    })),
  ),
  variant(
    "account-of-the-marketplace",
    "connect-event-account-field",
    "The account of events in camelCase is the marketplace's",
    withData((eventData) =>
      isCamel(eventData) ? { ...eventData, account: eventData["controllerAccountId"] } : eventData,
    ),
  ),
  variant(
    "maturity-reports-the-entire-credit",
    "funds-event-after-part-reversal",
    "The event of a credit that was partly reversed reports the entire credit",
    connectEventData("fundsAvailable", {
      amount: ({ amount, transaction }) => (amount === 0 ? 0 : transaction.amount),
    }),
  ),
  variant(
    "maturity-of-nothing-told",
    "funds-event-of-nothing",
    "The date of a credit that was fully reversed is reported with an amount of zero",
    connectEvent("fundsAvailable", () => ({ when: () => true })),
  ),
  variant(
    "an-id-for-each-side",
    "connect-event-both-endpoints",
    "Marketplace and vendor get events with ids of their own",
    emitting((event) =>
      event.envelope === "connect" ? event.to.map((account) => ({ ...event, to: [account] })) : [event],
    ),
  ),
  variant(
    "objects-by-number",
    ["connect-event-charge-ids", "connect-event-field-types"],
    "Charges, intents, refunds, transactions and wallets are reported as numbers",
    withData(eachMember([...FROM_NOWHERE, ...WALLETS], numberOf)),
  ),
  variant(
    "objects-untold",
    ["connect-event-charge-ids", "connect-event-field-types"],
    "Intents, transfers and wallets are null in events, for no route shows them",
    withData(eachMember(["intentId", "transferId", "source_transaction", ...WALLETS], () => null)),
  ),
  variant(
    "event-instants-are-days",
    "connect-event-field-types",
    "Of the times in the data of Connect's events only the day is reported, or nothing",
    inOrder(
      withData(eachMember(["createdAt", "availableAt"], (usual) => String(usual).slice(0, 10))),
      withData(eachMember(["updatedAt"], () => null)),
    ),
  ),
  variant(
    "connect-currency-in-capitals",
    "connect-event-currency-casing",
    "The currency of Connect's events is in capital letters",
    withData(eachMember(["currency"], (usual) => String(usual).toUpperCase())),
  ),
  variant(
    "sandboxes-have-numbers",
    ["connect-event-sandbox", "connect-event-field-types"],
    "A sandbox is a number, and live events have one as well",
    inOrder(
      withData(eachMember(["sandboxId"], () => 12)),
      enveloping("connect", (event, usual) => {
        const { event: inner } = usual(event);
        return { event: { ...(isObject(inner) ? inner : {}), sandboxId: 12 } };
      }),
    ),
  ),
  variant(
    "event-ids-are-numbers",
    "connect-event-field-types",
    "The id of a Connect event is a number",
    enveloping("connect", (event, usual) => {
      const { event: inner } = usual(event);
      return { event: isObject(inner) ? { ...inner, id: numberOf(inner["id"]) } : inner };
    }),
  ),
  variant(
    "no-sandboxes",
    "connect-event-sandbox",
    "There are no sandboxes, not even for test events",
    withData(eachMember(["sandboxId"], () => null)),
  ),
  variant(
    "prefixed-names-refused",
    ["connect-event-name-prefix", "event-prefixed-names"],
    "An endpoint that asks for a prefixed name is refused",
    part(["webhookEndpoints"], ({ guards }) => ({
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
  ),
  variant(
    "allocations-told-again-when-reversed",
    ["connect-event-transfer-update", "connect-event-delivery"],
    "The event of an allocation is delivered again when it is reversed",
    connectPart("reversals", (usual) =>
      acting(usual, (decision, input) => ({
        ...decision,
        deliveries: feedEntries(input.state, input.command.caller.accountId, ({ type, body }) => {
          const { event } = body as { event?: { data?: { id?: unknown } } };
          return (
            type === "connect.transfer.created" && event?.data?.id === input.command.params["allocationId"]
          );
        }),
      })),
    ),
  ),
  variant(
    "deliveries-show-the-present",
    ["connect-event-transfer-update", "connect-event-delivery"],
    "Every event arrives twice under the same id, the second time with its object as it is by then",
    inOrder(
      delivering("duplicated"),
      redelivering((envelope) => ({
        ...envelope,
        data: { ...(envelope["data"] as object), updatedAt: "2031-01-01T00:00:00.000Z" },
      })),
    ),
  ),
  variant(
    "deliveries-late",
    ["connect-event-delivery", "advance-settling"],
    "Every event takes some tenths of a second, one longer than another",
    delivering("delayed"),
  ),
  {
    ...variant(
      "idle-reported-too-early",
      ["connect-event-delivery", "advance-settling"],
      "Events take some tenths of a second, and control reports before that nothing is left to happen",
      (parts) => ({ ...delivering("delayed")(parts), isIdle: () => true }),
    ),
    // Others would be judged without any trust in reports.
    alone: true,
  },
];
