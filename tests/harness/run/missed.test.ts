import { expect, test } from "vitest";
import { rule, type RuleCheck } from "../../../harness/check.ts";
import { Violation } from "../../../harness/verdicts.ts";
import { executed } from "../executed.ts";
import { bareRules, bareSession } from "./one-rule.ts";

const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1));

/** Runs checks side by side, each with a number, and lists what begins and ends. */
async function run(checks: readonly ((attempt: number) => Promise<void>)[]) {
  const log: string[] = [];
  const bound = checks.map((judge, index): RuleCheck => {
    let attempts = 0;
    const { id } = bareRules[index] ?? {};
    if (id === undefined) throw new Error("the catalogue has not enough rules without a need");
    return rule(id, async () => {
      attempts += 1;
      const name = `${index}.${attempts}`;
      log.push(`${name} begins`);
      await turn();
      await judge(attempts).finally(() => log.push(`${name} ends`));
    });
  });
  const results = await executed(await bareSession(), bound);
  return { log, verdicts: bound.map(({ id }) => results.get(id)?.verdict) };
}

const late = async (): Promise<void> => {
  throw new Violation({ expected: "an event", actual: "none came", basis: "deadline" });
};
const lateAtFirst = (attempt: number): Promise<void> => (attempt === 1 ? late() : Promise.resolve());
const slow = async (): Promise<void> => {
  for (let turns = 0; turns < 50; turns += 1) await turn();
};

test("a missed deadline is judged again after all others, with nothing beside it", async () => {
  const { log, verdicts } = await run([lateAtFirst, late, slow]);
  expect(verdicts).toEqual(["unstable", "violated", "passed"]);
  const after = log.slice(log.indexOf("2.1 ends") + 1);
  expect(after).toEqual(["0.2 begins", "0.2 ends", "1.2 begins", "1.2 ends"]);
});

test("if many are missed, a busy machine is not the reason, and they are judged again side by side", async () => {
  const { log, verdicts } = await run(Array.from({ length: 9 }, () => late));
  expect(new Set(verdicts)).toEqual(new Set(["violated"]));
  const begun = log.filter((line) => line.endsWith(".2 begins")).length;
  expect(begun).toBe(9);
  expect(log.indexOf("1.2 begins")).toBeLessThan(log.indexOf("0.2 ends"));
});
