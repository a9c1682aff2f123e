import { expect, test } from "vitest";
import { mutantTarget, plainTarget } from "../../../cli/in-process/target.ts";
import { exploring } from "./exploring.ts";
import { mutantOf } from "../../mutant.ts";

const mutant = (id: string) => {
  const found = mutantOf(id);
  return mutantTarget(found, 1);
};

test("no rule reports a violation on a conforming server", async () => {
  const { violated, sent, acts, done } = await exploring(plainTarget(1), { seed: 1, requests: 600 });
  expect(violated).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(600);
  expect(done.size).toBeGreaterThan(acts.length / 2);
});

test("a fault that shows only between requests is found", async () => {
  const { violated } = await exploring(mutant("listed-remittance-name-drifts"), { seed: 1, requests: 1_000 });
  expect(violated).toEqual(["remittances/same-everywhere"]);
});

test("the same seed sends the same", async () => {
  const explore = () => exploring(plainTarget(1), { seed: 3, requests: 200 });
  const [one, other] = [await explore(), await explore()];
  expect([...one.done]).toEqual([...other.done]);
  expect(one.sent).toBe(other.sent);
});
