import type { HeaderPiece } from "../../harness/results.ts";
import { visible } from "./text.ts";

/** A part of a shell word: text, or the value of a variable. */
export type Part = HeaderPiece;

/** Text that needs no quotes. */
const BARE = /^[A-Za-z0-9_/:=.,@%+-]+$/;
/** Text that needs no escapes in double quotes. */
const PLAIN = /^[A-Za-z0-9 _/:;=.,@%+-]*$/;

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  if (BARE.test(text)) return text;
  if (visible(text) !== text || /[\n\t]/.test(text)) return `"$(${printed([text])})"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Parts as one word of a POSIX shell. */
export function word(parts: readonly Part[]): string {
  const some = parts.filter((part) => part !== "");
  if (some.every((part) => typeof part === "string")) return quoted(some.join(""));
  if (some.every((part) => typeof part !== "string" || PLAIN.test(part))) {
    const inner = some.map((part, index) => {
      const next = some[index + 1];
      return typeof part === "string" ? part : expansion(part, typeof next === "string" ? next : "");
    });
    return `"${inner.join("")}"`;
  }
  return some.map((part) => (typeof part === "string" ? quoted(part) : `"${expansion(part, "")}"`)).join("");
}

/** The expansion with the value of a part. `next`: the text after it. */
function expansion(part: Exclude<Part, string>, next: string): string {
  if ("base64" in part) return `$(printf %s ${word(part.base64)} | base64 | tr -d '\\n')`;
  const { variable, from, to } = part;
  if (from !== undefined && to !== undefined) return `$(printf %s "$${variable}" | cut -c ${from + 1}-${to})`;
  return /^\w/.test(next) ? `\${${variable}}` : `$${variable}`;
}

/** A command that prints bytes, or parts of text, exactly. */
export function printed(given: Uint8Array | readonly Part[]): string {
  const parts = given instanceof Uint8Array ? [given] : given;
  const format = parts
    .map((part) =>
      part instanceof Uint8Array ? octal(part) : typeof part === "string" ? octal(Buffer.from(part)) : "%s",
    )
    .join("")
    .replace(/^-/, "\\055");
  const values = parts.filter((part) => typeof part === "object" && !(part instanceof Uint8Array));
  return [
    "printf",
    `'${format}'`,
    ...values.map((part) => `"${expansion(part as Exclude<Part, string>, "")}"`),
  ].join(" ");
}

/** Bytes as a format of printf, in visible ASCII. */
function octal(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if (character === "%") return "%%";
      return /[ -~]/.test(character) && !/['\\#]/.test(character)
        ? character
        : `\\${byte.toString(8).padStart(3, "0")}`;
    })
    .join("");
}
