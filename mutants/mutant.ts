import type { Parts } from "../emulator/index.ts";
import type { AmbiguityId, RuleId } from "../spec/index.ts";

/** The emulator with exactly one documented rule broken, by replacing one of its parts. */
export interface Mutant {
  /** Permanent; names the fault: "intents-amount-as-text". */
  readonly id: string;
  /** Rules that must catch it: each of them has to be violated. */
  readonly violates: readonly RuleId[];
  /** What it changes, in one line. */
  readonly summary: string;
  /** True when the rule's simplest single request does not show it. */
  readonly subtle: boolean;
  /** Only a real socket shows it. */
  readonly socket?: true;
  readonly replace: (parts: Parts) => Parts;
  /** For what depends on the request alone: in front of either host. */
  readonly wrap?: (handler: Handler) => Handler;
}

export type Handler = (request: Request) => Promise<Response>;

/** How a user binds an operation that the document does not show. */
export interface Binding {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly outputs?: Readonly<Record<string, string>>;
}

/** The profile that a user writes for a variant. */
export interface Description {
  readonly target: { readonly baseUrl: string; readonly checkoutUrl: string };
  readonly fields: Readonly<Record<string, string>>;
  readonly fixtures: Readonly<Record<string, string | readonly string[]>>;
  readonly ports: Readonly<Record<string, Binding>>;
}

/** The two hosts of a target. */
export interface Hosts {
  readonly payment: Handler;
  readonly checkout: Handler;
}

/** The emulator with open points decided differently. No rule may report a violation. */
export interface Variant {
  readonly id: string;
  /** The open points that it decides differently. */
  readonly ambiguities: readonly AmbiguityId[];
  readonly what: string;
  /** Contradicts other variants, so it is never combined with them. */
  readonly alone?: true;
  readonly replace?: (parts: Parts) => Parts;
  /** For what is open on the wire: compression, chunking, extra fields … */
  readonly wrap?: (handler: Handler) => Handler;
  /** For what concerns both hosts together. */
  readonly join?: (hosts: Hosts) => Hosts;
  /** The profile of such a target, derived from the emulator's. */
  readonly describe?: (usual: Description) => Description;
  /** Only a real socket shows it. */
  readonly socket?: true;
}

/** What a mutant is called and what it breaks. */
export interface Fault {
  readonly id: string;
  readonly violates: RuleId | readonly RuleId[];
  readonly summary: string;
  readonly subtle?: boolean;
}

/** A mutant that replaces parts of the emulator. */
export function mutant(fault: Fault, replace: (parts: Parts) => Parts): Mutant {
  const { id, violates, summary, subtle = false } = fault;
  return { id, violates: typeof violates === "string" ? [violates] : violates, summary, subtle, replace };
}

/** A mutant in front of the emulator, for what depends on requests alone. */
export function wrapping(fault: Fault, wrap: NonNullable<Mutant["wrap"]>): Mutant {
  return { ...mutant(fault, (parts) => ({ ...parts })), wrap };
}
