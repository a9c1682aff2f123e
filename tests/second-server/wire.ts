/** The HTTP side: bytes in, bytes out. Knows nothing of payments. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { Refusal, type Reply } from "./fields.ts";

/** One request, body read and parsed; `body` is undefined if there was none. */
export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  header(name: string): string | null;
  body: unknown;
}

const LIMIT = 1_000_000;

async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of message as AsyncIterable<Buffer>) {
    size += piece.length;
    // Leaving the loop early would cut the connection before the answer is out: swallow the rest.
    if (size <= LIMIT) pieces.push(piece);
  }
  if (size > LIMIT) throw new Refusal(413, { message: "Too much to read" }, { connection: "close" });
  return Buffer.concat(pieces);
}

function parse(bytes: Buffer, type: string): unknown {
  if (bytes.length === 0) return undefined;
  if (type !== "" && !/json/i.test(type)) throw new Refusal(415, { message: "Send JSON, please" });
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, { title: "Unreadable body", detail: "not JSON in UTF-8" });
  }
}

async function understand(message: IncomingMessage): Promise<Request> {
  const url = URL.parse(message.url ?? "/", "http://here");
  if (url === null) throw new Refusal(404, { message: "route not found" });
  const bytes = await readBytes(message);
  return {
    method: message.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    header(name) {
      const value = message.headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
    },
    body: parse(bytes, message.headers["content-type"] ?? ""),
  };
}

/** As `serve` does, of a request that no socket brought. */
export function fetched(
  handle: (request: Request) => Promise<Reply>,
): (request: globalThis.Request) => Promise<Response> {
  const heard = async (request: globalThis.Request): Promise<Request> => {
    const url = new URL(request.url);
    const bytes = Buffer.from(await request.arrayBuffer());
    return {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      header: (name) => request.headers.get(name),
      body: parse(bytes, request.headers.get("content-type") ?? ""),
    };
  };
  return async (request) => {
    const { status, headers, body } = await heard(request).then(handle).catch(replyTo);
    if (body === undefined) return new Response(null, { status, headers: { ...headers } });
    const type = { "content-type": "application/json;charset=UTF-8" };
    return new Response(JSON.stringify(body), { status, headers: { ...headers, ...type } });
  };
}

/** Writes indented JSON: in one piece with a length or in two chunks, gzipped if welcome. */
function send(reply: Reply, message: IncomingMessage, response: ServerResponse, count: number): void {
  const headers: Record<string, string> = { ...reply.headers, "x-served-by": "second" };
  if (count % 9 === 0) headers["connection"] = "close";
  if (reply.body === undefined) {
    response.writeHead(reply.status, headers).end();
    return;
  }
  let bytes: Buffer = Buffer.from(`${JSON.stringify(reply.body, null, 1)}\n`);
  headers["content-type"] = "application/json;charset=UTF-8";
  if (/\bgzip\b/i.test(String(message.headers["accept-encoding"] ?? ""))) {
    bytes = gzipSync(bytes);
    headers["content-encoding"] = "gzip";
  }
  if (count % 2 === 0) {
    response.writeHead(reply.status, { ...headers, "content-length": String(bytes.length) }).end(bytes);
    return;
  }
  const middle = bytes.length >> 1;
  response.writeHead(reply.status, headers).write(bytes.subarray(0, middle));
  response.end(bytes.subarray(middle));
}

function replyTo(error: unknown): Reply {
  if (error instanceof Refusal) return error.reply;
  if (error instanceof RangeError) return { status: 400, body: { title: "Body nested too deeply" } };
  return { status: 500, body: { message: "Something broke here" } };
}

/** An HTTP server that answers every request with what `handle` resolves to or refuses with. */
export function serve(handle: (request: Request) => Promise<Reply>): Server {
  let count = 0;
  return createServer((message, response) => {
    count += 1;
    const turn = count;
    understand(message)
      .then(handle)
      .catch(replyTo)
      .then((reply) => {
        try {
          send(reply, message, response, turn);
        } catch (error) {
          send(replyTo(error), message, response, turn);
        }
      })
      .catch(() => response.destroy());
  });
}
