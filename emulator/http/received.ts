import type { IncomingMessage, ServerResponse } from "node:http";
import type { TimeSource } from "../kernel/clock.ts";
import type { Whenever } from "../kernel/whenever.ts";
import { bytesOf, type Bytes, inTime, MOST_BYTES, parseJson, type ReadBody, discarded } from "./body.ts";
import { queryOf } from "./respond.ts";
import { once } from "node:events";

/** A request, from a socket or as a web request. */
export interface Received {
  readonly method: string;
  readonly url: string;
  /** Path and query. */
  readonly target: string;
  /** Path parameters by name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Pick<Headers, "get" | "has">;
  /** All headers, by lowercase name. */
  allHeaders(): Readonly<Record<string, string>>;
  query(): Readonly<Record<string, readonly string[]>>;
  readBody(time: TimeSource): Whenever<ReadBody>;
}

/** Wraps a web request. */
export function receivedFromWeb(request: Request, params: Readonly<Record<string, string>>): Received {
  const { headers, method, url } = request;
  return {
    method,
    url,
    get target() {
      const { pathname, search } = new URL(url);
      return `${pathname}${search}`;
    },
    params,
    headers,
    allHeaders: () => Object.fromEntries(headers),
    query: () => queryOf(new URL(url).searchParams),
    readBody: async (time) => parseJson(await bytesOf(request, time), headers.get("content-type")),
  };
}

/** A path and query that need no normalization. */
const PLAIN_TARGET = /^((?:\/[\w~-][\w.~-]*)+)(?:\?([\w.~=&%+-]+))?$/;
const METHODS = new Set(["GET", "POST", "DELETE"]);
/** Headers that change how the request is read. */
const SPECIAL = new Set(["transfer-encoding", "expect", "upgrade", "set-cookie", "trailer"]);

/** A request on a socket that needs no normalization: `Request` would read the same from it. */
export interface Plain {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether no header is special or occurs twice. Node joins or drops repeated headers. */
function isPlainHead({ headers, rawHeaders }: IncomingMessage): boolean {
  let names = 0;
  for (const name in headers) {
    if (SPECIAL.has(name)) return false;
    names += 1;
  }
  return names * 2 === rawHeaders.length;
}

/** Reads a plain request; undefined for one that needs `Request`. */
export function plainOf(incoming: IncomingMessage): Plain | undefined {
  const { method = "", url = "", httpVersion, headers } = incoming;
  if (httpVersion !== "1.1" || !METHODS.has(method)) return undefined;
  const [, path, search = ""] = PLAIN_TARGET.exec(url) ?? [];
  if (path === undefined || !isPlainHead(incoming)) return undefined;
  return { method, path, search, headers: headers as Record<string, string> };
}

const schemeOf = ({ socket }: IncomingMessage): string => ("encrypted" in socket ? "https" : "http");

const NO_QUERY = {};

/** A plain request on a socket. */
export class SocketRequest implements Received {
  readonly target: string;
  readonly params: Readonly<Record<string, string>>;
  readonly #incoming: IncomingMessage;
  readonly #plain: Plain;

  constructor(incoming: IncomingMessage, plain: Plain, params: Readonly<Record<string, string>>) {
    this.target = incoming.url ?? "";
    this.params = params;
    this.#incoming = incoming;
    this.#plain = plain;
  }

  get method(): string {
    return this.#plain.method;
  }
  get url(): string {
    return `${schemeOf(this.#incoming)}://${this.get("host") ?? ""}${this.target}`;
  }
  get headers(): Pick<Headers, "get" | "has"> {
    return this;
  }
  get(name: string): string | null {
    const { headers } = this.#plain;
    return Object.hasOwn(headers, name) ? (headers[name] ?? null) : null;
  }
  has(name: string): boolean {
    return Object.hasOwn(this.#plain.headers, name);
  }
  allHeaders(): Readonly<Record<string, string>> {
    return this.#plain.headers;
  }
  query(): Readonly<Record<string, readonly string[]>> {
    const { search } = this.#plain;
    return search === "" ? NO_QUERY : queryOf(new URLSearchParams(search));
  }
  readBody(time: TimeSource): Whenever<ReadBody> {
    const type = this.get("content-type");
    const announced = announcedBy(this.#plain);
    if (announced > MOST_BYTES)
      return inTime(discarded(this.#incoming, announced), time).then((bytes) => parseJson(bytes, type));
    if (announced === 0) return { read: true, value: undefined };
    const first = this.#incoming.read() as Buffer | null;
    if (first?.byteLength === announced) return parseJson({ bytes: first }, type);
    return inTime(restOfBody(this.#incoming, first, announced), time).then((bytes) => parseJson(bytes, type));
  }
}

/** The content length that a request announces, bytes. */
export const announcedBy = ({ headers }: Plain): number => Number(headers["content-length"] ?? 0);

/** Reads the rest of a body of announced length, of which `first` has arrived. */
function restOfBody(incoming: IncomingMessage, first: Buffer | null, announced: number): Promise<Bytes> {
  return new Promise((resolve) => {
    const chunks = first === null ? [] : [first];
    let size = first?.byteLength ?? 0;
    if (incoming.destroyed) resolve("cut off");
    incoming.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size === announced) resolve({ bytes: Buffer.concat(chunks) });
    });
    incoming.on("close", () => resolve("cut off"));
    incoming.on("error", () => resolve("cut off"));
  });
}

/**
 * Makes a web request of a request on a socket. Its body is read when it is asked for.
 * @throws TypeError if it is not valid HTTP, or `Request` does not permit its method
 */
export function webRequestOf(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/", rawHeaders } = incoming;
  // `URL` would read these as a slash and as the end of the query.
  if (/[\\#]/.test(url)) throw new TypeError("The target of the request is not one of HTTP");
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const address = url.startsWith("/") ? `${schemeOf(incoming)}://${incoming.headers.host ?? ""}${url}` : url;
  if (method === "GET" || method === "HEAD") return new Request(address, { method, headers });
  return new Request(address, { method, headers, body: bodyOf(incoming), duplex: "half" });
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        chunks ??= incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
        const chunk = await chunks.next();
        if (chunk.done === true) controller.close();
        else controller.enqueue(chunk.value);
      },
      cancel: async () => {
        await chunks?.return?.();
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Sends a web response: a stream of events as it comes, anything else in one piece. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const { status, body } = response;
  const cookies = response.headers.getSetCookie();
  const headers = {
    ...Object.fromEntries(response.headers),
    ...(cookies.length === 0 ? {} : { "set-cookie": cookies }),
  };
  if (response.headers.get("content-type") === "text/event-stream" && body !== null) {
    outgoing.writeHead(status, headers);
    return sendStream(body as ReadableStream<Uint8Array>, outgoing);
  }
  const bytes = body === null ? undefined : Buffer.from(await response.arrayBuffer());
  const length = bytes === undefined ? {} : { "content-length": bytes.byteLength };
  outgoing.writeHead(status, { ...headers, ...length }).end(bytes);
}

async function sendStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => undefined));
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    if (!outgoing.write(chunk.value)) await once(outgoing, "drain");
  outgoing.end();
}
