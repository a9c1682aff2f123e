import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { httpUrl } from "../../emulator/http/addresses.ts";
import { listenProblem } from "../../emulator/http/listen.ts";
import { faultOf } from "../../harness/http/socket.ts";
import { epochNow } from "../../harness/time.ts";
import { MAX_BODY_BYTES } from "../../harness/http/wire.ts";

/** Names and values, one after the other, as they were sent. */
type RawHeaders = readonly string[];

/** A request that passes, and what has become of it so far. */
export interface Passing {
  readonly method: string;
  /** With the query, as it is sent on. */
  readonly path: string;
  /** As they are sent on. */
  readonly headers: RawHeaders;
  readonly body: BodyCopy;
  /** When its head was received. Epoch ms, with a fraction. */
  readonly begunAt: number;
  /** Whether its whole body was received. */
  isSent: boolean;
  /** Null until the head of an answer is received. */
  answer: { readonly status: number; readonly headers: RawHeaders; readonly body: BodyCopy } | null;
  /** Why there is no whole answer, in words. */
  fault: string | null;
  /** Epoch ms, with a fraction; null until its end. */
  endedAt: number | null;
}

/** Watches what passes. Each call is made as it happens, after the bytes were passed on. */
export interface Tap {
  readonly begins: (passing: Passing) => void;
  readonly isSent: (passing: Passing) => void;
  readonly ends: (passing: Passing) => void;
}

interface RelayOptions {
  readonly host: string;
  readonly port: number;
  /** Where requests go; its path precedes theirs. */
  readonly target: string;
  readonly dispatcher: Dispatcher;
  /** Headers that are added to a request that does not have them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tap: Tap;
  /** Answers a request itself; false for one that is to pass. */
  readonly answers?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A server that passes requests on. */
export interface Relay {
  readonly url: string;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** Headers of one connection, which Node and undici write themselves. */
const OF_A_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** Not passed on: undici writes the name of the target, and Node answers `Expect`. */
const OF_A_REQUEST = new Set([...OF_A_CONNECTION, "host", "expect"]);

/** The target decides what is too large. */
export const MAX_HEADER_BYTES = 128 * 1024;

/** The target decides what is valid, and how long anything may take. */
const SETTINGS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 0,
  keepAliveTimeout: 0,
  noDelay: true,
};

/** Listens, and passes each request on as it arrives. @throws Error that says why it cannot listen */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  const { host, port, answers } = options;
  const target = new URL(options.target);
  const added = Object.entries(options.headers);
  const to = {
    ...options,
    origin: target.origin,
    base: target.pathname.replace(/\/$/, ""),
    added: added.map(([name, value]) => [name.toLowerCase(), name, value] as const),
  };
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    if (answers?.(request, response) !== true) new Exchange(to, request, response).send();
  };
  const server = createServer(SETTINGS, pass);
  server.on("checkExpectation", pass);
  server.on("clientError", (error, socket) => refuse(error, socket as Socket));
  await listen(server, host, port);
  return {
    url: httpUrl(host, (server.address() as AddressInfo).port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (fault) => reject(listenProblem(host, port, fault)));
    server.listen(port, host, resolve);
  });

/** Answers what is not HTTP, and so cannot pass. */
function refuse({ code = "", message }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || code === "ECONNRESET") return void socket.destroy();
  const status = code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = sentence(`the request cannot be read as HTTP, so it was not passed on (${message})`);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${TEXT}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

const NO_BYTES = Buffer.alloc(0);
const TEXT = "text/plain; charset=utf-8";
const sentence = (text: string): string => `payconform proxy: ${text}\n`;

interface To extends RelayOptions {
  readonly origin: string;
  readonly base: string;
  readonly added: readonly (readonly [lowerCase: string, name: string, value: string])[];
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #to: To;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #passing: Passing;
  #controller: Dispatcher.DispatchController | null = null;

