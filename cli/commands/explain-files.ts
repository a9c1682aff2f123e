import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesByRule, type Rule } from "../../spec/index.ts";
import { packageRoot } from "../package-root.ts";

/** Where a rule is in the repository: its sentence, its check, its mutants. An installed package names the files alone. */
export function fileLines({ id }: Rule, found = filesByRule()): readonly string[] {
  const files = found.get(id);
  if (files === undefined) return [];
  const { stated, check, mutants } = files;
  const judged = stated.some((file) => file.startsWith("spec/openapi/")) ? "the constraint itself" : "none";
  return [
    "  in the repository",
    ...stated.map((file) => `    rule     ${located(file, id)}`),
    `    check    ${check === undefined ? judged : located(check, id)}`,
    ...Object.entries(mutants).flatMap(([file, ids]) =>
      ids.map((mutant) => `    mutant   ${located(file, mutant, id)}  ${mutant}`),
    ),
  ];
}

/** What can name an id in a file of the contract, of an area, and of code. */
const TEXTS = [
  [/^spec\/openapi\//, /[a-z0-9-]+\/[a-z0-9-]+/g],
  [/\.yaml$/, /(?<=^ +"?)[a-z0-9{}-]+(?="?:)/g],
  [/\.ts$/, /(?<=(["`]))[^"`]+(?=\1)/g],
] as const;

/**
 * The file, if it is there with the line that names or composes the first of the ids that it can. A file that gets its entries
 * from another of its folder leads to that one.
 */
function located(file: string, ...ids: readonly string[]): string {
  for (const id of ids) {
    const [best] = [file, ...sharedBy(file)]
      .map((candidate) => mostAlike(candidate, id))
      .sort((one, other) => other.likeness - one.likeness);
    if (best !== undefined && best.likeness > 0) return `${best.file}:${best.line}`;
  }
  const list = linesOf(file).findIndex((line) => LIST.test(line));
  return list < 0 ? file : `${file}:${list + 1}`;
}

/** Where a file makes its checks or mutants if it names none of them, because it derives them from the catalogue or the contract. */
const LIST = /^export (default|const) /;

/** The line of a file that is most like an id. */
function mostAlike(file: string, id: string): { file: string; line: number; likeness: number } {
  const [, texts] = TEXTS.find(([files]) => files.test(file)) ?? [];
  const likeness = linesOf(file).map((line) =>
    Math.max(
      0,
      ...(texts === undefined ? [] : (line.match(texts) ?? [])).map((text) => likenessOf(text, id)),
    ),
  );
  const most = Math.max(0, ...likeness);
  return { file, line: likeness.indexOf(most) + 1, likeness: most };
}

/** The files of `mutants/shared/` that a file imports. */
function sharedBy(file: string): readonly string[] {
  return linesOf(file).flatMap((line) => {
    const [, name] = /from "\.\.\/(shared\/[^"]+)"/.exec(line) ?? [];
    return name === undefined || !file.startsWith("mutants/") ? [] : [`mutants/${name}`];
  });
}

function linesOf(file: string): readonly string[] {
  const path = join(packageRoot, file);
  return existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
}

/** How surely a text names an id: fully, as its template (`{row}-without-key`), as its beginning or end, or as `${slug(rule)}-empty`. */
function likenessOf(text: string, id: string): number {
  const own = id.slice(id.indexOf("/") + 1);
  if (text === id) return Infinity;
  if (text === own) return 1_000;
  if (text.includes("{")) {
    const fixed = text.split(/\$?\{[^{}]+\}/).map((part) => part.replace(/[.*+?^()|[\]\\]/g, "\\$&"));
    const template = new RegExp(`^${fixed.join("[A-Za-z0-9-]+")}$`);
    if (!template.test(text.includes("/") ? id : own)) return 0;
    // With expressions, it says less than any word of the id.
    return /\{\w*[^\w{}][^{}]*\}/.test(text) ? 0.5 : 500;
  }
  // A mutant shares short words with many others.
  const isEnough = id.includes("/") || text.length * 2 >= id.length;
  return isEnough && (own.endsWith(`-${text}`) || own.startsWith(`${text}-`)) ? text.length : 0;
}
