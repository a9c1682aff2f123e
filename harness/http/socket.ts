import { messageOf } from "../plain.ts";
import { setMaxListeners } from "node:events";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { TransportFault } from "../verdicts.ts";
import { startDeadline } from "../time.ts";
import {
  cutOff,
  type Transport,
  headerValues,
  MAX_BODY_BYTES,
  type SendOptions,
  type WireAnswer,
  type WireRequest,
} from "./wire.ts";
import { dispatcherFor, type Connection } from "./connection.ts";
import { errors } from "./undici.ts";

/** The maximum number of nested encodings. */
const MAX_CODINGS = 4;

/** Shorter than the idle timeout of most servers. The side that closes first knows that no request is in flight. */
const IDLE_CONNECTION_MS = 1_000;

/** A connection without anything that a profile sets. The deadlines of requests limit it. */
const DIRECT: Connection = { network: {}, access: { headers: {} }, withinMs: Infinity };

/** Transport over an undici pool. Redirects are never followed, so a key never reaches another host. */
export function socketTransport(options: { connections: number; connection?: Connection }): Transport {
  const { connection = DIRECT } = options;
  const limits = {
    connections: options.connections,
    pipelining: 1,
    maxResponseSize: MAX_BODY_BYTES,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const closing = new AbortController();
  // Every connection that is being made listens.
  setMaxListeners(0, closing.signal);
  const agent = dispatcherFor(limits, connection, closing.signal);
  return {
    kind: "socket",
    send: (request, sendOptions) => send(agent, request, sendOptions),
    close: () => {
      closing.abort();
      return agent.destroy();
    },
  };
}

async function send(agent: Dispatcher, request: WireRequest, options: SendOptions): Promise<WireAnswer> {
  const { deadlineMs, signal, cut } = options;
  let timedOut = false;
  let stop = (): void => undefined;
  const deadline = startDeadline({
    ms: deadlineMs,
    onPassed: () => {
      timedOut = true;
      stop();
    },
  });
  try {
    const answer = await new Promise<RawAnswer>((resolve, reject) => {
      const exchange = new Dispatched({ answered: resolve, failed: reject }, cut);
      stop = () => exchange.end(new TransportFault("interrupted", "aborted"));
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      afterTurnOfTheLoop(() => exchange.send(agent, request));
    });
    return { ...answer, body: decoded(answer.body, answer.headers) };
  } catch (error) {
    throw faultOf(error, { timedOut, interrupted: signal.aborted, deadlineMs });
  } finally {
    deadline.cancel();
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Lets pending I/O run before `work`. While the process was paused, on a busy machine, servers may have closed idle connections. A request
 * on one of them would get no answer.
 */
function afterTurnOfTheLoop(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

/** Decodes content encodings, with a limit against decompression bombs. Unknown encodings leave the bytes unchanged. */
export function decoded(bytes: Uint8Array, headers: WireAnswer["headers"]): Uint8Array {
  const codings = headerValues(headers, "content-encoding")
    .flatMap((value) => value.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .reverse();
  if (codings.length > MAX_CODINGS) {
    throw new TransportFault(
      "protocol",
      `the content-encoding says that the body is encoded ${codings.length} times over`,
    );
  }
  let current = bytes;
  for (const coding of codings) {
    if (current.byteLength === 0) return current;
    const limit = { maxOutputLength: MAX_BODY_BYTES };
    try {
      if (coding === "gzip" || coding === "x-gzip") current = gunzipSync(current, limit);
      else if (coding === "deflate") current = inflateSync(current, limit);
      else if (coding === "br") current = brotliDecompressSync(current, limit);
    } catch (error) {
      const tooLarge = (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
      throw new TransportFault(
        tooLarge ? "too-large" : "protocol",
        tooLarge
          ? `the decoded body is larger than ${MAX_BODY_BYTES} bytes`
          : `the body is not the ${coding} that its content-encoding says`,
      );
    }
  }
  return current;
}

export function faultOf(
  error: unknown,
  context: { timedOut: boolean; interrupted: boolean; deadlineMs: number },
): Error {
  if (context.interrupted)
    return new TransportFault("interrupted", "the check ended before the answer arrived");
  if (error instanceof TransportFault && error.kind !== "interrupted") return error;
  if (context.timedOut)
    return new TransportFault("timeout", `no complete answer within ${context.deadlineMs} ms`);
  const code = (error as { code?: string }).code ?? "";
  const message = messageOf(error);
  if (NO_CONNECTION.includes(code)) {
    return new TransportFault("refused", `no connection to the target (${code})`);
  }
  if (/HTTP Tunneling|proxy connection/i.test(message)) {
    return new TransportFault("refused", `the proxy does not connect to the target (${message})`);
  }
  if (/_ALERT_/.test(code)) {
    return new TransportFault("refused", `the target ended the TLS handshake with an alert (${code})`);
  }
  if (isCertificateFault(code)) {
    return new TransportFault("refused", `the target's certificate is not trusted (${code})`);
  }
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") || code === "EPROTO") {
    return new TransportFault("refused", `the TLS handshake with the target failed (${code})`);
  }
  if (error instanceof errors.InvalidArgumentError) {
    return new TransportFault("protocol", `the request cannot be written as HTTP (${message})`);
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new TransportFault("too-large", `the body is larger than ${MAX_BODY_BYTES} bytes`);
  }
  if (error instanceof errors.SocketError || code === "ECONNRESET" || code === "EPIPE") {
    return new TransportFault("reset", `the connection ended before the answer was complete (${message})`);
  }
  // undici does not export the parser's errors, and some have no code.
  if (error instanceof errors.UndiciError || (error as Error).name === "HTTPParserError") {
    return new TransportFault("protocol", `the answer is not valid HTTP (${message})`);
  }
  if (code !== "") return new TransportFault("reset", `the connection failed (${code})`);
  return error instanceof Error ? error : new Error(message);
}

/** The target's machine or port cannot be reached. */
const NO_CONNECTION = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
];

/** Node names a refused certificate by OpenSSL's reason. */
function isCertificateFault(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/.test(code);
}

/** An answer as received. Its body may have content encodings. */
type RawAnswer = Pick<WireAnswer, "status" | "headers" | "body">;

/** The callbacks for the end of an exchange. Only the first call has an effect. */
interface Outcome {
  readonly answered: (answer: RawAnswer) => void;
  readonly failed: (error: Error) => void;
}

/**
 * A request over a dispatcher of undici. It takes the answer directly from the parser, because a stream, a signal and an async scope per
 * request would take longer than sending it.
 */
class Dispatched implements Dispatcher.DispatchHandler {
  readonly #outcome: Outcome;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: WireAnswer["headers"] = [];
  #isOver = false;
  readonly #cut: boolean;

  constructor(outcome: Outcome, cut = false) {
    this.#outcome = outcome;
    this.#cut = cut;
  }

  send(dispatcher: Dispatcher, { method, url, headers, body }: WireRequest): void {
    if (this.#isOver) return;
    try {
      const path = `${url.pathname}${url.search}`;
      dispatcher.dispatch({ origin: url.origin, path, method, headers: headers.flat(), body }, this);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Aborts the request, even if it still waits for a connection whose handshake hangs. */
  end(error: Error): void {
    this.#controller?.abort(error);
    this.#fail(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) controller.abort(new Error("the exchange is over"));
    else this.#controller = controller;
    // undici writes the whole request after this call, before anything else.
    if (this.#cut) setImmediate(() => this.end(cutOff()));
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    // Skip informational answers.
    if (status < 200) return;
    this.#status = status;
    this.#headers = pairs(rawHeaders as readonly (Buffer | string)[]);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first = Buffer.alloc(0), ...others] = this.#chunks;
    const { buffer, byteOffset, byteLength } = others.length === 0 ? first : Buffer.concat(this.#chunks);
    const body = new Uint8Array(buffer, byteOffset, byteLength);
    this.#isOver = true;
    this.#outcome.answered({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    this.#isOver = true;
    this.#outcome.failed(error);
  }
}

/** Converts the parser's flat list of names and values to pairs. */
function pairs(flat: readonly (Buffer | string)[]): WireAnswer["headers"] {
  const result: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    result.push([textOf(flat[index] ?? ""), textOf(flat[index + 1] ?? "")]);
  return result;
}

const textOf = (part: Buffer | string): string => (typeof part === "string" ? part : part.toString("latin1"));
