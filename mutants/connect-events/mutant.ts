import type { EventParts } from "../../emulator/areas/connect/announce.ts";
import type { ConnectEvents } from "../../emulator/areas/connect/events.ts";
import { type Fault, type Mutant, mutant } from "../mutant.ts";
import { withEvent } from "./parts.ts";

type Name = keyof ConnectEvents;

/** What the event of a name is made from. */
type FactsOf<Key extends Name> = ConnectEvents[Key] extends EventParts<infer Facts> ? Facts : never;

/** A mutant of one event of Connect. `change` is called once for each emulator, so that it may remember. */
export const eventMutant = <Key extends Name>(
  fault: Fault,
  event: Key,
  change: (usual: ConnectEvents[Key]) => Partial<ConnectEvents[Key]>,
): Mutant => mutant(fault, (parts) => withEvent(parts, event, change));

/** A mutant of fields in one event's data. */
export const eventDataMutant = <Key extends Name>(
  fault: Fault,
  event: Key,
  change: Readonly<Record<string, (facts: FactsOf<Key>) => unknown>>,
): Mutant =>
  eventMutant(
    fault,
    event,
    (usual) => ({ data: { ...usual.data, ...change } }) as Partial<ConnectEvents[Key]>,
  );

/** True for the first of each name, remembered. */
export function firsts(): (name: string) => boolean {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return false;
    known.add(name);
    return true;
  };
}
