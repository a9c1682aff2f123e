import { describe, expect, it } from "vitest";
import type { RuleResult } from "../../../harness/results.ts";
import { rule } from "../../../harness/check.ts";
import { Violation } from "../../../harness/verdicts.ts";
import { oddValues } from "../../odd-values.ts";
import { executed } from "../executed.ts";
import { bareRules, bareSession, judgedAs } from "./one-rule.ts";

/** What a runner sends to another thread and writes to files. */
function expectSendable(result: RuleResult): void {
  expect(structuredClone(result)).toStrictEqual(result);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
}

const broken = (): Violation => new Violation({ expected: "one", actual: "it is two" });

describe.each(oddValues)("with %s", (_what, make) => {
  it("as its counterexample, a violation stays one", async () => {
    const result = await judgedAs(async () => {
      throw Object.assign(broken(), { counterexample: make() });
    });
    expect(result).toMatchObject({ verdict: "violated", reason: "expected one, but it is two" });
    expectSendable(result);
  });

  it("as what it throws, a check is broken", async () => {
    const result = await judgedAs(async () => {
      throw make();
    });
    expect(result.verdict).toBe("broken");
    expectSendable(result);
  });

  it("as the judged value, a violation stays one", async () => {
    const value = make();
    const result = await judgedAs(async (check) =>
      check.expect.that("the value", value).toBe("something else"),
    );
    expect(result.verdict).toBe("violated");
    expectSendable(result);
  });

  it("as what is observed, an observation is text", async () => {
    const session = await bareSession();
    session.observations.add("an-open-point", make() as string);
    const listed = session.observations.list(session.redactor);
    expect(listed).toMatchObject([{ seen: expect.any(String) as string }]);
    await session.close();
  });
});

it("a rule whose result cannot be made costs itself only", async () => {
  const [first, second] = bareRules;
  if (first === undefined || second === undefined) throw new Error("the catalogue has too few rules");
  // Recording what the first check has seen throws.
  const odd = broken();
  Object.defineProperty(odd, "expected", { get: () => ({ not: "a text" }) });
  const results = await executed(await bareSession(), [
    rule(first.id, async () => Promise.reject(odd)),
    rule(second.id, async () => undefined),
  ]);
  expect([first, second].map(({ id }) => results.get(id)?.verdict)).toEqual(["broken", "passed"]);
});
