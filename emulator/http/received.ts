import type { IncomingMessage } from "node:http";
import type { TimeSource } from "../kernel/clock.ts";
import { bytesOf, type BodyLimits, type Bytes, inTime, parseJson, type ReadBody } from "./body.ts";
import { queryOf } from "./respond.ts";

/** A request, whatever brought it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  /** Path and query. */
  readonly target: string;
  /** Path parameters by name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Pick<Headers, "get" | "has">;
  /** All headers, by lowercase name. */
  readonly allHeaders: () => Readonly<Record<string, string>>;
  readonly query: () => Readonly<Record<string, readonly string[]>>;
  readonly readBody: (limits: BodyLimits, time: TimeSource) => Promise<ReadBody>;
}

/** A web request. */
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
    readBody: async (limits, time) =>
      parseJson(await bytesOf(request, limits, time), headers.get("content-type"), limits),
  };
}

/** Letters, digits and marks that mean themselves; nothing that a URL would rewrite. */
const PLAIN_TARGET = /^((?:\/[\w~-][\w.~-]*)+)(?:\?([\w.~=&%+-]+))?$/;
const METHODS = new Set(["GET", "POST", "DELETE"]);
/** Headers that change how a request is to be read. */
const SPECIAL = ["transfer-encoding", "expect", "upgrade", "set-cookie", "trailer"];

/** A request on a socket that every reader reads alike. */
export interface Plain {
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of a plain request; undefined for one that needs the care of the web's classes. */
export function plainOf({
  method = "",
  url = "",
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): Plain | undefined {
  if (httpVersion !== "1.1" || !METHODS.has(method)) return undefined;
  const [, path, search = ""] = PLAIN_TARGET.exec(url) ?? [];
  // Names that come twice are joined, or one is dropped: by name.
  if (path === undefined || Object.keys(headers).length * 2 !== rawHeaders.length) return undefined;
  for (const name of SPECIAL) if (name in headers) return undefined;
  return { path, search, headers: headers as Record<string, string> };
}

/** A plain request. */
export function receivedFromSocket(
  incoming: IncomingMessage,
  { search, headers }: Plain,
  params: Readonly<Record<string, string>>,
): Received {
  const header = (name: string): string | null =>
    Object.hasOwn(headers, name) ? (headers[name] ?? null) : null;
  return {
    method: incoming.method ?? "",
    url: `http://${headers["host"] ?? ""}${incoming.url ?? ""}`,
    target: incoming.url ?? "",
    params,
    headers: { get: header, has: (name) => Object.hasOwn(headers, name) },
    allHeaders: () => headers,
    query: () => (search === "" ? {} : queryOf(new URLSearchParams(search))),
    readBody: async (limits, time) =>
      parseJson(await bytesOfSocket(incoming, limits, time), header("content-type"), limits),
  };
}

const NOTHING = Promise.resolve({ bytes: new Uint8Array() });

/** A body of announced length, complete as soon as so many bytes are there. */
function bytesOfSocket(incoming: IncomingMessage, limits: BodyLimits, time: TimeSource): Promise<Bytes> {
  const announced = Number(incoming.headers["content-length"] ?? 0);
  if (announced > limits.bytes) return Promise.resolve("too large");
  if (announced === 0) return NOTHING;
  const reading = new Promise<Bytes>((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      const [first = chunk] = chunks;
      if (size === announced) resolve({ bytes: chunks.length === 1 ? first : Buffer.concat(chunks) });
    });
    incoming.on("close", () => resolve("cut off"));
    incoming.on("error", () => resolve("cut off"));
  });
  return inTime(reading, limits, time);
}
