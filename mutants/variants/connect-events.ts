import { transactions } from "../../emulator/areas/connect/transactions.ts";
import type { Parts } from "../../emulator/index.ts";
import { only, validationFailed } from "../../emulator/kernel/answers.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { TimerHandler } from "../../emulator/kernel/parts.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import { acting, reversing } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { variant } from "./parts/variant.ts";
import { feedEntries } from "./redelivery.ts";

type Data = Readonly<Record<string, unknown>>;

/** Every event on its way out, changed: what a route decides and what time brings about. */
export function telling(parts: Parts, change: (event: EventDraft) => readonly EventDraft[]): Parts {
  const told = <E extends Effects>(effects: E): E =>
    effects.events === undefined ? effects : { ...effects, events: effects.events.flatMap(change) };
  return {
    ...parts,
    transact: (decide, commit, operation) => parts.transact(() => told(decide()), commit, operation),
    timers: Object.fromEntries(
      Object.entries(parts.timers).map(([kind, handle]) => [kind, (context) => told(handle(context))]),
    ),
  };
}

/** The data of Connect's events, changed. */
export const data = (parts: Parts, change: (data: Data, type: string) => Data): Parts =>
  telling(parts, (event) => [
    event.envelope === "connect" ? { ...event, data: change(event.data, event.type) } : event,
  ]);

/** The members of that name that an event has, replaced. */
export const members =
  (names: readonly string[], value: (usual: unknown, data: Data) => unknown) =>
  (told: Data): Data =>
    Object.fromEntries(
      Object.entries(told).map(([name, usual]) => [name, names.includes(name) ? value(usual, told) : usual]),
    );

const isCamel = (told: Data): boolean => "controllerAccountId" in told;

const WALLETS = ["sourceWalletId", "destinationWalletId", "wallet"];
const FROM_NOWHERE = ["chargeId", "intentId", "transferId", "charge", "refund", "source_transaction"];

const numberOf = (text: unknown): number =>
  [...String(text)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);

const isFunds = ({ type }: EventDraft): boolean => type === "connect.funds.available";

/** Credits of one wallet that mature within a second are told by one event, with their sum. */
function maturingTogether(parts: Parts): Parts {
  const untold = new Map<string, number>();
  const grouped =
    (handle: TimerHandler): TimerHandler =>
    (context) => {
      const effects = handle(context);
      const events = (effects.events ?? []).flatMap((event) => {
        if (!isFunds(event)) return [event];
        const wallet = String(event.data["wallet"]);
        const amount = (untold.get(wallet) ?? 0) + Number(event.data["amount"]);
        const others = context.state
          .find(transactions, "unripe", wallet)
          .filter(
            ({ id, availableAt }) =>
              id !== context.timer.subject && (availableAt ?? Infinity) <= context.now + 1_000,
          );
        untold.set(wallet, others.length > 0 ? amount : 0);
        return others.length > 0 ? [] : [{ ...event, data: { ...event.data, amount } }];
      });
      return { ...effects, events };
    };
  return {
    ...parts,
    timers: Object.fromEntries(Object.entries(parts.timers).map(([kind, handle]) => [kind, grouped(handle)])),
  };
}

