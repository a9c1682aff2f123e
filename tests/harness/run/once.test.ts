import { expect, test } from "vitest";
import { type Check, rule } from "../../../harness/check.ts";
import { judgeRule } from "../../../harness/run/judge-rule.ts";
import { NeedMissing, Violation } from "../../../harness/verdicts.ts";
import { bareRules, bareSession } from "./one-rule.ts";

const rules = bareRules.slice(0, 2);

async function judgeBoth(judge: (check: Check) => Promise<void>) {
  const open = await bareSession();
  try {
    const judged = await Promise.all(
      rules.map((known) =>
        judgeRule({
          session: open,
          rule: known,
          check: rule(known.id, judge),
          signal: new AbortController().signal,
          replay: () => null,
        }),
      ),
    );
    return judged.map(({ result }) => result);
  } finally {
    await open.close();
  }
}

test("several checks read what was created once, with the exchanges that created it", async () => {
  let made = 0;
  let cleaned = 0;
  const results = await judgeBoth(async (check) => {
    const value = await check.once("thing", async (maker) => {
      made += 1;
      maker.cleanUp(async () => {
        cleaned += 1;
      });
      await maker.send({ method: "GET", to: "/thing" });
      return 17;
    });
    expect(value).toBe(17);
  });
  expect(results.map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
  expect(results.map(({ exchanges }) => exchanges)).toEqual([1, 1]);
  expect([made, cleaned]).toEqual([1, 1]);
});

test("second executions read new objects", async () => {
  let made = 0;
  const results = await judgeBoth(async (check) => {
    const value = await check.once("thing", async () => {
      made += 1;
      return made;
    });
    throw new Violation({ expected: "nothing", actual: `the thing is ${value}` });
  });
  expect(made).toBe(2);
  expect(results.map(({ violation }) => violation?.reproduced)).toEqual(["2/2", "2/2"]);
});

test("what stops the creation stops every check that reads it", async () => {
  const results = await judgeBoth(async (check) => {
    await check.once("thing", async () => {
      throw new NeedMissing("events");
    });
  });
  expect(results.map(({ verdict }) => verdict)).toEqual(["could_not_run", "could_not_run"]);
});
