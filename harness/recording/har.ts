import {
  headerValues,
  MAX_BODY_BYTES,
  type WireAnswer,
  type WireRequest,
  withoutBody,
} from "../http/wire.ts";
import type { Fields } from "./fields.ts";
import type { Part } from "./hiding.ts";
import type { Item, Order } from "./item.ts";

/** Reads an entry of HAR 1.2; null for what no target received or answered. */
export function itemOfEntry(entry: Fields): Item | null {
  const asked = entry.required("request", entry.within("request"));
  const answered = entry.within("response");
  const request = requestOf(asked);
  if (isLocal(request, entry, answered)) return null;
  const own = entry.within("_payconform");
  const order = own === null ? {} : { order: orderOf(own) };
  const redacted = own?.get("redacted");
  const hasPseudonyms = (part: Part) =>
    Array.isArray(redacted) && redacted.includes(part) ? { hasPseudonyms: true } : {};
  const { at: begunAt, exactTo } = entry.time("startedDateTime");
  const event = own?.within("event");
  if (event != null) {
    const address = event.text("address") ?? request.url.pathname;
    if (request.body === null) return null;
    return {
      kind: "event",
      bytes: request.body,
      address,
      at: begunAt,
      ...order,
      ...hasPseudonyms("request.body"),
    };
  }
  const answer = answered === null ? null : answerOf(answered, entry.text("_error"), request.method);
  const ms = entry.number("time") ?? -1;
  // Where no answer came, some recorders write 0.
  const endedAt = ms < 0 || (answer === null && ms === 0) ? null : begunAt + ms + exactTo;
  return {
    kind: "exchange",
    request,
    answer: answer === null ? null : { ...answer, ...hasPseudonyms("response.body") },
    ...(answer === null && {
      fault: entry.text("_error") ?? answered?.text("_error") ?? "no answer was recorded",
    }),
    begunAt,
    endedAt,
    ...(own !== null && {
      known: { operation: own.text("operation") ?? null, control: own.text("control") ?? null },
    }),
    ...order,
  };
}

function orderOf(own: Fields): Order {
  const begun = own.required("begun", own.number("begun"));
  const ended = own.number("ended") ?? null;
  if (ended !== null && ended < begun) throw own.mistake("ended", "is before begun");
  return { begun, ended };
}

/** Whether an entry is no exchange with a target: a question that the browser asks first, an answer from a cache, another protocol. */
function isLocal({ method, url, headers }: WireRequest, entry: Fields, answered: Fields | null): boolean {
  const isPreflight =
    method === "OPTIONS" && headerValues(headers, "access-control-request-method").length > 0;
  const isHttp = url.protocol === "http:" || url.protocol === "https:";
  if (isPreflight || !isHttp || method === "CONNECT") return true;
  const status = answered?.number("status");
  return (
    status === 101 ||
    // The recorder shows the body that the browser had.
    status === 304 ||
    // Chrome and Safari.
    entry.get("_fromCache") !== undefined ||
    answered?.get("_fetchedViaServiceWorker") === true ||
    ["Memory Cache", "Disk Cache", "Service Worker"].includes(String(answered?.get("_fetchType"))) ||
    // Firefox.
    entry.within("cache")?.has("afterRequest") === true
  );
}

function requestOf(asked: Fields): WireRequest {
  const request = {
    method: asked.required("method", asked.text("method")).toUpperCase(),
    url: asked.url("url"),
    headers: asked.headers("headers"),
  };
  const posted = asked.within("postData");
  const size = asked.number("bodySize") ?? -1;
  if (posted === null && size <= 0) return { ...request, body: null };
  const bytes = posted === null ? null : bytesOf(posted);
  return bytes === null
    ? { ...request, body: null, wholeBytes: Math.max(1, size) }
    : { ...request, body: bytes };
}

/** Null where no answer came. */
function answerOf(answered: Fields, error: string | undefined, method: string): WireAnswer | null {
  const status = answered.required("status", answered.number("status"));
  if (status <= 0) return null;
  const head = { status, headers: answered.headers("headers") };
  if (method === "HEAD" || status === 204) return { ...head, body: new Uint8Array() };
  const content = answered.within("content");
  const size = content?.number("size") ?? -1;
  const bytes = content === null || error !== undefined ? null : bytesOf(content);
  if (content?.text("text") === undefined && size === 0 && error === undefined)
    return { ...head, body: new Uint8Array() };
  // Of a compressed answer, some recorders state the size before it was decoded.
  const isCut =
    (bytes?.byteLength ?? 0) < size && headerValues(head.headers, "content-encoding").length === 0;
  return bytes === null || isCut ? withoutBody(head, size) : { ...head, body: bytes };
}

/** The bytes of a body; null where the recorder left it out, or did not keep it as it was. */
function bytesOf(body: Fields): Uint8Array | null {
  const text = body.text("text");
  if (text === undefined || /\p{Surrogate}/u.test(text)) return null;
  const bytes = Buffer.from(text, body.text("encoding") === "base64" ? "base64" : "utf8");
  return bytes.byteLength > MAX_BODY_BYTES ? null : bytes;
}
