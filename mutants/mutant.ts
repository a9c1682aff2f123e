import { createParts, type Parts } from "../emulator/index.ts";
import type { AmbiguityId, RuleId } from "../spec/index.ts";

/** The emulator with exactly one documented rule broken: one of its parts is replaced, or its answers are changed on their way. */
export interface Mutant extends Fault {
  /** Only a real socket shows it. */
  readonly socket?: true;
  readonly replace?: Replace;
  /** For what depends on the request alone: in front of either host. */
  readonly wrap?: Wrap;
}

/** What a mutant is called and what it breaks. */
export interface Fault {
  /** Permanent; names the fault: "intents-amount-as-text". */
  readonly id: string;
  /** Rules that must catch it: each of them has to be violated. */
  readonly violates: readonly RuleId[];
  /** What it changes, in one line. */
  readonly summary: string;
  /** True when the rule's simplest single request does not show it. */
  readonly subtle?: boolean;
}

export type Handler = (request: Request) => Promise<Response>;
export type Replace = (parts: Parts) => Parts;
export type Wrap = (handler: Handler) => Handler;

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
  /** Combined with others, it is applied after them all: around their handlers, and to the parts that they replaced. */
  readonly last?: true;
  readonly replace?: Replace;
  /** For what is open on the wire: compression, chunking, extra fields … */
  readonly wrap?: Wrap;
  /** For what concerns both hosts together. */
  readonly join?: (hosts: Hosts) => Hosts;
  /** The profile of such a target, derived from the emulator's. */
  readonly describe?: (usual: Description) => Description;
  /** Only a real socket shows it. */
  readonly socket?: true;
}

/** Several replacements, each of what the ones before it made. */
export const inOrder =
  (...replacements: readonly Replace[]): Replace =>
  (parts) =>
    replacements.reduce((replaced, replace) => replace(replaced), parts);

/** A replacement that remembers: what `make` declares belongs to one emulator. */
export const perEmulator =
  (make: () => Replace): Replace =>
  (parts) =>
    make()(parts);

/** The parts of the emulator that a mutant runs with. */
export const partsOf = ({ replace }: Mutant): Parts => replace?.(createParts()) ?? createParts();
