import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogueFacts } from "../../cli/reporting/reporters.ts";
import type { Sentence } from "../../reports/evidence/sentences.ts";
import { reportPage } from "../../reports/page/page.ts";
import { catalogue, documentStatements, openPoints } from "../../spec/index.ts";
import { rule, run } from "../reports/fixture.ts";
import { textOf, unpacked } from "../reports/page/unpacked.ts";
import { emptyFolder, inThisProcess, refusalOf } from "./command-line.ts";

async function listed(...flags: readonly string[]): Promise<readonly Sentence[]> {
  const { code, stdout } = await inThisProcess(["sentences", "--json", ...flags]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Sentence[];
}

test("each sentence has rules, open points, or a reason, and each rule and open point has a sentence", async () => {
  const all = await listed();
  expect(all.map(({ place }) => place)).toEqual(documentStatements().map(({ place }) => place));
  for (const { rules, open, nothing } of all)
    expect(rules.length + open.length + (nothing === null ? 0 : 1)).toBeGreaterThan(0);
  const named = (pick: (one: Sentence) => readonly { readonly id: string }[]): readonly string[] =>
    [...new Set(all.flatMap(pick).map(({ id }) => id))].sort();
  expect(named(({ rules }) => rules)).toEqual(catalogue.map(({ id }) => id).sort());
  expect(named(({ open }) => open)).toEqual(openPoints.map(({ id }) => id).sort());
});

test("what no rule checks is asked for by a flag, a section by its number", async () => {
  const unchecked = await listed("--unchecked");
  expect(unchecked.length).toBeGreaterThan(10);
  expect(unchecked.filter(({ covered }) => covered === "rules")).toEqual([]);
  const sections = new Set((await listed("4")).map(({ section }) => section));
  expect([...sections].filter((section) => !/^4(\.|$)/.test(section))).toEqual([]);
});

test("the text of the document is shown only from the user's copy", async () => {
  const file = join(emptyFolder(), "document.md");
  writeFileSync(file, "# Other\n\nNothing of it.\n");
  expect(await refusalOf(["sentences", "--document", file])).toContain(
    "has no statement of the interface document",
  );
  expect((await listed()).every(({ text }) => text === null)).toBe(true);
});

test("the report has a page of them, with what the run found", () => {
  const [first] = documentStatements().flatMap(({ rules }) => rules);
  const result = run([rule({ id: first ?? "", verdict: "violated" })], { exitCode: 1 });
  const markup = reportPage(result, catalogueFacts());
  expect(textOf(markup)).toMatch(/Sentences What comes from each sentence [^]* with nothing to check/);
  const details = unpacked(markup);
  const section = documentStatements()
    .find(({ rules }) => rules.includes(first ?? ""))
    ?.anchor.split("/")[0];
  expect(details[`sentences/${section ?? ""}`]).toContain(`href="#/rule/${first ?? ""}"`);
});
