import type { FieldError } from "../kernel/answers.ts";
import type { TimeSource } from "../kernel/clock.ts";

/** A request's body, read; or why it cannot be read, with the status that says so (`undefined`: the area's own). */
export type ReadBody = { read: true; value: unknown } | { read: false; status?: number; error: FieldError };

/** What a body may cost. */
export interface BodyLimits {
  /** Bytes. */
  bytes: number;
  /** Levels of nesting. */
  depth: number;
  /** Milliseconds until the whole body must have arrived. */
  milliseconds: number;
}

/** One mebibyte, 64 levels, 15 seconds. */
export const usualLimits: BodyLimits = { bytes: 1_048_576, depth: 64, milliseconds: 15_000 };

const refuse = (rule: string, message: string, status?: number): ReadBody => ({
  read: false,
  error: { rule, field: "body", message },
  ...(status === undefined ? {} : { status }),
});

type Bytes = { bytes: Uint8Array } | "too large" | "too slow" | "cut off";

async function bytesOf(request: Request, limits: BodyLimits, time: TimeSource): Promise<Bytes> {
  if (Number(request.headers.get("content-length") ?? 0) > limits.bytes) return "too large";
  if (request.body === null) return { bytes: new Uint8Array() };
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  let late = false;
  const cancel = time.after(limits.milliseconds, () => {
    late = true;
    void reader.cancel().catch(() => undefined);
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) return "too slow";
      if (done) return { bytes: Buffer.concat(chunks) };
      size += value.byteLength;
      if (size > limits.bytes) {
        void reader.cancel().catch(() => undefined);
        return "too large";
      }
      chunks.push(value);
    }
  } catch {
    return late ? "too slow" : "cut off";
  } finally {
    cancel();
  }
}

/** The first thing inside a parsed body that JSON cannot give back, walked without recursion. */
function oddity(value: unknown, depth: number): FieldError | undefined {
  const waiting = [{ value, path: "body", level: 0 }];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const { path, level } = item;
    if (typeof item.value === "number" && !Number.isFinite(item.value)) {
      return { rule: "number", field: path.replace(/^body\./, ""), message: "number validation failed" };
    }
    if (typeof item.value !== "object" || item.value === null) continue;
    if (level >= depth)
      return { rule: "depth", field: "body", message: `The body nests more than ${depth} levels` };
    for (const [key, inner] of Object.entries(item.value)) {
      waiting.push({ value: inner, path: `${path}.${key}`, level: level + 1 });
    }
  }
  return undefined;
}

/** Reads a JSON body: strict UTF-8, strict JSON, bounded in size, time and depth. No body at all is `undefined`. */
export async function readJson(request: Request, limits: BodyLimits, time: TimeSource): Promise<ReadBody> {
  const got = await bytesOf(request, limits, time);
  if (got === "too large") return refuse("size", `The body is larger than ${limits.bytes} bytes`, 413);
  if (got === "too slow") return refuse("time", "The body did not arrive in time", 408);
  if (got === "cut off") return refuse("complete", "The body ended early");
  if (got.bytes.byteLength === 0) return { read: true, value: undefined };
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "application/json" && !type.endsWith("+json")) {
    return refuse("content-type", "The body must be sent as application/json", 415);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(got.bytes);
  } catch {
    return refuse("utf8", "The body is not valid UTF-8");
  }
  try {
    const value: unknown = JSON.parse(text);
    const odd = oddity(value, limits.depth);
    return odd === undefined ? { read: true, value } : { read: false, error: odd };
  } catch {
    return refuse("json", "The body is not valid JSON");
  }
}
