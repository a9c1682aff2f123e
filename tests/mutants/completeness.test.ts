import { describe, expect, test } from "vitest";
import { createParts } from "../../emulator/index.ts";
import { fullMutants, mutants } from "../../mutants/index.ts";
import { variants } from "../../variants/index.ts";
import { openPoints, catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";

/** Every area: each judged rule has its mutant. */
const AREAS: readonly string[] = [...new Set(catalogue.map(({ area }) => area))];

const repeated = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => words.indexOf(word) !== index);

describe("mutants", () => {
  test("ids and summaries are unique", () => {
    expect(repeated(mutants.map(({ id }) => id))).toEqual([]);
    expect(repeated(fullMutants.map(({ id }) => id))).toEqual([]);
    expect(repeated(mutants.map(({ summary }) => summary))).toEqual([]);
  });

  test("ids are words and hyphens, summaries fit on one line", () => {
    expect(
      mutants.filter(({ id }) => !/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(id)).map(({ id }) => id),
    ).toEqual([]);
    expect(
      mutants.filter(({ summary }) => !/^[^\n]{10,}$/.test(summary)).map(({ summary }) => summary),
    ).toEqual([]);
  });

  test("each names rules that exist, and at least one", () => {
    const rules = new Set<string>(catalogue.map(({ id }) => id));
    const strange = mutants.filter(
      ({ violates }) => violates.length === 0 || violates.some((id) => !rules.has(id)),
    );
    expect(strange.map(({ id }) => id)).toEqual([]);
  });

  test("each can be built, and does not change the parts that it gets", () => {
    const parts = createParts();
    const before = Object.entries(parts) as readonly (readonly [string, unknown])[];
    for (const { replace, wrap } of mutants)
      if (wrap === undefined) expect(replace?.(parts) ?? parts).not.toBe(parts);
    expect(Object.entries(parts)).toEqual(before);
  });

  test.each(AREAS)("every judged rule of %s has a mutant", (area) => {
    const killed = new Set<string>(mutants.flatMap(({ violates }) => violates));
    const judged = new Set<string>(checks.map(({ id }) => id));
    const safe = catalogue.filter(
      (rule) =>
        rule.area === area &&
        rule.unobservable === undefined &&
        (rule.kind === "passive" || judged.has(rule.id)) &&
        !killed.has(rule.id),
    );
    expect(safe.map(({ id }) => id)).toEqual([]);
  });
});

describe("variants", () => {
  test("ids are unique, and their open points exist", () => {
    expect(repeated(variants.map(({ id }) => id))).toEqual([]);
    const known = new Set<string>(openPoints.map(({ id }) => id));
    const strange = variants.filter((variant) => variant.openPoints.some((id) => !known.has(id)));
    expect(strange.map(({ id }) => id)).toEqual([]);
  });
});
