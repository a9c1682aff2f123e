import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planRun } from "../../harness/run/plan.ts";
import { isWatched, type RuleResult } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { type IntentsServer, startIntentsServer } from "../harness/intents-server.ts";
import { emptyFolder, inThisProcess, outcomeIn } from "./command-line.ts";

describe("the plan of a run by kinds", () => {
  const checkRules = (areas: readonly string[]): readonly string[] =>
    checks.map(({ id }) => id).filter((id) => areas.includes(id.split("/")[0] ?? ""));

  test("of trace rules runs every check of the selected areas, without its verdict", () => {
    // No rule of charges is judged without a check.
    const plan = planRun({ checks, patterns: ["reversals", "charges"], kinds: ["passive", "trace"] });
    expect(plan.judged.length).toBeGreaterThan(20);
    expect(plan.judged.every(isWatched)).toBe(true);
    expect(plan.checks.map(({ rule }) => rule.id).sort()).toEqual(
      [...checkRules(["reversals", "charges"])].sort(),
    );
    expect(plan.checks.filter(({ required, reported }) => required && !reported)).toEqual(plan.checks);
  });

  test("of passive rules runs checks only as long as these need them", () => {
    const plan = planRun({ checks, patterns: ["reversals"], kinds: ["passive"] });
    expect(plan.checks.length).toBeGreaterThan(20);
    expect(plan.checks.filter(({ required, reported }) => required || reported)).toEqual([]);
  });

  test("of rules with checks runs these checks only", () => {
    const plan = planRun({ checks, patterns: [], kinds: ["race"] });
    const races = catalogue.filter(({ kind }) => kind === "race").map(({ id }) => id);
    expect(plan.judged.map(({ id }) => id)).toEqual(races);
    expect(plan.checks.map(({ rule }) => rule.id)).toEqual(races);
    expect(plan.unjudged).toEqual([]);
  });

  test("is divided among shards with the checks that it runs", () => {
    const kinds = ["trace"] as const;
    const whole = planRun({ checks, patterns: [], kinds });
    const parts = [1, 2, 3].map((index) =>
      planRun({ checks, patterns: [], kinds, shard: { index, count: 3 } }),
    );
    expect(parts.flatMap(({ judged }) => judged.map(({ id }) => id)).sort()).toEqual(
      whole.judged.map(({ id }) => id).sort(),
    );
    const required = (plan: typeof whole): readonly string[] =>
      plan.checks.filter((entry) => entry.required).map(({ rule }) => rule.id);
    expect(parts.flatMap(required).sort()).toEqual([...checks.map(({ id }) => id)].sort());
  });
});

describe("rules --kind", () => {
  test("lists the rules of these kinds", async () => {
    const { stdout } = await inThisProcess(["rules", "reversals", "--kind", "trace, race", "--json"]);
    const kinds = (JSON.parse(stdout) as readonly RuleResult[]).map(({ kind }) => kind);
    expect([...new Set(kinds)].sort()).toEqual(["race", "trace"]);
  });
});

describe("run --kind", () => {
  let server: IntentsServer;
  let isWrong = false;
  beforeAll(async () => {
    server = await startIntentsServer((answer, { method }) => {
      if (!isWrong || method !== "POST") return answer;
      const body = String(answer.body).replace("false", "0");
      return answer.status === 200 ? { ...answer, body } : { ...answer, status: 409 };
    });
  });
  afterAll(() => server.close());

  async function run(folder: string, flags: string) {
    const command = `run --target ${server.url} --runs 2 --no-allure ${flags}`;
    const { stdout } = await inThisProcess(command, { folder, env: { PAYCONFORM_KEY: server.key } });
    return { stdout, outcome: outcomeIn(folder) };
  }
  const TRACE = catalogue.filter(({ kind, area }) => kind === "trace" && area === "payment-intents");

  test("judges only rules of these kinds, on what the other checks do, and says so", async () => {
    isWrong = false;
    const { stdout, outcome } = await run(emptyFolder(), "--rules payment-intents --kind trace");
    expect(outcome.rules.map(({ id, verdict }) => [id, verdict])).toEqual(
      TRACE.map(({ id }) => [id, "passed"]),
    );
    expect(outcome.kinds).toEqual(["trace"]);
    expect(outcome.requests).toBeGreaterThan(100);
    expect(stdout).toMatch(
      new RegExp(String.raw`exit code 0: conformant \(${TRACE.length} of \d+ rules, only trace\)`),
    );
  });

  test("is combined with --last-failed", async () => {
    isWrong = true;
    const folder = emptyFolder();
    const first = await run(folder, "--rules payment-intents --kind passive,example");
    const failed = catalogue.filter(({ id }) => first.outcome.failed?.includes(id));
    expect([...new Set(failed.map(({ kind }) => kind))].sort()).toEqual(["example", "passive"]);
    const again = await run(folder, "--last-failed --kind passive");
    expect(again.outcome.rules.map(({ id }) => id)).toEqual(
      failed.filter(({ kind }) => kind === "passive").map(({ id }) => id),
    );
  });
});

describe("mutants --kind", () => {
  test("counts the mutants that these rules alone detect, whatever a mutant names", async () => {
    // Nothing but the check that provokes it knows which status of a refusal is right.
    const two = "reversal-reversed-total-its-amount refused-excessive-reversal-status-always-409";
    const { stdout } = await inThisProcess(`mutants --runs 2 --mutant ${two} --kind passive,trace`);
    expect(stdout).toContain("1 of 2 mutants killed by rules of kind passive, trace");
  });
});
