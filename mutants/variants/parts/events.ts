import { type Replace, inOrder } from "../../mutant.ts";
import type { EventDraft } from "../../../emulator/kernel/events.ts";
import type { Effects } from "../../../emulator/kernel/types.ts";
import { part, everyEntry } from "../../part.ts";

export type Data = Readonly<Record<string, unknown>>;

/** Changes every event, of routes and of timers. */
export const emitting = (change: (event: EventDraft) => readonly EventDraft[]): Replace =>
  withEffects((effects) =>
    effects.events === undefined ? effects : { ...effects, events: effects.events.flatMap(change) },
  );

/** Changes the effects of every decision, of routes and of timers. */
export const withEffects = (change: <E extends Effects>(effects: E) => E): Replace =>
  inOrder(
    part([], ({ transact }) => ({
      transact: (decide, commit, operation) => transact(() => change(decide()), commit, operation),
    })),
    everyEntry("timers", (handle) => (context) => change(handle(context))),
  );

/** Changes the data of Connect's events. */
export const withData = (change: (data: Data, type: string) => Data): Replace =>
  emitting((event) => [
    event.envelope === "connect" ? { ...event, data: change(event.data, event.type) } : event,
  ]);

/** Replaces the members of an event with these names. */
export const eachMember =
  (names: readonly string[], value: (usual: unknown, data: Data) => unknown) =>
  (changed: Data): Data =>
    Object.fromEntries(
      Object.entries(changed).map(([name, usual]) => [
        name,
        names.includes(name) ? value(usual, changed) : usual,
      ]),
    );

export const delivering = (usualDelivery: string): Replace =>
  part(["webhookEndpoints"], () => ({ usualDelivery }));
