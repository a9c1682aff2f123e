import { expect, test } from "vitest";
import { compareRecords } from "../../scripts/record.ts";

const line = (...parts: readonly string[]): string => parts.join("\t");
const BEFORE = [
  line("emulator", "a/one", "passed", ""),
  line("variant x", "a/one", "could_not_run", "events"),
  line("mutant old", "a/one", "violated", '{"kind":"event"}'),
];

test("equal records have no differences, in any order", () => {
  expect(compareRecords(BEFORE, BEFORE.toReversed())).toEqual([]);
});

test("a mutant with another id may follow, if the same rule shows the same", () => {
  const after = [...BEFORE.slice(0, 2), line("mutant new", "a/one", "violated", '{"kind":"event"}')];
  expect(compareRecords(BEFORE, after)).toEqual([]);
});

test.each([
  ["another verdict", line("emulator", "a/one", "inconclusive", "")],
  ["another missing need", line("variant x", "a/one", "could_not_run", "events fixture.vendor")],
  ["another first symptom of a mutant", line("mutant old", "a/one", "violated", '{"kind":"connection"}')],
  ["a rule that nothing judged before", line("emulator", "a/two", "passed", "")],
])("%s is a difference", (_what, changed) => {
  const key = changed.split("\t").slice(0, 2).join("\t");
  const after = [...BEFORE.filter((old) => !old.startsWith(`${key}\t`)), changed];
  expect(compareRecords(BEFORE, after)).toHaveLength(1);
});

test("a mutant without a successor is a difference, also where another rule shows the same", () => {
  const after = [...BEFORE.slice(0, 2), line("mutant new", "a/two", "violated", '{"kind":"event"}')];
  expect(compareRecords(BEFORE, after)).toEqual([expect.stringContaining("no successor")]);
});
