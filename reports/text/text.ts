/** Makes text safe to show. Text of targets is evidence, but may also be an attack, so every report passes it through this module. */

/** Controls, invisible format characters, lone surrogates, line separators and non-characters; not tab or newline. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;

/** Writes a character as its escape: `\u001b`, or `\u{e0001}` beyond the basic plane. */
function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** The beginnings of commands to CI services that read a job's log: GitHub, Azure Pipelines, TeamCity. */
const COMMAND_AT_START = /^([^\S\n\r\u2028\u2029]*):(?=:)/gmu;
const COMMAND_ANYWHERE = /##(?=\[|vso\[|teamcity\[)/giu;

/** Text without invisible characters, such as nearly all text of targets. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** Escapes commands to CI services. */
export function inert(text: string): string {
  if (!text.includes("::") && !text.includes("##")) return text;
  return text.replace(COMMAND_AT_START, "$1\\u003a").replace(COMMAND_ANYWHERE, "#\\u0023");
}

/**
 * Escapes invisible characters, so that no terminal, XML parser or reader is misled, and commands to CI services. Keeps tabs and newlines.
 */
export function visible(text: string): string {
  return inert(PLAIN.test(text) ? text : text.replaceAll("\r\n", "\n").replace(INVISIBLE, escapeOf));
}

/** Escapes invisible characters and commands to CI services in JSON text. The parsed value is the same. */
export function inertJson(text: string): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return inert(text).replace(INVISIBLE, (character) => character.split("").map(escape).join(""));
}

/** As `visible`, but on one line: newlines and tabs become `\n` and `\t`. */
export function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** Replaces lone surrogates by visible escapes, because strict parsers refuse them even if JSON escapes them. @internal */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, escapeOf);
}

/** The first `limit` UTF-16 units of a text, and how many were omitted. Does not split a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Prefixes each line of a text. */
export function indent(text: string, prefix: string): string {
  return text
    .split("\n")
    .map((line) => `${prefix}${line}`.trimEnd())
    .join("\n");
}

/** A duration of `ms` milliseconds for people: "12 ms", "1.5 s", "2 min 3 s". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** "1 rule", "2 rules". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The first `most` texts, and the number of the others: "a, b, c, and 2 more". */
export function firstOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return `${texts.slice(0, most).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** The message of a thrown value of any type. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Indented JSON that strict parsers accept, ending in a newline: lone surrogates are escaped. */
export function prettyJson(value: unknown): string {
  return `${inertJson(JSON.stringify(wellFormedIn(value), null, 2))}\n`;
}

function wellFormedIn(value: unknown): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [wellFormed(name), wellFormedIn(inner)]),
  );
}

/** Groups items by a key. The groups are in the order of their first items. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
