import type { ConnectEvents } from "../../emulator/areas/connect/events.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import { telling } from "./parts.ts";

/** One event of Connect, by its part. */
export type EventKey = keyof ConnectEvents;

/** A lie in one event: its id, the rule, which event, what it is, and the event's part as it is then. */
type Lying = <Key extends EventKey>(
  id: string,
  rule: string,
  key: Key,
  summary: string,
  /** Called for each emulator anew, so that it may remember. */
  change: (usual: ConnectEvents[Key]) => Partial<ConnectEvents[Key]>,
) => Mutant;

const lying =
  (subtle: boolean): Lying =>
  (id, rule, key, summary, change) =>
    mutant({ id, violates: `connect-events/${rule}` as RuleId, summary, subtle }, (parts) =>
      telling(parts, key, change),
    );

/** Lies that the plainest request of their kind shows, and lies that it does not. */
export const plain = lying(false);
export const subtle = lying(true);

/** True for the first of each name, remembered. */
export function firsts(): (name: string) => boolean {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return false;
    known.add(name);
    return true;
  };
}
