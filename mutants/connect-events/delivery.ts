import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import type { Event } from "../../emulator/kernel/events.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import { acting, allocating, connecting } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { isObject, mutant } from "../shared/answers.ts";
import { alsoTelling, bodyOf, draft, firsts, plain, subtle } from "./telling.ts";

type Envelope = Parts["envelopes"][string];

/** The parts with the envelope of Connect's events changed. */
const wrapping = (parts: Parts, change: (event: Event, usual: Envelope) => Event): Parts => {
  const usual = parts.envelopes["connect"];
  if (usual === undefined) throw new Error("Connect has no envelope");
  return {
    ...parts,
    envelopes: { ...parts.envelopes, connect: (event) => usual(change(event, usual)) },
  };
};

const familyOf = (name: string): string => name.split(".").slice(0, 2).join(".");

/** Who receives the events of Connect, and as what, wrongly (§6, §6.2). */
export const deliveryMutants: readonly Mutant[] = [
  mutant(
    {
      id: "events-by-family",
      kills: "connect-events/exact-name-subscribes",
      lie: "An endpoint gets every event of the families that its names belong to.",
      subtle: true,
    },
    (parts) => ({
      ...parts,
      wants: (endpoint, event) =>
        parts.wants(endpoint, event) || endpoint.events.map(familyOf).includes(familyOf(event.type)),
    }),
  ),
  mutant(
    {
      id: "events-by-prefixed-name",
      kills: "connect-events/prefixed-name-matches-nothing",
      lie: "A name with evt. before it subscribes, too.",
      subtle: true,
    },
    (parts) => ({
      ...parts,
      wants: (endpoint, event) =>
        parts.wants(endpoint, event) || endpoint.events.includes(`evt.${event.type}`),
    }),
  ),
  plain(
    "transfer-reversed-for-the-vendor-alone",
    "marketplace-endpoint-receives",
    "transferReversed",
    "Only the vendor is told of a reversal.",
    () => ({ to: ({ vendor }) => [vendor.id] }),
  ),
  subtle(
    "transfer-created-for-the-marketplace-alone",
    "vendor-endpoint-receives",
    "transferCreated",
    "Only the marketplace is told of an allocation.",
    () => ({ to: ({ vendor }) => [vendor.accountId] }),
  ),
  mutant(
    {
      id: "transfer-created-for-everybody",
      kills: "connect-events/other-marketplace-receives-nothing",
      lie: "Every merchant is told of an allocation.",
    },
    (parts) =>
      allocating(parts, (usual) =>
        acting(usual, (decision, { state }) => ({
          ...decision,
          events: (decision.events ?? []).map((event) => ({
            ...event,
            to: [...event.to, ...state.all(merchants).map(({ id }) => id)],
          })),
        })),
      ),
  ),
  mutant(
    {
      id: "connect-event-type-prefixed",
      kills: "connect-events/type-has-no-prefix",
      lie: "The type of Connect's events begins with evt.",
    },
    (parts) => wrapping(parts, (event) => ({ ...event, type: `evt.${event.type}` })),
  ),
  mutant(
    {
      id: "reversals-of-one-allocation-share-their-id",
      kills: "connect-events/ids-are-distinct",
      lie: "The events of an allocation's reversals share one id.",
      subtle: true,
    },
    (parts) => {
      const known = new Map<unknown, string>();
      return wrapping(parts, (event) => {
        const about = event.data["connectTransferId"];
        if (about === undefined) return event;
        const id = known.get(about) ?? event.id;
        known.set(about, id);
        return { ...event, id };
      });
    },
  ),
  mutant(
    {
      id: "repeated-delivery-with-another-id",
      kills: "connect-events/redelivery-keeps-the-id",
      lie: "The repetition of a delivery has an id of its own.",
      subtle: true,
    },
    (parts) => {
      const usual = parts.deliveryPlans["duplicated"];
      if (usual === undefined) throw new Error("no plan repeats deliveries");
      return {
        ...parts,
        deliveryPlans: {
          ...parts.deliveryPlans,
          duplicated: (due, ids) => {
            const first = firsts();
            return usual(due, ids).map((planned) => {
              const { delivery } = planned;
              const { body, eventId } = delivery.entry;
              if (first(eventId) || !isObject(body["event"])) return planned;
              const renamed = { ...body, event: { ...body["event"], id: ids.id(parts.eventPrefix) } };
              return { ...planned, delivery: { ...delivery, entry: { ...delivery.entry, body: renamed } } };
            });
          },
        },
      };
    },
  ),
  mutant(
    {
      id: "vendor-creation-told",
      kills: "connect-events/vendor-creation-emits-nothing",
      lie: "A new vendor is told as an event of its own.",
    },
    (parts) =>
      connecting(parts, ({ createAccount }) => ({
        createAccount: {
          ...createAccount,
          ...acting(createAccount, (decision, { command }) => {
            const id = isObject(decision.answer.body) ? String(decision.answer.body["id"]) : "";
            const { accountId, mode } = command.caller;
            return alsoTelling(decision, [draft("connect.account.created", { id, accountId, mode }, { id })]);
          }),
        },
      })),
  ),
  mutant(
    {
      id: "vendor-change-told-with-the-next-allocation",
      kills: "connect-events/vendor-change-emits-nothing",
      lie: "What became of a vendor's file is told with its next allocation.",
      subtle: true,
    },
    (parts) => {
      const first = firsts();
      const changed = (vendor: Vendor | undefined): vendor is Vendor =>
        vendor !== undefined && vendor.fileStatus !== null && first(`${vendor.id} ${vendor.fileStatus}`);
      return allocating(parts, (usual) =>
        acting(usual, (decision, input) => {
          const vendor = input.state.get(vendors, String(bodyOf(input)["destination"]));
          return changed(vendor)
            ? alsoTelling(decision, [draft("connect.account.updated", vendor, { id: vendor.id })])
            : decision;
        }),
      );
    },
  ),
];
