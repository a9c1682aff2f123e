import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SourceFault } from "./sources.ts";

/** A page of the documentation with an updated generated part. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Replaces the part of a page between the marks `<!-- NAME: made by … -->` and `<!-- NAME end -->`. @throws SourceFault if they are missing */
export function withGenerated(
  root: string,
  where: { readonly path: string; readonly part: string },
  parts: readonly string[],
): Page {
  const begin = `<!-- ${where.part}: made by \`npm run generate\` -->`;
  const end = `<!-- ${where.part} end -->`;
  const [before, rest] = readFileSync(join(root, where.path), "utf8").split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new SourceFault(`${where.path}: the lines "${begin}" and "${end}" are missing`);
  return { path: where.path, text: `${before}${begin}\n\n${parts.join("\n\n")}\n\n${end}${after}` };
}

/** A table in Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** Text for one cell of a table. */
export function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
