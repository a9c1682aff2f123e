import type { Handler, Replace, Wrap } from "../mutants/mutant.ts";
import type { OpenPointId } from "../spec/index.ts";

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

/** The emulator with open points decided differently. No rule may report a violation; of one variant alone, none may be inconclusive. */
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
  /** Why rules may be inconclusive nevertheless. */
  readonly incomplete?: string;
  /** Whether only a real socket shows it. */
  readonly socket?: true;
}
