import { withoutBody } from "../http/wire.ts";
import type { Fields } from "./fields.ts";
import type { Item } from "./item.ts";

/** Reads a line of JSON: an exchange, with the members of a recorded one in `conformance.json`, or an event. */
export function itemOfLine(line: Fields): Item {
  if (line.has("event")) {
    const { at } = line.time("receivedAt");
    return { kind: "event", bytes: bytesOf(line.get("event")), address: line.text("address") ?? "", at };
  }
  if (!line.has("method"))
    throw line.mistake(
      "method",
      "is missing; a recording is HAR 1.2, or JSON with one exchange or event a line",
    );
  const { at: begunAt, exactTo } = line.time("startedAt");
  const request = {
    method: line.required("method", line.text("method")).toUpperCase(),
    url: line.url("url"),
    headers: line.headers("requestHeaders"),
    body: line.get("requestBody") === undefined ? null : bytesOf(line.get("requestBody")),
  };
  const status = line.number("status");
  const ms = line.number("durationMs");
  const exchange = {
    kind: "exchange",
    request,
    begunAt,
    endedAt: ms === undefined || ms < 0 ? null : begunAt + ms + exactTo,
  } as const;
  if (status === undefined)
    return { ...exchange, answer: null, fault: line.text("fault") ?? "no answer was recorded" };
  const head = { status, headers: line.headers("responseHeaders") };
  if (!line.has("responseBody")) return { ...exchange, answer: withoutBody(head, 0) };
  const body = line.get("responseBody");
  return { ...exchange, answer: { ...head, body: body === undefined ? new Uint8Array() : bytesOf(body) } };
}

/** Text is the body as it was sent; any other JSON value is written as JSON. */
function bytesOf(body: unknown): Uint8Array {
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body ?? null));
}
