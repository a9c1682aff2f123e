/** Names and values in order, as sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as bytes on the connection. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
  /** The size of the whole body in bytes, if only its beginning was kept. */
  readonly wholeBytes?: number;
}

/** An answer as received: headers as sent, body after content decoding. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** The size of the whole body in bytes, if only its beginning was kept. */
  readonly wholeBytes?: number;
}

export interface SendOptions {
  /** From the call to the last byte, ms. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** All values of a header, in order; the casing of names does not matter. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([header]) => header.toLowerCase() === wanted).map(([, value]) => value);
}

/** The key of a request; null if it has none. */
export function keyOf({ headers }: Pick<WireRequest, "headers">): string | null {
  return headerValues(headers, "authorization")[0]?.replace(/^Bearer /, "") ?? null;
}

/** The size of the largest body that is read, after content decoding. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
