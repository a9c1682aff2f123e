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

/** The facts from which an event is created. */
type FactsOf<Key extends Name> = ConnectEvents[Key] extends EventParts<infer Facts> ? Facts : never;

/** Changes one event of Connect. `change` is called once for each emulator, so it may have state. */
export const connectEvent = <Key extends Name>(event: Key, change: PartChange<ConnectEvents[Key]>): Replace =>
  part(["connect", "events", event], change as PartChange<unknown>);

/** Maps a vendor to the first vendor of its marketplace that was passed in. */
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

/** Changes the data of one event. */
export const connectEventData = <Key extends Name>(
  event: Key,
  change: Readonly<Record<string, (facts: FactsOf<Key>) => unknown>>,
): Replace => part(["connect", "events", event, "data"], () => change as object);

/** An event where the document has none. */
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

/** Adds events to a decision, before its own. */
export const alsoEmitting = (decision: Decision, events: readonly EventDraft[]): Decision => ({
  ...decision,
  events: [...events, ...(decision.events ?? [])],
});

/** Emits an event for reversals that one guard refuses. */
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

/** Changes the second copy of doubled deliveries. */
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
