import { visible } from "./text.ts";

/** Characters that Markdown, GitHub's mentions or HTML would interpret. */
const ACTIVE = /[&<>|`*_[\]~\\@#$!]|:(?=\/\/)|(?<=\bwww)\./gu;

/** Text as inert Markdown on one line, also for table cells. It contains no links, formatting or mentions. */
export function inline(text: string): string {
  return flat(text, " ⏎ ")
    .replaceAll("\t", " ")
    .replace(ACTIVE, (character) => `&#${character.codePointAt(0)};`);
}

/** Text as inline code. The fence is longer than any run of backticks in it; pipes are escaped for tables. */
export function code(text: string): string {
  const line = flat(text, " ").replaceAll("|", "\\|");
  if (line.trim() === "") return "` `";
  const fence = fenceFor(line, 1);
  const pad = /^[` ]|[` ]$/u.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text on one line. `mark` replaces line breaks and the spaces around them. */
function flat(text: string, mark: string): string {
  const [first = "", ...others] = visible(text).split("\n");
  const last = others.pop();
  if (last === undefined) return first;
  const inner = others.map((line) => line.trim()).filter((line) => line !== "");
  return [first.trimEnd(), ...inner, last.trimStart()].join(mark);
}

/** A sentence in which backticks mean code and everything else is plain text. */
export function prose(sentence: string): string {
  return sentence
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? code(part) : inline(part)))
    .join("");
}

/** Text as a fenced block, whose fence is longer than any run of backticks inside. */
export function block(text: string, language = ""): string {
  const lines = visible(text);
  let end = lines.length;
  while (lines[end - 1] === "\n") end -= 1;
  const content = lines.slice(0, end);
  const fence = fenceFor(content, 3);
  return `${fence}${language}\n${content}\n${fence}`;
}

function fenceFor(text: string, shortest: number): string {
  const runs = text.match(/`+/gu) ?? [];
  return "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), shortest));
}

/** A table whose cells are Markdown. Columns whose header ends in ":" are right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const titles = header.map((title) => title.replace(/:$/u, ""));
  const rule = header.map((title) => (title.endsWith(":") ? "---:" : "---"));
  return [line(titles), line(rule), ...rows.map(line)].join("\n");
}
