import { expect, test } from "vitest";
import { isWatched } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";

test("each rule that is judged actively and can be observed has one check, and no other rule has any", () => {
  const active = catalogue.filter((rule) => !isWatched(rule) && rule.unobservable === undefined);
  expect(checks.map(({ id }) => id).sort()).toEqual(active.map(({ id }) => id).sort());
});
