import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesByRule, type Rule } from "../../spec/index.ts";
import { packageRoot } from "../package/own-package.ts";

/** Lists the files of a rule in the repository: its sentence, check and mutants. An installed package lacks them, so line numbers are omitted. */
export function fileLines({ id, kind }: Rule, found = filesByRule()): readonly string[] {
  const files = found.get(id);
  if (files === undefined) return [];
  const { stated, check, mutants } = files;
  const isConstraint = stated.some((file) => file.startsWith("spec/openapi/"));
  const judged = isConstraint
    ? "the constraint itself"
    : kind === "trace"
      ? located(TRACE_RULES, id)
      : "none";
  return [
    "  in the repository",
    ...stated.map((place) => `    rule     ${statedAt(place, id)}`),
    `    check    ${check === undefined ? judged : located(check, id)}`,
    ...Object.entries(mutants).flatMap(([file, ids]) =>
      ids.map((mutant) => `    mutant   ${located(file, mutant, id)}  ${mutant}`),
    ),
  ];
}

/** The list of all trace rules, which imports the files that judge them. */
const TRACE_RULES = "harness/judge/trace/rules.ts";

/** A place in the contract has its line, as most ids there are derived. */
function statedAt(place: string, id: string): string {
  const [file = place, line] = place.split(":");
  if (line === undefined) return located(file, id);
  return existsSync(join(packageRoot, file)) ? place : file;
}

/** The texts that can name an id, by file: in an area, in code. */
const TEXTS = [
  [/\.yaml$/, /(?<=^ +"?)[a-z0-9{}-]+(?="?:)/g],
  [/\.ts$/, /(?<=(["`]))[^"`]+(?=\1)/g],
] as const;

/**
 * The path and line that name or compose one of the ids, tried in order. The line can be in a shared file that the file imports. If no
 * line matches, the line of the exported list; if the file does not exist, its path alone.
 */
function located(file: string, ...ids: readonly string[]): string {
  for (const id of ids) {
    const [best] = [file, ...sharedBy(file)]
      .map((candidate) => mostAlike(candidate, id))
      // Tables of the suites are about many things, whose names are words of many ids.
      .filter((found) => found.file === file || !file.startsWith("suites/") || found.likeness >= WHOLE)
      .sort((one, other) => other.likeness - one.likeness);
    if (best !== undefined && best.likeness > 0) return `${best.file}:${best.line}`;
  }
  const list = linesOf(file).findIndex((line) => EXPORTED_LIST.test(line));
  return list < 0 ? file : `${file}:${list + 1}`;
}

/** The declaration in a file that derives its checks or mutants from the catalogue or the contract, and so names none of them. */
const EXPORTED_LIST = /^export (default|const) /;

/** The line of a file that names an id most certainly. `likeness` is 0 if no line names it. */
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

/** The parts that files of areas share and that name rules or mutants: by the part, the end of their imports. */
const SHARED: Readonly<Record<string, RegExp>> = {
  mutants: /from "\.\.\/((?:faults|shared)\/[^"]+)"/,
  suites: /from "\.\.\/((?:expect\/)?[\w-]+\.ts)"/,
};

/** The shared files that a file imports. */
function sharedBy(file: string): readonly string[] {
  if (file === TRACE_RULES)
    return linesOf(file).flatMap((line) => {
      const [, name] = /from "\.\/([^"]+)"/.exec(line) ?? [];
      return name === undefined ? [] : [`harness/judge/trace/${name}`];
    });
  const [part = ""] = file.split("/");
  return linesOf(file).flatMap((line) => {
    const name = SHARED[part]?.exec(line)?.[1];
    return name === undefined ? [] : [`${part}/${name}`];
  });
}

function linesOf(file: string): readonly string[] {
  const path = join(packageRoot, file);
  return existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
}

/** The least likeness of a text that names or composes a whole id. */
const WHOLE = 500;

/** How certainly a text names an id: as the whole id, its template (`{row}-without-key`), its beginning or end, or `${slug(rule)}-empty`. */
function likenessOf(text: string, id: string): number {
  const own = id.slice(id.indexOf("/") + 1);
  if (text === id) return Infinity;
  if (text === own) return 1_000;
  if (text.includes("{")) {
    const fixed = text.split(/\$?\{[^{}]+\}/).map((part) => part.replace(/[.*+?^()|[\]\\]/g, "\\$&"));
    if (!/[a-z]/.test(fixed.join(""))) return 0;
    const template = new RegExp(`^${fixed.join("[A-Za-z0-9-]+")}$`);
    if (!template.test(text.includes("/") ? id : own)) return 0;
    // A template with expressions is weaker evidence than any word of the id.
    return /\{\w*[^\w{}][^{}]*\}/.test(text) ? 0.5 : WHOLE;
  }
  // Short words occur in the ids of many mutants.
  const isEnough = id.includes("/") || text.length * 2 >= id.length;
  return isEnough && (own.endsWith(`-${text}`) || own.startsWith(`${text}-`)) ? text.length : 0;
}
