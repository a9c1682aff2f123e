import { vendors } from "../../emulator/areas/connect/vendor.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import { acting, allocating, connecting } from "../connect/parts.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { eventDataMutant, eventMutant } from "./mutant.ts";
import { draft, withEvent } from "./parts.ts";

/** Every event of an allocation, and another that is derived from it. */
const withAnother =
  (make: (event: EventDraft) => EventDraft) =>
  (events: readonly EventDraft[] = []) => [
    ...events,
    ...events.filter(({ type }) => type === "connect.transfer.created").map(make),
  ];

/** When events come, to whom, and how often, wrongly (§6, §6.2). */
export const deliveryMutants: readonly Mutant[] = [
  eventMutant(
    {
      id: "maturity-told-to-nobody",
      violates: "connect-events/maturity-emits-funds-available",
      summary: "No maturity is reported.",
    },
    "fundsAvailable",
    () => ({ when: () => false }),
  ),
  eventMutant(
    {
      id: "maturity-of-the-first-told",
      violates: "connect-events/maturity-emits-funds-available",
      summary: "Only the first credit of a vendor is reported when it matures.",
      subtle: true,
    },
    "fundsAvailable",
    () => {
      const seen = new Set<string>();
      return {
        when: ({ vendor }) => !seen.has(vendor.id) && seen.add(vendor.id).size > 0,
      };
    },
  ),
  eventMutant(
    {
      id: "maturity-of-the-marketplace",
      violates: "connect-events/funds-available-names-the-vendor",
      summary: "The event of a maturity is about the marketplace.",
    },
    "fundsAvailable",
    () => ({ account: ({ vendor }) => vendor.accountId }),
  ),
  eventDataMutant(
    {
      id: "maturity-in-another-currency",
      violates: "connect-events/funds-available-is-the-credit",
      summary: "The event of a maturity reports the other CFA franc.",
    },
    "fundsAvailable",
    { currency: () => "xof" },
  ),
  eventDataMutant(
    {
      id: "maturity-in-hundreds",
      violates: "connect-events/funds-available-is-the-credit",
      summary: "The event of a maturity reports its amount in full hundreds.",
      subtle: true,
    },
    "fundsAvailable",
    { amount: ({ amount }) => Math.floor(amount / 100) * 100 },
  ),
  mutant(
    {
      id: "funds-told-while-pending",
      violates: "connect-events/pending-credit-emits-no-funds-available",
      summary: "Funds are reported as available as soon as they are allocated.",
    },
    (parts) =>
      allocating(parts, (usual) =>
        acting(usual, (decision) => ({
          ...decision,
          events: withAnother((event) => ({
            ...event,
            type: "connect.funds.available",
            data: {
              account: event.accountId,
              wallet: "w",
              amount: event.data["amount"],
              currency: "xaf",
              source_transaction: "t",
            },
          }))(decision.events),
        })),
      ),
  ),
  eventMutant(
    {
      id: "marketplace-hears-nothing",
      violates: "connect-events/marketplace-endpoint-receives",
      summary: "Only the vendor hears of an allocation.",
    },
    "transferCreated",
    () => ({ to: ({ vendor }) => [vendor.id] }),
  ),
  eventMutant(
    {
      id: "vendor-hears-nothing",
      violates: "connect-events/vendor-endpoint-receives",
      summary: "Only the marketplace hears of an allocation.",
    },
    "transferCreated",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  mutant(
    {
      id: "everybody-hears",
      violates: "connect-events/other-marketplace-receives-nothing",
      summary: "All marketplaces hear of an allocation.",
    },
    (parts) => {
      const accounts: string[] = [];
      const { connect } = parts.merchantSetups;
      const changed = withEvent(parts, "transferCreated", ({ to }) => ({
        to: (facts) => [...to(facts), ...accounts],
      }));
      return {
        ...changed,
        merchantSetups: {
          ...parts.merchantSetups,
          connect: (merchant, options, context) => {
            accounts.push(merchant.id);
            return connect?.(merchant, options, context) ?? {};
          },
        },
      };
    },
  ),
  mutant(
    {
      id: "one-name-subscribes-to-all",
      violates: "connect-events/exact-name-subscribes",
      summary: "An endpoint for one event about transfers receives all of them.",
    },
    (parts) => {
      const family = (name: string): string => name.split(".").slice(0, 2).join(".");
      return {
        ...parts,
        wants: (endpoint, event) => endpoint.events.some((name) => family(name) === family(event.type)),
      };
    },
  ),
  mutant(
    {
      id: "prefixed-name-subscribes",
      violates: "connect-events/prefixed-name-matches-nothing",
      summary: "A name with the prefix `evt.` subscribes as well.",
    },
    (parts) => ({
      ...parts,
      wants: (endpoint, event) =>
        parts.wants(
          {
            ...endpoint,
            events: endpoint.events.map((name) => name.replace(/^evt\./, "")),
          },
          event,
        ),
    }),
  ),
  mutant(
    {
      id: "redelivery-under-another-id",
      violates: "connect-events/redelivery-keeps-the-id",
      summary: "An event that is delivered again has another id.",
    },
    (parts) =>
      again(parts, (envelope) => ({
        ...envelope,
        id: `${String(envelope["id"])}again`,
      })),
  ),
  mutant(
    {
      id: "vendor-creation-told",
      violates: "connect-events/vendor-creation-emits-nothing",
      summary: "The creation of a vendor is reported.",
    },
    (parts) => emittingCreation(parts),
  ),
  mutant(
    {
      id: "vendor-creation-emitted-after-idle",
      violates: "connect-events/vendor-creation-emits-nothing",
      summary:
        "The creation of a vendor is emitted a moment after control reported that nothing is left to happen.",
      subtle: true,
    },
    (parts) => late(emittingCreation(parts), "connect.account.created"),
  ),
  mutant(
    {
      id: "vendor-change-told",
      violates: "connect-events/vendor-change-emits-nothing",
      summary: "What a vendor is allocated is reported as a change of the vendor.",
    },
    (parts) =>
      allocating(parts, (usual) =>
        acting(usual, (decision, { state, command }) => {
          const named = isObject(command.body) ? String(command.body["destination"]) : "";
          const vendor = state.get(vendors, named);
          return vendor === undefined
            ? decision
            : {
                ...decision,
                events: [
                  ...(decision.events ?? []),
                  draft("connect.account.updated", vendor, { id: vendor.id }),
                ],
              };
        }),
      ),
  ),
];

/** Later than any report that nothing is left, and within a settling time, ms. */
const LATE_MS = 100;

type Parts = Parameters<Mutant["replace"]>[0];
type Envelope = Readonly<Record<string, unknown>>;

/** The parts that emit an event when a vendor is created. */
function emittingCreation(parts: Parts): Parts {
  return connecting(parts, ({ createAccount }) => ({
    createAccount: {
      ...createAccount,
      ...acting(createAccount, (decision, { command }) => {
        const id = isObject(decision.answer.body) ? String(decision.answer.body["id"]) : "";
        return {
          ...decision,
          events: [draft("connect.account.created", { id, ...command.caller }, { id })],
        };
      }),
    },
  }));
}

/** The parts that send events of a name late, and report idle before that. */
function late(parts: Parts, type: string): Parts {
  const { ordered } = parts.deliveryPlans;
  if (ordered === undefined) throw new Error("the emulator has no ordered deliveries");
  return {
    ...parts,
    isIdle: () => true,
    deliveryPlans: {
      ...parts.deliveryPlans,
      ordered: (due, ids) =>
        ordered(due, ids).map((planned) =>
          planned.delivery.entry.type === type ? { ...planned, delay: LATE_MS } : planned,
        ),
    },
  };
}

/** The parts with the second copy of doubled deliveries changed. */
export function again(parts: Parts, change: (envelope: Envelope) => Envelope): Parts {
  const { duplicated } = parts.deliveryPlans;
  if (duplicated === undefined) throw new Error("the emulator doubles no deliveries");
  return {
    ...parts,
    deliveryPlans: {
      ...parts.deliveryPlans,
      duplicated: (due, ids) =>
        duplicated(due, ids).map((planned, index) => {
          const { delivery } = planned;
          const { event } = delivery.entry.body as { event?: Envelope };
          if (index % 2 === 0 || event === undefined) return planned;
          const body = { ...delivery.entry.body, event: change(event) };
          return {
            ...planned,
            delivery: { ...delivery, entry: { ...delivery.entry, body } },
          };
        }),
    },
  };
}
