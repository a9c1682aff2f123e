import { fieldError, type FieldError } from "../kernel/answers.ts";
import type { TimeSource } from "../kernel/clock.ts";

/** The body of a request, or why it is unreadable. An absent `status` means that of the operation's area. */
export type ReadBody = { read: true; value: unknown } | { read: false; status?: number; error: FieldError };

/** The size of the largest body that is accepted, bytes. */
export const MOST_BYTES = 1_048_576;

/** What is accepted of a body: its size in bytes, and how deep it nests. */
interface BodyLimits {
  readonly bytes: number;
  readonly levels: number;
}

const usual: BodyLimits = { bytes: MOST_BYTES, levels: 64 };
/** The limits of a snapshot, which contains everything that was accepted, a few levels deeper. */
export const snapshotLimits: BodyLimits = { bytes: 268_435_456, levels: 80 };
/** The time within which the whole body must arrive, ms. */
const TIMEOUT_MS = 15_000;

const refuse = (rule: string, message: string, status?: number): ReadBody => ({
  read: false,
  error: { rule, field: "body", message },
  ...(status === undefined ? {} : { status }),
});

/** The bytes of a body, or why they are not available. */
export type Bytes = { bytes: Uint8Array } | "too large" | "too slow" | "cut off";

/** The most bytes of a body that are read and discarded. */
const MOST_SKIPPED_BYTES = 64 * 1_048_576;

/** Reads and discards a body that is too large: most clients read no response before they have sent the whole request. */
export async function discarded(
  body: AsyncIterable<Uint8Array> | null,
  announced: number,
): Promise<"too large"> {
  if (body === null || announced > MOST_SKIPPED_BYTES) return "too large";
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MOST_SKIPPED_BYTES) break;
  }
  return "too large";
}

/** Awaits a body until the timeout. An error while reading means that the body was cut off. */
export async function inTime(reading: Promise<Bytes>, time: TimeSource): Promise<Bytes> {
  let cancel = (): void => undefined;
  const late = new Promise<Bytes>((resolve) => {
    cancel = time.after(TIMEOUT_MS, () => resolve("too slow"));
  });
  try {
    return await Promise.race([reading.catch((): Bytes => "cut off"), late]);
  } finally {
    cancel();
  }
}

async function collect(body: ReadableStream<Uint8Array>, most: number): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) return "too large";
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks) };
}

/** Reads the body of a web request. */
export function bytesOf(request: Request, time: TimeSource, most = MOST_BYTES): Promise<Bytes> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > most) return inTime(discarded(request.body, Number(announced)), time);
  // A body of known length needs no stream, which is faster.
  if (announced !== null) {
    return inTime(
      request.arrayBuffer().then((buffer) => ({ bytes: new Uint8Array(buffer) })),
      time,
    );
  }
  const body = request.body as ReadableStream<Uint8Array> | null;
  if (body === null) return Promise.resolve({ bytes: new Uint8Array() });
  return inTime(collect(body, most), time);
}

/** Whether a parsed value has only numbers that JSON can express, and at most that many levels. */
const isPlain = (value: unknown, levels: number): boolean => {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isPlain(inner, levels - 1));
};

/** What is wrong with a parsed body that is not plain. Without recursion, since it may be nested arbitrarily deep. */
function faultIn(value: unknown, levels: number): FieldError | undefined {
  const waiting = [{ value, path: "body", level: 0 }];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const { path, level } = item;
    if (typeof item.value === "number" && !Number.isFinite(item.value)) {
      return fieldError("number", path.replace(/^body\./, ""));
    }
    if (typeof item.value !== "object" || item.value === null) continue;
    if (level >= levels) return fieldError("depth", "body", `The body nests more than ${levels} levels`);
    for (const [key, inner] of Object.entries(item.value)) {
      waiting.push({ value: inner, path: `${path}.${key}`, level: level + 1 });
    }
  }
  return undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses strict UTF-8 and strict JSON of limited depth. The value of an empty body is `undefined`. */
export function parseJson(got: Bytes, contentType: string | null, limits = usual): ReadBody {
  if (got === "too large") return refuse("size", `The body is larger than ${limits.bytes} bytes`, 413);
  if (got === "too slow") return refuse("time", "The body did not arrive in time", 408);
  if (got === "cut off") return refuse("complete", "The body ended early");
  if (got.bytes.byteLength === 0) return { read: true, value: undefined };
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "application/json" && !type.endsWith("+json")) {
    return refuse("content-type", "The body must be sent as application/json", 415);
  }
  let text: string;
  try {
    text = utf8.decode(got.bytes);
  } catch {
    return refuse("utf8", "The body is not valid UTF-8");
  }
  try {
    const value: unknown = JSON.parse(text);
    const error = isPlain(value, limits.levels) ? undefined : faultIn(value, limits.levels);
    return error === undefined ? { read: true, value } : { read: false, error };
  } catch {
    return refuse("json", "The body is not valid JSON");
  }
}

/** Reads the JSON body of a web request, with limits on size, time and depth. */
export async function readJson(request: Request, time: TimeSource, limits = usual): Promise<ReadBody> {
  return parseJson(await bytesOf(request, time, limits.bytes), request.headers.get("content-type"), limits);
}

/** Reads the fields of an HTML form; undefined if the body is not one or is unreadable. */
export async function readForm(request: Request, time: TimeSource): Promise<URLSearchParams | undefined> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return undefined;
  const got = await bytesOf(request, time);
  return typeof got === "string" ? undefined : new URLSearchParams(new TextDecoder().decode(got.bytes));
}
