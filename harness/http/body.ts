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
