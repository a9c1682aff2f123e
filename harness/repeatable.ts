/** Part of a secret, by the name of the shell variable that contains it: from and to count its characters, from 0. */
export interface SecretPiece {
  readonly variable: string;
  /** Present for a part of it. */
  readonly from?: number;
  readonly to?: number;
}

/** A piece of a header that may be shown: text, a part of a secret by its name, or such pieces in Base64. */
export type HeaderPiece = string | SecretPiece | { readonly base64: readonly HeaderPiece[] };

/** What a command that repeats a request needs beside its redacted form. */
export interface Repeatable {
  /** Headers whose values are hidden, with their secrets by name; null for one that has a secret without a name. */
  readonly hidden: readonly (readonly [name: string, pieces: readonly HeaderPiece[] | null])[];
  /** Base64 of a body that is no UTF-8 text and has no secret. */
  readonly bytes?: string;
  /** Sequence number of the last request of the check that was sent before this one was answered. */
  readonly overlaps?: number;
  /** Keys in its answer: each is the value of the n-th member (from 1) of this name, and later requests name it so. */
  readonly keys: readonly { readonly variable: string; readonly member: string; readonly index: number }[];
}
