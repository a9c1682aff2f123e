import type { EventParts } from "../../emulator/areas/connect/announce.ts";
import type { ConnectEvents } from "../../emulator/areas/connect/events.ts";
import type { Parts } from "../../emulator/index.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { RuleId } from "../../spec/index.ts";
import { connecting } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";

type Name = keyof ConnectEvents;

/** The parts with one event changed. */
export const telling = <Key extends Name>(
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

/** What each of the lies about one event is given. */
type Lies<Key extends Name> = (
  id: string,
  kills: RuleId | readonly RuleId[],
  lie: string,
  change: (usual: ConnectEvents[Key]) => Partial<ConnectEvents[Key]>,
) => Mutant;

/** Ways to lie about one event. */
export function liesAboutEvent<Key extends Name>(
  event: Key,
): {
  readonly plain: Lies<Key>;
  readonly subtle: Lies<Key>;
  readonly data: DataLies<Key>;
} {
  const lies =
    (subtle: boolean): Lies<Key> =>
    (id, kills, lie, change) =>
      mutant({ id, kills, lie, subtle }, (parts) => telling(parts, event, change));
  const data: DataLies<Key> = (id, kills, lie, change, subtle = false) =>
    mutant({ id, kills, lie, subtle }, (parts) =>
      telling(
        parts,
        event,
        (usual) => ({ data: { ...usual.data, ...change } }) as Partial<ConnectEvents[Key]>,
      ),
    );
  return { plain: lies(false), subtle: lies(true), data };
}

/** What the event of a name is made of. */
type FactsOf<Key extends Name> = ConnectEvents[Key] extends EventParts<infer Facts> ? Facts : never;

/** A lie about fields of an event's data. */
type DataLies<Key extends Name> = (
  id: string,
  kills: RuleId,
  lie: string,
  change: Readonly<Record<string, (facts: FactsOf<Key>) => unknown>>,
  subtle?: boolean,
) => Mutant;

/** An event that nobody documented at this place. */
export const draft = (
  type: string,
  vendor: {
    readonly id: string;
    readonly accountId: string;
    readonly mode: EventDraft["mode"];
  },
  data: EventDraft["data"],
): EventDraft => ({
  type,
  accountId: vendor.id,
  mode: vendor.mode,
  envelope: "connect",
  data: { account: vendor.id, ...data },
  to: [vendor.accountId, vendor.id],
});
