import type { IncomingMessage, ServerResponse } from "node:http";
import { isObject, parsed } from "../../spec/json.ts";
import type { PassingTraffic } from "./passing-traffic.ts";

const PREFIX = "/_payconform/";
const MAX_BYTES = 64 * 1024;
const EXAMPLE = '{"name": "pays an invoice"}, or {"name": ""} when the test ends';

/** Answers what the tests ask the proxy itself, below `/_payconform/`; returns false for all other requests. `summary`: what was found so far. */
export function ownAnswers(
  traffic: PassingTraffic,
  summary: () => object,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { url = "", method } = request;
    if (!url.startsWith(PREFIX)) return false;
    const answer = (status: number, type: string, text: string): void =>
      void response.writeHead(status, { "content-type": type }).end(text);
    const refuse = (status: number, why: string): void =>
      answer(status, "text/plain; charset=utf-8", `payconform proxy: ${why}\n`);
    const call = `${method ?? ""} ${url.slice(PREFIX.length)}`;
    if (call === "GET summary") {
      traffic.settle();
      answer(200, "application/json", JSON.stringify(summary()));
    } else if (call === "POST test")
      bodyOf(request).then(
        (body) => {
          const name = nameIn(body);
          if (name === null) return refuse(400, `the body must be ${EXAMPLE}`);
          traffic.test = name;
          response.writeHead(204).end();
        },
        () => response.destroy(),
      );
    else {
      request.resume();
      refuse(404, `${method ?? ""} ${url} is not known; use POST ${PREFIX}test or GET ${PREFIX}summary`);
    }
    return true;
  };
}

/** The name of the running test in a body; null if it has none. */
function nameIn(body: string): string | null {
  const value = parsed(body);
  const name = isObject(value) ? value["name"] : undefined;
  return typeof name === "string" ? name : null;
}

/** The body of a request; its beginning, if it is too long to be a name. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= MAX_BYTES) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
