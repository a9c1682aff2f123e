import type { EventParts } from "../../emulator/areas/connect/announce.ts";
import type { ConnectEvents } from "../../emulator/areas/connect/events.ts";
import { type Allocation, allocations } from "../../emulator/areas/connect/records.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { refusing } from "../connect/parts.ts";
import type { Replace } from "../mutant.ts";
import { entry, type PartChange, part } from "../part.ts";

type Name = keyof ConnectEvents;

/** What the event of a name is made from. */
type FactsOf<Key extends Name> = ConnectEvents[Key] extends EventParts<infer Facts> ? Facts : never;

/** One event of Connect replaced. `change` is called once for each emulator, so that it may remember. */
export const connectEvent = <Key extends Name>(event: Key, change: PartChange<ConnectEvents[Key]>): Replace =>
  part(["connect", "events", event], change as PartChange<unknown>);

/** Gives, for a vendor, the first vendor of its marketplace that it was asked for. */
export const firstOfMarketplace = (): ((vendor: Vendor) => string) => {
  const first = new Map<string, string>();
  return ({ id, accountId }) => {
    const known = first.get(accountId) ?? id;
    first.set(accountId, known);
    return known;
  };
};

/** Emits an event for the first vendor of a marketplace only. */
export function forFirstVendor<Facts extends { readonly vendor: Vendor }>({ when }: EventParts<Facts>) {
  const first = firstOfMarketplace();
  return { when: (facts: Facts) => when(facts) && first(facts.vendor) === facts.vendor.id };
}

/** Fields of one event's data replaced. */
export const connectEventData = <Key extends Name>(
  event: Key,
  change: Readonly<Record<string, (facts: FactsOf<Key>) => unknown>>,
): Replace => part(["connect", "events", event, "data"], () => change as object);

/** A documented event that is not documented here. */
export const draft = (
  type: string,
  { id, accountId, mode }: Pick<Vendor, "id" | "accountId" | "mode">,
  data: EventDraft["data"],
): EventDraft => ({
  type,
  accountId: id,
  mode,
  envelope: "connect",
  data: { account: id, ...data },
  to: [accountId, id],
});

/** A decision that reports more; what is added comes first. */
export const alsoEmitting = (decision: Decision, events: readonly EventDraft[]): Decision => ({
  ...decision,
  events: [...events, ...(decision.events ?? [])],
});

/** Reversals that one guard refuses, and that nevertheless emit an event. */
export const emittingForRefusedReversals = (
  guard: string,
  type: string,
  dataOf: (allocation: Allocation) => EventDraft["data"],
): Replace =>
  refusing("reversals", guard, (refusal, { state, command }) => {
    const allocation = state.get(allocations, command.params["allocationId"] ?? "");
    const vendor = allocation === undefined ? undefined : state.get(vendors, allocation.vendor);
    return allocation === undefined || vendor === undefined
      ? refusal
      : alsoEmitting(refusal, [draft(type, vendor, dataOf(allocation))]);
  });

export type Envelope = Readonly<Record<string, unknown>>;

/** The parts with the second copy of doubled deliveries changed. */
export function redelivering(change: (envelope: Envelope) => Envelope): Replace {
  return entry(
    "deliveryPlans",
    "duplicated",
    (duplicated) => (due, ids) =>
      duplicated(due, ids).map((planned, index) => {
        const { delivery } = planned;
        const { event } = delivery.entry.body as { event?: Envelope };
        if (index % 2 === 0 || event === undefined) return planned;
        const body = { ...delivery.entry.body, event: change(event) };
        return { ...planned, delivery: { ...delivery, entry: { ...delivery.entry, body } } };
      }),
  );
}
