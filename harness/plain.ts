/** JSON data: it can be sent to another thread and written to every report. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

/** Deeper than any body that is read as JSON. */
const DEEPEST = 256;
/** The most values that are kept of one value, and the most UTF-16 units of one text. */
const MOST_VALUES = 10_000;
const LONGEST = 64 * 1024;
const UNREADABLE = "[unreadable]";

/** What is known while a value is copied: the objects around the present one, and how many more values fit. */
interface Place {
  readonly around: readonly object[];
  readonly left: { values: number };
}

/**
 * A copy of any value as JSON data, so that whatever a check puts into a result can be recorded. Never throws: what JSON does not have
 * becomes text, and cycles, deep nesting, long texts and what cannot be read are cut.
 */
export function plain(value: unknown): Plain {
  return copyOf(value, { around: [], left: { values: MOST_VALUES } });
}

function copyOf(value: unknown, place: Place): Plain {
  switch (typeof value) {
    case "string":
      return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? value : textOfNumber(value);
    case "boolean":
      return value;
    case "bigint":
      return value.toString();
    case "undefined":
      return null;
    case "function":
    case "symbol":
      return `[${typeof value}]`;
    case "object":
      if (value === null) return null;
      try {
        return copyOfObject(value, place);
      } catch {
        return UNREADABLE;
      }
  }
}

/** JSON has neither a negative zero nor numbers that are not finite. */
function textOfNumber(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function copyOfObject(value: object, { around, left }: Place): Plain {
  if (around.includes(value)) return "[circular]";
  if (around.length >= DEEPEST) return "[too deep]";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[invalid date]" : value.toISOString();
  if (value instanceof URL || value instanceof RegExp) return String(value);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  const place = { around: [...around, value], left };
  const copied: [string, Plain][] = [];
  for (const [name, inner] of membersOf(value, place)) {
    if (left.values-- <= 0) {
      copied.push(["…", "…"]);
      break;
    }
    copied.push([name, copyOf(inner, place)]);
  }
  return isList(value) ? copied.map(([, entry]) => entry) : Object.fromEntries(copied);
}

function isList(value: object): value is readonly unknown[] | ReadonlySet<unknown> {
  return Array.isArray(value) || value instanceof Set;
}

/** The members that JSON would have, and those of errors, maps and sets. Entries of a list have no name. */
function* membersOf(value: object, place: Place): Generator<readonly [name: string, inner: unknown]> {
  if (isList(value)) for (const entry of value) yield ["", entry];
  else if (value instanceof Map) for (const [key, inner] of value) yield [nameOf(key, place), inner];
  else {
    const own = value instanceof Error ? ["name", "message", "cause"] : [];
    for (const name of new Set([...own, ...Object.keys(value)])) {
      const inner = memberOf(value, name);
      if (inner !== undefined) yield [name, inner];
    }
  }
}

/** The key of a map as text. Other types become JSON, because their `toString` may return anything. */
function nameOf(key: unknown, place: Place): string {
  return typeof key === "string" ? key : JSON.stringify(copyOf(key, place));
}

/** A getter or a proxy may throw. */
function memberOf(value: object, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return UNREADABLE;
  }
}

/** A value for violations: its JSON, truncated to a maximum length. */
export function show(value: unknown, most: number): string {
  return value === undefined ? "absent" : cut(JSON.stringify(plain(value)), most);
}

/** Truncates a text to a maximum length. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The most causes of an error that are shown. */
const MOST_CAUSES = 5;

/** The message of a thrown value. Never throws. */
export function messageOf(error: unknown): string {
  return textOf(error, (known) => known.message);
}

/** The message and the stack of a thrown value, and of its causes. Never throws. */
export function traceOf(error: unknown): string {
  const traces: string[] = [];
  let next = error;
  do {
    traces.push(textOf(next, (known) => known.stack ?? known.message));
    next = causeOf(next);
  } while (next !== undefined && traces.length <= MOST_CAUSES);
  return traces.join("\ncaused by ");
}

/** A check may throw anything: an error whose members throw, or a value without a text. */
function textOf(error: unknown, read: (known: Error) => unknown): string {
  try {
    if (error instanceof Error) {
      const text = read(error);
      return typeof text === "string" ? text : JSON.stringify(plain(text));
    }
  } catch {
    // What can be read of it follows.
  }
  return typeof error === "string" ? error : JSON.stringify(plain(error));
}

function causeOf(error: unknown): unknown {
  try {
    return error instanceof Error ? error.cause : undefined;
  } catch {
    return undefined;
  }
}
