import { type Deadline, startDeadline } from "../time.ts";
import type { RequestTrace } from "../results.ts";
import { TransportFault } from "../verdicts.ts";

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
  /** Present if its headers say so. */
  readonly trace?: RequestTrace | undefined;
}

/** An answer as received: headers as sent, body after content decoding. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** The size of the whole body in bytes, if only its beginning was kept. */
  readonly wholeBytes?: number;
  /** Whether it was recorded with pseudonyms instead of secrets. */
  readonly hasPseudonyms?: boolean;
}

/** An answer whose body was not kept: no rule judges its content. `bytes`: the size of the body, as far as it is known. */
export function withoutBody(answer: Pick<WireAnswer, "status" | "headers">, bytes: number): WireAnswer {
  return { ...answer, body: new Uint8Array(), wholeBytes: Math.max(1, bytes) };
}

export interface SendOptions {
  /** From the call to the last byte, ms. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Whether the client gives up as soon as the request is sent: the target may act on it or not, and its answer is lost. */
  readonly cut?: boolean | undefined;
}

/** Thrown for a request that was cut on purpose. It says nothing about the target. */
export const cutOff = (): TransportFault =>
  new TransportFault("interrupted", "the client cut the request as soon as it was sent");

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

/** Sends requests to a target. `send` throws `TransportFault` if no complete answer arrives. */
export interface Transport {
  readonly kind: "socket" | "in-process";
  /** Opens the receiver for events of a target in this process. Default: a receiver on a socket. */
  readonly openReceiver?: OpenReceiver;
  readonly send: (request: WireRequest, options: SendOptions) => Promise<WireAnswer>;
  readonly close: () => Promise<void>;
}

/** Where deliveries are put. */
export interface Letterbox {
  readonly put: (bytes: Uint8Array, address: string) => void;
  /** Counts a delivery that is lost; null where its address is unknown. */
  readonly drop: (address: string | null) => void;
}

/** An HTTP server that receives events: any POST, on any path. */
export interface Receiver {
  /** The address for a registration; `path` makes it unique. */
  readonly urlFor: (path: string) => string;
  readonly close: () => Promise<void>;
}

export interface ReceiverOptions {
  readonly mailbox: Letterbox;
  readonly bind?: string;
  readonly port?: number;
  readonly publicUrl?: string;
  readonly certificateFile?: string;
  readonly keyFile?: string;
  /** The time for a delivery, ms. Default: unlimited. */
  readonly withinMs?: number;
}
export type OpenReceiver = (options: ReceiverOptions) => Promise<Receiver>;

/** Awaits `work`. @throws TransportFault if the deadline passes or the check ends first */
export async function withDeadline<T>(work: Promise<T>, options: SendOptions): Promise<T> {
  let deadline: Deadline | undefined;
  let onAbort: (() => void) | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    deadline = startDeadline({
      ms: options.deadlineMs,
      onPassed: () =>
        reject(new TransportFault("timeout", `no complete answer within ${options.deadlineMs} ms`)),
    });
    onAbort = () => reject(new TransportFault("interrupted", "the check ended before the answer arrived"));
    options.signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    deadline?.cancel();
    if (onAbort !== undefined) options.signal.removeEventListener("abort", onAbort);
  }
}
