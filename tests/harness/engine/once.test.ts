import { expect, test } from "vitest";
import type { Check } from "../../../harness/check.ts";
import { judgeRule } from "../../../harness/engine/judge-rule.ts";
import { inProcessTransport } from "../../../harness/http/in-process.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { rule } from "../../../harness/rule.ts";
import { openSession, type Session } from "../../../harness/session.ts";
import { NeedMissing, Violation } from "../../../harness/verdicts.ts";
import { catalogue } from "../../../spec/index.ts";

const rules = catalogue.filter((known) => known.needs.length === 0 && known.kind !== "passive").slice(0, 2);

async function session(): Promise<Session> {
  const origin = "http://once.test";
  return openSession({
    profile: withDefaults({ target: { baseUrl: origin } }),
    keys: { test: "sk_test_once" },
    transport: inProcessTransport({ [origin]: async () => Response.json({ ok: true }) }),
    seed: 1,
    runs: 1,
    liveKeyAllowed: false,
  });
}

async function judgeBoth(judge: (check: Check) => Promise<void>) {
  const open = await session();
  try {
    return await Promise.all(
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
  } finally {
    await open.close();
  }
}

test("several checks look at what was made once, with the maker's exchanges", async () => {
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

test("second executions look at what was made anew", async () => {
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

test("what stops the maker stops everybody who looks", async () => {
  const results = await judgeBoth(async (check) => {
    await check.once("thing", async () => {
      throw new NeedMissing("events");
    });
  });
  expect(results.map(({ verdict }) => verdict)).toEqual(["could_not_run", "could_not_run"]);
});
