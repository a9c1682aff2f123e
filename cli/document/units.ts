import { createHash } from "node:crypto";

/** A sentence of the document, or a row of a table. */
export interface Unit {
  /** Section number without the sign; "0" before the first section. */
  readonly section: string;
  /** `<section>/<hash>`. If a section repeats a text, later occurrences have `/<ordinal>` after it, from 2. */
  readonly anchor: string;
  /** The place in its section: "paragraph 2, sentence 1", "list 1, item 3", "table 1, row 4", "heading". */
  readonly place: string;
  readonly text: string;
  readonly line: number;
  /** Reasons to expect an open point. */
  readonly marks: readonly string[];
}

interface Table {
  readonly columns: readonly string[];
}

/** Counts paragraphs, lists and tables of a section, and items and rows of the current list or table. */
class Places {
  private counts = { paragraph: 0, list: 0, table: 0 };
  private within: { readonly block: "list" | "table"; count: number } | null = null;

  /** Starts a section. */
  begin(): void {
    this.counts = { paragraph: 0, list: 0, table: 0 };
    this.within = null;
  }

  /** Ends a list or a table, as an empty line does. */
  end(): void {
    this.within = null;
  }

  paragraph(): string {
    this.within = null;
    return `paragraph ${++this.counts.paragraph}`;
  }

  item(): string {
    return `list ${this.count("list")}, item ${this.within?.count ?? 0}`;
  }

  row(): string {
    return `table ${this.count("table")}, row ${this.within?.count ?? 0}`;
  }

  private count(block: "list" | "table"): number {
    if (this.within?.block !== block) {
      this.within = { block, count: 0 };
      this.counts[block] += 1;
    }
    this.within.count += 1;
    return this.counts[block];
  }
}

/** Splits a Markdown document into units. Skips the header and delimiter rows of tables, and headings that contain no code or parenthesis. */
export function unitsOf(document: string): readonly Unit[] {
  const lines = document.split("\n");
  const seen = new Map<string, number>();
  const places = new Places();
  const units: Unit[] = [];
  let section = "0";
  let table: Table | null = null;
  const add = (unit: Pick<Unit, "text" | "place" | "line" | "marks">): void => {
    const base = `${section}/${digest(unit.text)}`;
    const ordinal = (seen.get(base) ?? 0) + 1;
    seen.set(base, ordinal);
    units.push({ section, anchor: ordinal === 1 ? base : `${base}/${ordinal}`, ...unit });
  };
  for (const [index, raw] of lines.entries()) {
    const text = raw.replace(/\s+/g, " ").trim();
    const line = index + 1;
    if (!text.startsWith("|")) table = null;
    if (text === "") places.end();
    if (text === "" || isDelimiterRow(text)) continue;
    const heading = /^#{2,} (\d+(?:\.\d+)?)\.? /.exec(text);
    if (heading !== null) {
      section = heading[1] ?? section;
      places.begin();
    }
    if (text.startsWith("#")) {
      if (/[`(]/.test(text)) add({ text, place: "heading", line, marks: [] });
    } else if (text.startsWith("|")) {
      if (table === null && isDelimiterRow(lines[index + 1]?.trim() ?? ""))
        table = { columns: cellsOf(text) };
      else add({ text, place: places.row(), line, marks: [...wordMarks(text), ...rowMarks(text, table)] });
    } else {
      const item = text.replace(/^(- |\d+\. )/, "");
      const block = item === text ? places.paragraph() : places.item();
      const sentences = sentencesOf(item);
      for (const [at, sentence] of sentences.entries()) {
        const place = sentences.length === 1 ? block : `${block}, sentence ${at + 1}`;
        const marks = [...wordMarks(sentence), ...(at === 0 ? routeMarks(item) : [])];
        add({ text: sentence, place, line, marks });
      }
    }
  }
  return units;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}

function isDelimiterRow(text: string): boolean {
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

/** Marks a row of a refusal table that lacks its code or status, or of a route table that lacks its status. */
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
