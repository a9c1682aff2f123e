/** One request as bytes on the connection. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  /** Bytes of the whole body, where only its beginning was kept. */
  readonly wholeBytes?: number;
}

/** One answer as received: headers as sent, body bytes after content decoding. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  /** Bytes of the whole body, where only its beginning was kept. */
  readonly wholeBytes?: number;
}

export interface SendOptions {
  /** From the call to the last byte, ms. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** Largest body that is read, after content decoding. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
