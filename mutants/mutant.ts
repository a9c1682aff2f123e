import { createParts, type Parts } from "../emulator/index.ts";
import type { OpenPointId, RuleId } from "../spec/index.ts";

/** The emulator with exactly one documented rule broken: one of its parts is replaced, or its requests or answers are changed. */
export interface Mutant extends Fault {
  /** Whether only a real socket shows it. */
  readonly socket?: true;
  readonly replace?: Replace;
  /** Wraps either host, for faults that depend only on the request. */
  readonly wrap?: Wrap;
}

/** The id of a mutant, and the rules that it violates. */
export interface Fault {
  /** Permanent, and names the fault: "intents-amount-as-text". */
  readonly id: string;
  /** The rules that must catch it. Each of them must be violated. */
  readonly violates: readonly RuleId[];
  /** What it changes, in one sentence. */
  readonly summary: string;
}

export type Handler = (request: Request) => Promise<Response>;
export type Replace = (parts: Parts) => Parts;
export type Wrap = (handler: Handler) => Handler;

/** How a profile binds an operation that the document does not show. */
export interface Binding {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly outputs?: Readonly<Record<string, string>>;
}

/** The profile for a variant. */
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
  readonly openPoints: readonly OpenPointId[];
  readonly what: string;
  /** Whether it contradicts other variants, so that it is never combined with them. */
  readonly alone?: true;
  /** Whether it is applied after all others when combined: around their handlers, and to the parts that they replaced. */
  readonly last?: true;
  readonly replace?: Replace;
  /** For open points about HTTP: compression, chunks, extra fields … */
  readonly wrap?: Wrap;
  /** For open points about both hosts together. */
  readonly join?: (hosts: Hosts) => Hosts;
  /** The profile for this target, derived from the emulator's. */
  readonly describe?: (usual: Description) => Description;
  /** Whether only a real socket shows it. */
  readonly socket?: true;
}

/** Applies several replacements, in this order. */
export const inOrder =
  (...replacements: readonly Replace[]): Replace =>
  (parts) =>
    replacements.reduce((replaced, replace) => replace(replaced), parts);

/** A replacement with state. `make` is called once for each emulator. */
export const perEmulator =
  (make: () => Replace): Replace =>
  (parts) =>
    make()(parts);

/** The emulator's parts for a mutant. */
export const partsOf = ({ replace }: Mutant): Parts => replace?.(createParts()) ?? createParts();
