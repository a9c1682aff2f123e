import { describe, expect, test } from "vitest";
import { inSession } from "../../../cli/in-process/session.ts";
import { judgeTarget } from "../../../cli/mutants/judge.ts";
import { mutantTarget, plainTarget } from "../../../cli/in-process/target.ts";
import { firstChecks } from "../../../harness/run/passive.ts";
import { planRun } from "../../../harness/run/plan.ts";
import { catalogue, passiveChecks } from "../../../spec/index.ts";
import { checks } from "../../../suites/index.ts";
import type { RuleCheck } from "../../../harness/check.ts";
import { Inconclusive } from "../../../harness/verdicts.ts";
import { mutantOf } from "../../mutant.ts";
import { executed } from "../executed.ts";

const passive = catalogue.filter(({ kind }) => kind === "passive");
const LABEL = "payment-intents/created-label";

/** The verdict on a passive rule of the emulator, by these checks, and how many requests were sent for it. */
function judgedAlone(
  id: string,
  has: (check: RuleCheck) => boolean = () => true,
  all: readonly RuleCheck[] = checks,
): Promise<{ readonly verdict: string | undefined; readonly requests: number }> {
  return inSession(plainTarget(1), { seed: 1, runs: 2 }, async (session) => {
    const results = await executed(session, all.filter(has), { patterns: [id] });
    return { verdict: results.get(id)?.verdict, requests: session.budget.sent() };
  });
}

describe("the record", () => {
  test("has checks for the passive rules; `npm run passive-checks` renews it", () => {
    const known = new Set<string>(checks.map(({ id }) => id));
    const { ways, rules } = passiveChecks();
    const shown = passive.filter(({ id }) =>
      (rules[id] ?? []).some((way) => ways[way]?.some((check) => known.has(check)) === true),
    );
    // A new rule without a record is shown by all checks of its area.
    expect(shown.length / passive.length).toBeGreaterThan(0.97);
  });

  test("makes the plan of one passive rule small", () => {
    const plan = planRun({ checks, patterns: [LABEL] });
    expect(plan.checks.length).toBeGreaterThan(25);
    expect(firstChecks(plan).length).toBeLessThan(12);
  });
});

describe("a passive rule alone", () => {
  test("is judged with few requests", async () => {
    const { verdict, requests } = await judgedAlone(LABEL);
    expect(verdict).toBe("passed");
    expect(requests).toBeGreaterThan(1);
    expect(requests).toBeLessThan(100);
  });

  test("is judged by the other checks of its area where the recorded ones are not there", async () => {
    const recorded = passiveChecks();
    const known = new Set(recorded.rules[LABEL]?.flatMap((way) => recorded.ways[way] ?? []));
    expect(await judgedAlone(LABEL, ({ id }) => !known.has(id))).toMatchObject({ verdict: "passed" });
  });

  test("is judged by the next check of its record where one does not get to its end", async () => {
    const ended = new Set<string>();
    const [first] = firstChecks(planRun({ checks, patterns: [LABEL] }));
    const failing = checks.map((check): RuleCheck => {
      if (check.id !== first?.rule.id) return check;
      const judge = async (): Promise<void> => {
        ended.add(check.id);
        throw new Inconclusive("a setup request failed");
      };
      return { ...check, judge };
    });
    const { verdict, requests } = await judgedAlone(LABEL, undefined, failing);
    expect([verdict, ended.size]).toEqual(["passed", 1]);
    expect(requests).toBeLessThan(100);
  });

  test.each([
    "404-of-an-intent-message-always-no-such-intent",
    "unknown-intent-crashes",
    "created-session-success-url-null-for-redirects-with-a-query",
    "read-schedule-enabled-always-0-if-disabled",
    "overview-top-volume-delta-a-percentage-of-leaders-that-fell",
    "subscription-created-items-a-list-with-quantities-in-quotes-for-two-and-more",
  ])("is violated where only some answers show it: %s", async (id) => {
    const mutant = mutantOf(id);
    const found = await judgeTarget({
      target: mutantTarget(mutant, 1),
      patterns: mutant.violates,
      seed: 1,
      runs: 20,
      violates: mutant.violates,
    });
    for (const rule of mutant.violates) expect(found.get(rule)?.verdict, rule).toBe("violated");
  });
});
