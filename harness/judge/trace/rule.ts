import type { ReceivedEvent } from "../../event.ts";
import type { Profile } from "../../profile/types.ts";
import type { Caller } from "./accounts.ts";
import type { Call } from "./calls.ts";
import type { Endpoints } from "./registrations.ts";
import type { Sighting } from "./resources.ts";

/** UTF-16 units of a value in a sentence. */
export const SHOWN = 200;

/** An answered call or an event. */
export type Witness = Call | ReceivedEvent;

/** Words that are made for what is shown only, unless they are always the same: most judgements hold. */
type Words = string | (() => string);

/** One judgement: whether something agrees with what was seen before. */
export interface Finding {
  readonly rule: string;
  readonly holds: boolean;
  readonly seen: Witness;
  /** What it agrees with or contradicts. */
  readonly earlier: readonly Witness[];
  readonly expected: Words;
  readonly actual: Words;
  /** A field of the answer or event, as a JSON pointer; none for an answer that is wrong as a whole. */
  readonly field?: string;
}

/** What trace rules share. */
export interface TraceContext {
  readonly profile: Profile;
  /** Whether nobody else uses the objects that the traffic creates: they are the run's. */
  readonly isOwn: boolean;
  readonly judge: (finding: Finding) => void;
  /**
   * Asks for a read to be repeated, because what it shows is wrong unless the target shows recent changes late. Until then, nothing is judged.
   */
  readonly doubt: (read: Call) => void;
  readonly callerOf: (call: Pick<Call, "key">) => Caller | null;
  readonly endpointAt: Endpoints["at"];
}

/** Judges one statement on everything that is seen, in the order in which it is seen. */
export interface TraceRule {
  /** A request is sent. */
  readonly begins?: (call: Call) => void;
  /** A call has ended, with or without an answer. */
  readonly ends?: (call: Call) => void;
  /** An answer or event shows an object; called after `ends`. */
  readonly shows?: (sighting: Sighting) => void;
  readonly arrives?: (event: ReceivedEvent) => void;
}
