import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesByRule, type Rule } from "../../spec/index.ts";
import { packageRoot } from "../package-root.ts";

/** Where a rule is in the repository: its sentence, its check, its mutants. An installed package names the files alone. */
export function fileLines({ id }: Rule): readonly string[] {
  const files = filesByRule().get(id);
  if (files === undefined) return [];
  const { stated, check, mutants } = files;
  const judged = stated.some((file) => file.startsWith("spec/openapi/")) ? "by this constraint" : "nowhere";
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

/** The file, if it is there with the line that names or composes the first of the ids that it can. */
function located(file: string, ...ids: readonly string[]): string {
  const path = join(packageRoot, file);
  if (!existsSync(path)) return file;
  const [, texts] = TEXTS.find(([files]) => files.test(file)) ?? [];
  if (texts === undefined) return file;
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.match(texts) ?? []);
  for (const id of ids) {
    const likeness = lines.map((found) => Math.max(0, ...found.map((text) => likenessOf(text, id))));
    const most = Math.max(...likeness);
    if (most > 0) return `${file}:${likeness.indexOf(most) + 1}`;
  }
  return file;
}

/** How surely a text names an id: fully, as its template (`{row}-without-key`), or as its end. */
function likenessOf(text: string, id: string): number {
  const own = id.slice(id.indexOf("/") + 1);
  if (text === id) return Infinity;
  if (text === own) return 1_000;
  if (text.includes("{")) {
    const template = text.replace(/[.*+?^()|[\]\\]/g, "\\$&").replace(/\$?\{\w+\}/g, "[a-z0-9-]+");
    return new RegExp(`^${template}$`).test(text.includes("/") ? id : own) ? 500 : 0;
  }
  return own.endsWith(`-${text}`) ? text.length : 0;
}
