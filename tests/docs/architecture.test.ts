import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { needs } from "../../spec/index.ts";
import { root } from "../cli/command-line.ts";

/** What the page on the architecture says of needs and of files is what holds. */
const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

describe("the vocabulary of needs", () => {
  const [, passage = ""] = /^Vocabulary: ([^]*?)\n\n/m.exec(page) ?? [];
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

test("the length of files is the one that lint allows", () => {
  const [, told] = /none has more than (\d+) lines/.exec(page) ?? [];
  const [, allowed] = /"max-lines": \["error", \{ max: (\d+)/.exec(
    readFileSync(join(root, "eslint.config.js"), "utf8"),
  ) ?? [null, "none"];
  expect(told).toBe(allowed);
});
