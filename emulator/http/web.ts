import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

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
  const address = url.startsWith("/") ? `http://${incoming.headers.host ?? ""}${url}` : url;
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
