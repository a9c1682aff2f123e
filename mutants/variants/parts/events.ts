import type { Replace } from "../../mutant.ts";
import type { EventDraft } from "../../../emulator/kernel/events.ts";
import type { Effects } from "../../../emulator/kernel/types.ts";

export type Data = Readonly<Record<string, unknown>>;

/** The parts with every emitted event changed, from routes and from timers. */
export function emitting(change: (event: EventDraft) => readonly EventDraft[]): Replace {
  return (parts) => {
    const changed = <E extends Effects>(effects: E): E =>
      effects.events === undefined ? effects : { ...effects, events: effects.events.flatMap(change) };
    return {
      ...parts,
      transact: (decide, commit, operation) => parts.transact(() => changed(decide()), commit, operation),
      timers: Object.fromEntries(
        Object.entries(parts.timers).map(([kind, handle]) => [kind, (context) => changed(handle(context))]),
      ),
    };
  };
}

/** The data of Connect's events, changed. */
export const withData = (change: (data: Data, type: string) => Data): Replace =>
  emitting((event) => [
    event.envelope === "connect" ? { ...event, data: change(event.data, event.type) } : event,
  ]);

/** The members of that name that an event has, replaced. */
export const eachMember =
  (names: readonly string[], value: (usual: unknown, data: Data) => unknown) =>
  (changed: Data): Data =>
    Object.fromEntries(
      Object.entries(changed).map(([name, usual]) => [
        name,
        names.includes(name) ? value(usual, changed) : usual,
      ]),
    );

export const delivering =
  (usualDelivery: string): Replace =>
  (parts) => ({
    ...parts,
    webhookEndpoints: { ...parts.webhookEndpoints, usualDelivery },
  });
