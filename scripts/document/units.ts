import { createHash } from "node:crypto";

/** Smallest part of the document that can state something: a sentence, or a row of a table. */
export interface Unit {
  /** Section number without the sign; "0" before the first section. */
  readonly section: string;
  /** `<section>/<hash>`, with `/<ordinal>` from the second time on that a section repeats a text. */
  readonly anchor: string;
  readonly text: string;
  readonly line: number;
  /** Why a register entry is due, if one is. */
  readonly marks: readonly string[];
}

interface Table {
  readonly columns: readonly string[];
}

/** Cuts a Markdown document into units. Empty lines, rulers and heads of tables, and bare headings are none. */
export function unitsOf(document: string): readonly Unit[] {
  const lines = document.split("\n");
  const seen = new Map<string, number>();
  const units: Unit[] = [];
  let section = "0";
  let table: Table | null = null;
  const add = (text: string, line: number, marks: readonly string[]): void => {
    const base = `${section}/${digest(text)}`;
    const ordinal = (seen.get(base) ?? 0) + 1;
    seen.set(base, ordinal);
    units.push({ section, anchor: ordinal === 1 ? base : `${base}/${ordinal}`, text, line, marks });
  };
  for (const [index, raw] of lines.entries()) {
    const text = raw.replace(/\s+/g, " ").trim();
    if (!text.startsWith("|")) table = null;
    if (text === "" || isRuler(text)) continue;
    const heading = /^#{2,} (\d+(?:\.\d+)?)\.? /.exec(text);
    if (heading !== null) section = heading[1] ?? section;
    if (text.startsWith("#")) {
      if (/[`(]/.test(text)) add(text, index + 1, []);
    } else if (text.startsWith("|")) {
      if (table === null && isRuler(lines[index + 1]?.trim() ?? "")) table = { columns: cellsOf(text) };
      else add(text, index + 1, [...wordMarks(text), ...rowMarks(text, table)]);
    } else {
      const item = text.replace(/^(- |\d+\. )/, "");
      for (const [place, sentence] of sentencesOf(item).entries()) {
        add(sentence, index + 1, [...wordMarks(sentence), ...(place === 0 ? routeMarks(item) : [])]);
      }
    }
  }
  return units;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}

function isRuler(text: string): boolean {
  return /^\|[-| :]+\|$/.test(text);
}

function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim().toLowerCase());
}

/** Splits at full stops before a capital, a code span or a brace; abbreviations such as "e.g." do not end a sentence. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=\.\)?)(?<!\b(?:e\.g|i\.e)\.) (?=[A-Z`{(*])/);
}

function wordMarks(text: string): string[] {
  const marks: string[] = [];
  if (/not shown/i.test(text)) marks.push("says that something is not shown");
  if (/\be\.g\./i.test(text)) marks.push("gives an example");
  return marks;
}

/** A row of a refusal table without its code or status, a row of a route table without its status. */
function rowMarks(row: string, table: Table | null): string[] {
  if (table === null) return [];
  const cells = cellsOf(row);
  const cell = (name: string): string | undefined => {
    const index = table.columns.indexOf(name);
    return index === -1 ? undefined : cells[index];
  };
  const marks: string[] = [];
  const code = cell("code");
  if (code !== undefined && !/^[a-z_]+(\.[a-z_]+)*(, [a-z_]+)*( \(relayed\))?$/.test(code))
    marks.push("row without a code");
  if (code === "none") marks.push("row without a code");
  const status = cell("status");
  if (status !== undefined && !/\d{3}/.test(status) && !/^test clock|^connect/.test(status)) {
    if (table.columns.includes("cause")) marks.push("row without a status");
  }
  const result = cell("result");
  if (result !== undefined && !/\b\d{3}\b/.test(result)) marks.push("row without a status");
  return [...new Set(marks)];
}

function routeMarks(text: string): string[] {
  const isRoute = /^\*\*(GET|POST|PUT|DELETE) /.test(text);
  if (!isRoute || !text.includes(":") || /\b20\d\b/.test(text)) return [];
  return ["route without a status"];
}
