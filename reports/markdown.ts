import { visible } from "./text.ts";

/** Characters that Markdown, GitHub's mentions or HTML would act on, as they must be written instead. */
const ACTIVE = /[&<>|`*_[\]~\\@#$!]|:(?=\/\/)|(?<=\bwww)\./gu;

/** Text as inert Markdown on one line, fit for a table's cell: nothing in it links, formats, mentions or breaks out. */
export function inline(text: string): string {
  return visible(text)
    .replaceAll(/\s*\n\s*/gu, " ⏎ ")
    .replaceAll("\t", " ")
    .replace(ACTIVE, (character) => `&#${character.codePointAt(0)};`);
}

/** Text as inline code. Backticks in it are met by a longer fence, pipes are escaped for tables. */
export function code(text: string): string {
  const flat = visible(text)
    .replaceAll(/\s*\n\s*/gu, " ")
    .replaceAll("|", "\\|");
  if (flat.trim() === "") return "` `";
  const fence = fenceFor(flat, 1);
  const pad = /^[` ]|[` ]$/u.test(flat) ? " " : "";
  return `${fence}${pad}${flat}${pad}${fence}`;
}

/** A sentence of the catalogue, in which backticks mean code; everything else in it is text. */
export function prose(sentence: string): string {
  return sentence
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? code(part) : inline(part)))
    .join("");
}

/** Text as a fenced block, whose fence is longer than any run of backticks inside. */
export function block(text: string, language = ""): string {
  const content = visible(text).replace(/\n+$/u, "");
  const fence = fenceFor(content, 3);
  return `${fence}${language}\n${content}\n${fence}`;
}

function fenceFor(text: string, shortest: number): string {
  const runs = text.match(/`+/gu) ?? [];
  return "`".repeat(Math.max(shortest, ...runs.map((run) => run.length + 1)));
}

/** A table; cells are Markdown already. Columns whose header ends in ":" are right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const titles = header.map((title) => title.replace(/:$/u, ""));
  const rule = header.map((title) => (title.endsWith(":") ? "---:" : "---"));
  return [line(titles), line(rule), ...rows.map(line)].join("\n");
}