  constructor(to: To, request: IncomingMessage, response: ServerResponse) {
    this.#to = to;
    this.#request = request;
    this.#response = response;
    this.#passing = {
      method: request.method ?? "",
      path: pathOf(request.url ?? ""),
      headers: this.#headers(),
      body: new BodyCopy(),
      begunAt: epochNow(),
      isSent: !hasBody(request),
      answer: null,
      fault: null,
      endedAt: null,
    };
  }

  #headers(): string[] {
    const { rawHeaders, headers } = this.#request;
    const sent = passedOn(rawHeaders, OF_A_REQUEST);
    for (const [lowerCase, name, value] of this.#to.added)
      if (headers[lowerCase] === undefined) sent.push(name, value);
    return sent;
  }

  send(): void {
    const { origin, base, dispatcher, tap } = this.#to;
    const { method, path, headers, isSent } = this.#passing;
    const request = this.#request;
    tap.begins(this.#passing);
    this.#response.once("close", () => {
      if (!this.#response.writableFinished) this.#leave();
    });
    try {
      const body = isSent ? null : new Upload(request, (chunk) => this.#copy(chunk));
      dispatcher.dispatch({ origin, path: base + path, method, headers: [...headers], body }, this);
    } catch (error) {
      this.onResponseError(null, error as Error);
    }
  }

  /** The client has left. */
  #leave(): void {
    if (!this.#end("the client ended the request before the answer")) return;
    this.#controller?.abort(new Error("the client has left"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const passing = this.#passing;
    if (passing.endedAt !== null) return controller.abort(new Error("the client has left"));
    this.#controller = controller;
  }

  /** Copies a chunk of the request; null is its end. */
  #copy(chunk: Buffer | null): void {
    const passing = this.#passing;
    if (passing.endedAt !== null) return;
    if (chunk !== null) return passing.body.add(chunk);
    passing.isSent = true;
    this.#to.tap.isSent(passing);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    message?: string,
  ): void {
    // An interim answer, which `Expect` asked for or which announces the final one.
    if (status < 200) return;
    const headers = (controller.rawHeaders as readonly (Buffer | string)[]).map((part) =>
      typeof part === "string" ? part : part.toString("latin1"),
    );
    this.#passing.answer = { status, headers, body: new BodyCopy() };
    const response = this.#response;
    response.sendDate = false;
    response.writeHead(status, message ?? "", passedOn(headers, OF_A_CONNECTION));
    // Pass the head on even if the body comes later; but in one piece with a body that is there already.
    const { socket } = response;
    socket?.cork();
    // Unlike `flushHeaders`, this writes the head in Latin-1, as headers are.
    response.write(NO_BYTES);
    process.nextTick(() => socket?.uncork());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#passing.answer?.body.add(chunk);
    if (this.#response.write(chunk)) return;
    controller.pause();
    this.#response.once("drain", () => controller.resume());
  }

  onResponseEnd(): void {
    this.#response.end();
    this.#end(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    const fault = faultOf(error, { timedOut: false, interrupted: false, deadlineMs: 0 }).message;
    if (!this.#end(fault)) return;
    const response = this.#response;
    // A half answer stays one.
    if (response.headersSent) return void response.destroy();
    const body = sentence(`${this.#to.origin} gave no answer: ${fault}`);
    response.writeHead(502, { "content-type": TEXT }).end(body);
  }

  /** Returns false if it has ended before. */
  #end(fault: string | null): boolean {
    const passing = this.#passing;
    if (passing.endedAt !== null) return false;
    passing.endedAt = epochNow();
    passing.fault = fault;
    this.#to.tap.ends(passing);
    return true;
  }
}

/** The body of a request on its way. What undici leaves of it, when the answer comes early, is read and dropped, so that the client can go on. */
class Upload extends Readable {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage, copy: (chunk: Buffer | null) => void) {
    super();
    this.#request = request;
    request.on("data", (chunk: Buffer) => {
      if (this.destroyed) return;
      if (!this.push(chunk)) request.pause();
      copy(chunk);
    });
    request.once("end", () => {
      if (!this.destroyed) this.push(null);
      copy(null);
    });
  }

  override _read(): void {
    this.#request.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#request.resume();
    callback(error);
  }
}

/** Whether a request announces a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** The path and query of a request, which may name a whole URL (RFC 9112, section 3.2.2). */
function pathOf(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
}

/** The headers without those of one connection, and without those that `Connection` names. */
function passedOn(headers: RawHeaders, left: ReadonlySet<string>): string[] {
  const passed: string[] = [];
  let named: ReadonlySet<string> | null = null;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = "", value = ""] = [headers[index], headers[index + 1]];
    const lowerCase = name.toLowerCase();
    if (lowerCase === "connection")
      named = new Set([...(named ?? []), ...value.toLowerCase().split(/\s*,\s*/)]);
    if (!left.has(lowerCase)) passed.push(name, value);
  }
  if (named === null) return passed;
  const own = named;
  return passed.filter((_part, index) => !own.has((passed[index - (index % 2)] ?? "").toLowerCase()));
}

/** What all copies may keep together. */
const MAX_KEPT_BYTES = 16 * MAX_BODY_BYTES;
let kept = 0;

/** A copy of a body that passes, for the judge. It keeps nothing of a body that is too large, alone or with all others that are kept. */
class BodyCopy {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isWhole = true;

  add(chunk: Buffer): void {
    if (!this.#isWhole) return;
    if (this.#bytes + chunk.length > MAX_BODY_BYTES || kept + chunk.length > MAX_KEPT_BYTES) {
      this.#isWhole = false;
      this.take();
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    kept += chunk.length;
  }

  /** The bytes, which the copy then no longer keeps; null if it was too large. */
  take(): Buffer | null {
    const [first = Buffer.alloc(0), ...others] = this.#chunks;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#chunks);
    kept -= this.#bytes;
    [this.#chunks, this.#bytes] = [[], 0];
    return this.#isWhole ? bytes : null;
  }
}
