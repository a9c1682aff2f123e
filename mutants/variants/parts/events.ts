import type { Parts } from "../../../emulator/index.ts";
import type { EventDraft } from "../../../emulator/kernel/events.ts";
import type { Effects } from "../../../emulator/kernel/types.ts";

export type Data = Readonly<Record<string, unknown>>;

/** Every event on its way out, changed: what a route decides and what happens with time. */
export function emitting(parts: Parts, change: (event: EventDraft) => readonly EventDraft[]): Parts {
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
export const withData = (parts: Parts, change: (data: Data, type: string) => Data): Parts =>
  emitting(parts, (event) => [
    event.envelope === "connect" ? { ...event, data: change(event.data, event.type) } : event,
  ]);

/** The members of that name that an event has, replaced. */
export const eachMember =
  (names: readonly string[], value: (usual: unknown, data: Data) => unknown) =>
  (told: Data): Data =>
    Object.fromEntries(
      Object.entries(told).map(([name, usual]) => [name, names.includes(name) ? value(usual, told) : usual]),
    );

export const delivering = (parts: Parts, usualDelivery: string): Parts => ({
  ...parts,
  webhookEndpoints: { ...parts.webhookEndpoints, usualDelivery },
});
