import type { Parts } from "../../emulator/index.ts";
import type { ConnectEvents } from "../../emulator/areas/connect/events.ts";
import { type Allocation, allocations } from "../../emulator/areas/connect/records.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { connecting, refusing, reversing } from "../connect/parts.ts";

type Name = keyof ConnectEvents;

/** The parts with one event changed. */
export const withEvent = <Key extends Name>(
  parts: Parts,
  event: Key,
  change: (usual: ConnectEvents[Key]) => Partial<ConnectEvents[Key]>,
): Parts =>
  connecting(parts, ({ events }) => ({
    events: {
      ...events,
      [event]: { ...events[event], ...change(events[event]) },
    },
  }));

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
  parts: Parts,
  guard: string,
  type: string,
  dataOf: (allocation: Allocation) => EventDraft["data"],
): Parts =>
  reversing(parts, (usual) =>
    refusing(usual, guard, (refusal, { state, command }) => {
      const allocation = state.get(allocations, command.params["allocationId"] ?? "");
      const vendor = allocation === undefined ? undefined : state.get(vendors, allocation.vendor);
      return allocation === undefined || vendor === undefined
        ? refusal
        : alsoEmitting(refusal, [draft(type, vendor, dataOf(allocation))]);
    }),
  );

export type Envelope = Readonly<Record<string, unknown>>;

/** The parts with the second copy of doubled deliveries changed. */
export function redelivering(parts: Parts, change: (envelope: Envelope) => Envelope): Parts {
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
