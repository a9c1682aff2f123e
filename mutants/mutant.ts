import type { Parts } from "../emulator/index.ts";
import type { AmbiguityId, RuleId } from "../spec/index.ts";

/** The emulator with exactly one documented rule broken, by replacing one of its parts. */
export interface Mutant {
  /** Permanent; says what is wrong: "intents-amount-as-text". */
  readonly id: string;
  /** Rules that must catch it: each of them has to be violated. */
  readonly kills: readonly RuleId[];
  /** The lie that it tells, in one line. */
  readonly lie: string;
  /** True when the rule's simplest single request does not show it. */
  readonly subtle: boolean;
  /** Only a real socket shows it. */
  readonly socket?: true;
  readonly replace: (parts: Parts) => Parts;
}

export type Handler = (request: Request) => Promise<Response>;

/** The emulator choosing differently at an open point. No rule may be violated by it. */
export interface Variant {
  readonly id: string;
  /** The open points at which it chooses otherwise. */
  readonly ambiguities: readonly AmbiguityId[];
  readonly what: string;
  /** Contradicts other variants, so it is never combined with them. */
  readonly alone?: true;
  readonly replace?: (parts: Parts) => Parts;
  /** For what is open on the wire: compression, chunking, extra fields … */
  readonly wrap?: (handler: Handler) => Handler;
}
