import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

/** One piece of text, and where it begins. */
interface Piece {
  readonly at: string;
  readonly text: string;
}

/** What is read or typed in a repository: names, and prose. */
export interface Words {
  /** Identifiers and names of files, in words of lower case: `readBody` is "read body". */
  readonly names: readonly Piece[];
  /** Lines of pages, of descriptions in YAML, of comments, and of messages. */
  readonly prose: readonly Piece[];
}

const CODE = [
  "cli",
  "emulator",
  "examples",
  "generators",
  "harness",
  "mutants",
  "variants",
  "reports",
  "scripts",
  "suites",
  "tests",
];

/** The lists themselves. */
const LISTS = "tests/words.test.ts";

const SKIPPED = ["generated", "node_modules", "payconform-out"];

/** "readBody" and "read-body" as "read body". */
const inWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();

function filesIn(folder: string, ending: RegExp): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : filesIn(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

/** Reads the names and the prose of the repository at `root`. */
export function wordsOf(root: string): Words {
  const names: Piece[] = [];
  const prose: Piece[] = [];
  const linesOf = (path: string, text: string): readonly Piece[] =>
    text.split("\n").map((line, index) => ({ at: `${relative(root, path)}:${index + 1}`, text: line }));

  for (const path of CODE.flatMap((folder) => filesIn(join(root, folder), /\.tsx?$/))) {
    const here = relative(root, path);
    if (here === LISTS) continue;
    const named = new Map([[here.replace(/\.tsx?$/, ""), here]]);
    const source = ts.createSourceFile(here, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, false);
    const { text } = source;
    const lineOf = (position: number): string =>
      `${here}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
    /** The text between literals: the only place of comments. */
    const between: string[] = [];
    let end = 0;
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
        if (!named.has(node.text)) named.set(node.text, lineOf(node.end));
      } else if (
        ts.isLiteralExpression(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddleOrTemplateTail(node)
      ) {
        const start = node.getStart(source);
        between.push(text.slice(end, start), text.slice(start, node.end).replace(/[^\n]/g, " "));
        end = node.end;
        // Ids, keys and operations have no spaces.
        if (/\s\S+\s/.test(node.text))
          prose.push({ at: lineOf(node.end), text: node.text.replace(/\s+/g, " ") });
      }
      if (ts.isJsxText(node)) prose.push({ at: lineOf(node.end), text: node.text.replace(/\s+/g, " ") });
      ts.forEachChild(node, visit);
    };
    visit(source);
    for (const [name, at] of named) names.push({ at, text: inWords(name) });
    const comments = [...between, text.slice(end)].join("");
    for (const { index, 0: comment } of comments.matchAll(/\/\*[^]*?\*\/|\/\/.*/g)) {
      prose.push({ at: lineOf(index), text: comment.replace(/\s*\n?\s*\*?\/?\s+/g, " ") });
    }
  }

  const pages = [
    ...readdirSync(root)
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(root, name)),
    ...["docs", ...CODE, "spec"].flatMap((folder) => filesIn(join(root, folder), /\.md$/)),
  ];
  for (const path of pages) {
    const text = readFileSync(path, "utf8");
    prose.push(
      ...linesOf(
        path,
        text.replace(/^```(?!mermaid)[^]*?^```/gm, (block) => block.replace(/[^\n]/g, "")),
      ),
    );
  }
  const data = [
    join(root, "action.yml"),
    ...["spec", "cli"].flatMap((folder) => filesIn(join(root, folder), /\.yaml$/)),
  ];
  for (const path of data.filter((path) => !/document-anchors/.test(path)))
    prose.push(...linesOf(path, readFileSync(path, "utf8")));
  return { names, prose };
}

/** Where a word or phrase stands; not as a part of an id, of a path, or of code in backticks. */
export function found(pieces: readonly Piece[], phrase: string): readonly string[] {
  const pattern = new RegExp(`(?<![\\w/.\`*-])(?:${phrase})(?![\\w/*]|-\\w|\`)`, "i");
  return pieces.flatMap(({ at, text }) =>
    pattern.test(text) && pattern.test(text.replace(/`[^`]*`/g, "``")) ? [`${at}: ${text.trim()}`] : [],
  );
}
