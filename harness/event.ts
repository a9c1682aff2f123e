import { createHash } from "node:crypto";
import { isObject } from "../spec/json.ts";

/** A body, read strictly: valid UTF-8 without a byte order mark, and JSON. */
export type ReadBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "empty" }
  | { readonly kind: "not-utf-8" }
  /** It is nested too deeply to be parsed, and may not be JSON. */
  | { readonly kind: "too-deep" }
  | { readonly kind: "not-json"; readonly text: string };

/** Recursive functions (comparing, redacting, printing) must survive every body that is treated as JSON. */
const DEEPEST = 200;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const alreadyRead = new WeakMap<Uint8Array, ReadBody>();

/** Reads a body; a second call returns the same result. */
export function readBody(bytes: Uint8Array): ReadBody {
  let read = alreadyRead.get(bytes);
  if (read === undefined) {
    read = readStrictly(bytes);
    alreadyRead.set(bytes, read);
  }
  return read;
}

function readStrictly(bytes: Uint8Array): ReadBody {
  if (bytes.byteLength === 0) return { kind: "empty" };
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { kind: "not-utf-8" };
  }
  if (depthOf(text) > DEEPEST) return { kind: "too-deep" };
  try {
    return { kind: "json", value: JSON.parse(text) as unknown };
  } catch {
    return { kind: "not-json", text };
  }
}

/** The nesting depth of brackets outside of strings. Stops counting above the limit. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  if (text.length <= DEEPEST) return 0;
  for (let index = 0; index < text.length && deepest <= DEEPEST; index += 1) {
    const character = text[index];
    if (character === '"') {
      index += 1;
      while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
    } else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}

/** An event as received, in either of the two envelopes (§6). */
export interface ReceivedEvent {
  /** The id of the envelope, as text. A repeated id means a redelivery. */
  readonly id: string;
  /** Empty if the envelope has no string type. */
  readonly type: string;
  readonly family: "subscription" | "connect";
  readonly data: Readonly<Record<string, unknown>>;
  /** The whole body. */
  readonly body: unknown;
  /** The `accountId` of a Connect envelope. */
  readonly account: string | null;
  /** The part of the address that identifies the registration. */
  readonly address: string;
  /** When it arrived (monotonic ms), and as which one. */
  readonly receivedAt: number;
  readonly arrival: number;
  /** Whether it was recorded with pseudonyms instead of secrets. */
  readonly hasPseudonyms?: boolean;
}

type Arrived = Pick<ReceivedEvent, "address" | "receivedAt" | "arrival" | "hasPseudonyms">;

/** Reads a body as an event; null if it is not one. An unusual envelope is read as far as possible. */
export function readEvent(bytes: Uint8Array, arrived: Arrived): ReceivedEvent | null {
  const read = readBody(bytes);
  return read.kind === "json" ? eventOf(read.value, arrived) : null;
}

export function eventOf(body: unknown, arrived: Arrived): ReceivedEvent | null {
  if (!isObject(body)) return null;
  const inner = body["event"];
  const family = isObject(inner) ? "connect" : "subscription";
  const envelope = isObject(inner) ? inner : body;
  const { id, type } = envelope;
  return {
    id: typeof id === "number" ? String(id) : (text(id) ?? ""),
    type: text(type) ?? "",
    family,
    data: isObject(envelope["data"]) ? envelope["data"] : {},
    body,
    account: text(envelope["accountId"]),
    ...arrived,
  };
}

/** Represents a delivery that is not a JSON object as an event without members, which only the envelope's rule judges. */
export function malformedEvent(
  bytes: Uint8Array,
  arrived: Arrived & Pick<ReceivedEvent, "family">,
): ReceivedEvent {
  const read = readBody(bytes);
  const body = read.kind === "json" ? read.value : read.kind;
  return { id: "", type: "", data: {}, body, account: null, ...arrived };
}

/** The same text for deliveries with the same body, so that a repeated one differs from another event with its identifier. */
export const digestOf = ({ body }: ReceivedEvent): string =>
  createHash("sha1").update(JSON.stringify(body)).digest("base64");

/** Whether the event contains this string as a value, at any depth. */
export function mentions(event: ReceivedEvent, id: string): boolean {
  const pending: unknown[] = [event.body];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next === id) return true;
    if (typeof next === "object" && next !== null) pending.push(...(Object.values(next) as unknown[]));
  }
  return false;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
