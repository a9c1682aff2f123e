import { createParts, type Parts } from "../emulator/index.ts";
import type { RuleId } from "../spec/index.ts";

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
