import type { ConnectEvents } from "../../emulator/areas/connect/events.ts";
import type { Vendor } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import type { RuleId } from "../../spec/index.ts";
import { connecting } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";

/** One event of Connect, by its part. */
export type EventKey = keyof ConnectEvents;

/** The parts with one event changed. */
const telling = <Key extends EventKey>(
  parts: Parts,
  key: Key,
  change: (usual: ConnectEvents[Key]) => Partial<ConnectEvents[Key]>,
): Parts =>
  connecting(parts, ({ events }) => ({
    events: { ...events, [key]: { ...events[key], ...change(events[key]) } },
  }));

/** A lie in one event: its id, the rule, which event, what it is, and the event's part as it is then. */
type Lying = <Key extends EventKey>(
  id: string,
  rule: string,
  key: Key,
  lie: string,
  /** Called for each emulator anew, so that it may remember. */
  change: (usual: ConnectEvents[Key]) => Partial<ConnectEvents[Key]>,
) => Mutant;

const lying =
  (subtle: boolean): Lying =>
  (id, rule, key, lie, change) =>
    mutant({ id, kills: `connect-events/${rule}` as RuleId, lie, subtle }, (parts) =>
      telling(parts, key, change),
    );

/** Lies that the plainest request of their kind shows, and lies that it does not. */
export const plain = lying(false);
export const subtle = lying(true);

/** An event about a vendor that is no event of the document's, or that comes at the wrong time. */
export const draft = (
  type: string,
  { id, accountId, mode }: Pick<Vendor, "id" | "accountId" | "mode">,
  data: Readonly<Record<string, unknown>>,
): EventDraft => ({
  type,
  accountId: id,
  mode,
  envelope: "connect",
  data: { account: id, ...data },
  to: [accountId, id],
});

/** A decision that tells more; what is added comes first. */
export const alsoTelling = (decision: Decision, events: readonly EventDraft[]): Decision => ({
  ...decision,
  events: [...events, ...(decision.events ?? [])],
});

/** True for the first of each name, remembered. */
export function firsts(): (name: string) => boolean {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return false;
    known.add(name);
    return true;
  };
}
