import type { Transcript } from "../transcript.ts";

/** What one maker made for several checks, or the error that stopped it, with its exchanges. */
export interface SharedResult {
  readonly made: { readonly value: unknown } | { readonly error: unknown };
  readonly transcript: Transcript;
  readonly reliance: { readonly onIdle: boolean };
}
