import type { Transcript } from "../transcript.ts";

/** A result that several checks share, or the error of its creation, with its exchanges. */
export interface SharedResult {
  readonly made: { readonly value: unknown } | { readonly error: unknown };
  readonly transcript: Transcript;
  readonly reliance: { readonly onIdle: boolean };
}

/** A shared result in progress, and functions that postpone the deadlines of the checks that wait for it, by ms. */
export interface PendingResult {
  readonly result: Promise<SharedResult>;
  readonly waiting: Set<(ms: number) => void>;
}