/** Open points about Connect's events (§6, §6.2). */
export const connectEventVariants: readonly Variant[] = [
  variant(
    "maturities-told-together",
    "funds-event-grouping",
    "One event tells of all credits of a wallet that become available within a second",
    maturingTogether,
  ),
  variant(
    "vendor-as-an-object",
    "connect-event-account-field",
    "The account in the data of every event is an object",
    (parts) => data(parts, (told) => ({ ...told, account: { id: told["account"], kind: "vendor" } })),
  ),
  variant(
    "account-of-the-marketplace",
    "connect-event-account-field",
    "The account of events in camelCase is the marketplace's",
    (parts) =>
      data(parts, (told) => (isCamel(told) ? { ...told, account: told["controllerAccountId"] } : told)),
  ),
  variant(
    "maturity-of-nothing-told",
    "funds-event-of-nothing",
    "The date of a credit that was wholly taken back is told with an amount of zero",
    (parts) => ({
      ...parts,
      connect: {
        ...parts.connect,
        events: {
          ...parts.connect.events,
          fundsAvailable: { ...parts.connect.events.fundsAvailable, when: () => true },
        },
      },
    }),
  ),
  variant(
    "an-id-for-each-side",
    "connect-event-both-endpoints",
    "Marketplace and vendor get events with ids of their own",
    (parts) =>
      telling(parts, (event) =>
        event.envelope === "connect" ? event.to.map((account) => ({ ...event, to: [account] })) : [event],
      ),
  ),
  variant(
    "objects-by-number",
    ["connect-event-charge-ids", "connect-event-field-types"],
    "Charges, intents, refunds, transactions and wallets are told as numbers",
    (parts) => data(parts, members([...FROM_NOWHERE, ...WALLETS], numberOf)),
  ),
  variant(
    "objects-untold",
    ["connect-event-charge-ids", "connect-event-field-types"],
    "Intents, transfers and wallets are null in events, for no route shows them",
    (parts) =>
      data(
        parts,
        members(["intentId", "transferId", "source_transaction", ...WALLETS], () => null),
      ),
  ),
  variant(
    "event-instants-are-days",
    "connect-event-field-types",
    "Of the instants in the data of Connect's events only the day is told, or nothing",
    (parts) =>
      data(
        data(
          parts,
          members(["createdAt", "availableAt"], (usual) => String(usual).slice(0, 10)),
        ),
        members(["updatedAt"], () => null),
      ),
  ),
  variant(
    "connect-currency-in-capitals",
    "connect-event-currency-casing",
    "The currency of Connect's events is in capital letters",
    (parts) =>
      data(
        parts,
        members(["currency"], (usual) => String(usual).toUpperCase()),
      ),
  ),
  variant(
    "sandboxes-have-numbers",
    ["connect-event-sandbox", "connect-event-field-types"],
    "A sandbox is a number, and live events have one as well",
    (parts) => {
      const { connect } = parts.envelopes;
      const changed = data(
        parts,
        members(["sandboxId"], () => 12),
      );
      return connect === undefined
        ? changed
        : {
            ...changed,
            envelopes: {
              ...changed.envelopes,
              connect: (event) => {
                const { event: inner } = connect(event);
                return { event: { ...(isObject(inner) ? inner : {}), sandboxId: 12 } };
              },
            },
          };
    },
  ),
  variant(
    "event-ids-are-numbers",
    "connect-event-field-types",
    "The id of a Connect event is a number",
    (parts) => {
      const { connect } = parts.envelopes;
      if (connect === undefined) throw new Error("there are no Connect events");
      return {
        ...parts,
        envelopes: {
          ...parts.envelopes,
          connect: (event) => {
            const { event: inner } = connect(event);
            return { event: isObject(inner) ? { ...inner, id: numberOf(inner["id"]) } : inner };
          },
        },
      };
    },
  ),
  variant(
    "no-sandboxes",
    "connect-event-sandbox",
    "There are no sandboxes, not even for test events",
    (parts) =>
      data(
        parts,
        members(["sandboxId"], () => null),
      ),
  ),
  variant(
    "prefixed-names-refused",
    ["connect-event-name-prefix", "event-prefixed-names"],
    "An endpoint that asks for a prefixed name is refused",
    (parts) => ({
      ...parts,
      webhookEndpoints: {
        ...parts.webhookEndpoints,
        guards: [
          ...parts.webhookEndpoints.guards,
          {
            name: "prefix",
            refuse: ({ command }) => {
              const events = isObject(command.body) ? command.body["events"] : undefined;
              const prefixed =
                Array.isArray(events) && events.some((name) => String(name).startsWith("evt."));
              return prefixed
                ? only(validationFailed(422, [{ rule: "in", field: "events", message: "No such event" }]))
                : undefined;
            },
          },
        ],
      },
    }),
  ),
  variant(
    "allocations-told-again-when-reversed",
    ["connect-event-transfer-update", "connect-event-delivery"],
    "The event of an allocation is delivered again when it is reversed",
    (parts) =>
      reversing(parts, (usual) =>
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
    "events-with-further-members",
    "event-casing-defect",
    "Every event has further members; those of Connect's in a casing that its description does not have",
    (parts) =>
      telling(parts, (event) => [
        {
          ...event,
          data: {
            ...event.data,
            traceReference: "t",
            ...(event.envelope === "connect" ? { trace_reference: "t", Links: [{ HREF: "x" }] } : {}),
          },
        },
      ]),
  ),
  variant(
    "payouts-tell-their-end",
    "disbursement-events",
    "The end of a disbursement is told by an event that no section lists",
    (parts) => {
      const settle = parts.timers["disbursement.settle"];
      if (settle === undefined) throw new Error("disbursements do not settle");
      return {
        ...parts,
        timers: {
          ...parts.timers,
          "disbursement.settle": (context) => {
            const effects = settle(context);
            const { accountId, subject, payload } = context.timer;
            const event: EventDraft = {
              type: `disbursement.${String(payload["outcome"])}`,
              accountId,
              mode: "test",
              envelope: "subscription",
              data: { disbursementId: subject },
              to: [accountId],
            };
            return { ...effects, events: [...(effects.events ?? []), event] };
          },
        },
      };
    },
  ),
];
