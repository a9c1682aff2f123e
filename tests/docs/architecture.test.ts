import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogue, needs } from "../../spec/index.ts";
import { root } from "../cli/command-line.ts";

const text = (file: string): string => readFileSync(join(root, file), "utf8");

describe("the vocabulary of needs in spec/README.md", () => {
  const [, passage = ""] = /^Vocabulary: ([^]*?)\n\n/m.exec(text("spec/README.md")) ?? [];
  const terms = [...passage.matchAll(/`([^`]+)`/g)].map(([, term = ""]) => term);
  const covers = (term: string, id: string): boolean =>
    term.includes("<") ? id.startsWith(term.slice(0, term.indexOf("<"))) : id === term;

  test("has a word for each need", () => {
    const unnamed = needs.filter(({ id }) => !terms.some((term) => covers(term, id)));
    expect(unnamed.map(({ id }) => id)).toEqual([]);
  });

  test("has no word for a need that does not exist", () => {
    expect(terms.filter((term) => !needs.some(({ id }) => covers(term, id)))).toEqual([]);
  });
});

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "spec/README.md",
  "harness/README.md",
  "emulator/README.md",
  ...["docs", "docs/emulator"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
  ...readdirSync(join(root, "examples"))
    .map((name) => join("examples", name, "README.md"))
    .filter((page) => existsSync(join(root, page))),
];

describe.each(pages)("%s", (page) => {
  // What commands write (`payconform-out/`, `docs/reference/`) is described, and may be there or not.
  const written = text(".gitignore")
    .split("\n")
    .filter((line) => line.endsWith("/"));
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  test("names files and folders that exist", () => {
    const named = [...text(page).matchAll(/`([a-z.-]+\/[\w./-]*)`/g)].map(([, path = ""]) => path);
    const here = named.filter(
      (path) =>
        folders.includes(path.split("/")[0] ?? "") &&
        !/rules\//.test(path) &&
        !written.some((folder) => path.startsWith(folder)),
    );
    const isMissing = (path: string): boolean =>
      !existsSync(join(root, path)) && !existsSync(join(root, dirname(page), path));
    expect(here.filter(isMissing)).toEqual([]);
  });

  test("links to files that exist", () => {
    const links = [...text(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => to);
    expect(links.filter((to) => !existsSync(join(root, dirname(page), to)))).toEqual([]);
  });

  test("links to headings that exist", () => {
    const links = [...text(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)];
    const missing = links.filter(([, to = "", anchor = ""]) => {
      const headings = [...text(to === "" ? page : join(dirname(page), to)).matchAll(/^#+ (.*)$/gm)];
      return !headings.some(([, heading = ""]) => anchorOf(heading) === anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

/** As GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");
}

test("the example of docs/architecture.md shows lines of the repository", () => {
  const shown = [...text("docs/architecture.md").matchAll(/^```(?:ts|yaml)\n([^]*?)^```/gm)];
  const homes = ["suites/reversals", "mutants/reversals", "spec/openapi/schemas"];
  const sources = homes
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => text(join(folder, name))))
    .map((source) => source.replace(/\s+/g, " "));
  expect(shown).toHaveLength(3);
  for (const [, lines = ""] of shown) {
    const wanted = lines.replace(/\s+/g, " ").trim();
    expect(
      sources.some((source) => source.includes(wanted)),
      lines,
    ).toBe(true);
  }
});

test("the README's round figures are those of the catalogue and of the mutants", () => {
  const page = text("README.md");
  const shown = (pattern: RegExp): number => Number(pattern.exec(page)?.[1]?.replace(",", ""));
  const killed = /\*\*\d+ of (\d+) mutants/.exec(text("docs/kill-matrix.md"))?.[1];
  const inSteps = (figure: number, step: number): number => Math.floor(figure / step) * step;
  expect(shown(/more than ([\d,]+) documented rules/)).toBe(inSteps(catalogue.length, 200));
  expect(shown(/more than ([\d,]+) mutants/)).toBe(inSteps(Number(killed), 1000));
});
