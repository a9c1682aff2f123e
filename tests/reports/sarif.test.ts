import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import type { RunResult } from "../../harness/results.ts";
import { NO_FACTS } from "../../reports/page/facts.ts";
import { sarif } from "../../reports/sarif.ts";
import { everything, rule, run, UNSAFE } from "./fixture.ts";

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly kind: string;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly suppressions?: readonly unknown[];
    }[];
    readonly invocations: readonly {
      readonly executionSuccessful: boolean;
      readonly toolConfigurationNotifications: readonly { readonly message: { readonly text: string } }[];
      readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
    }[];
  }[];
}

const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
// The schema is of draft 4, which has `id` instead of `$id`. It uses nothing else that has changed since.
const { $schema: _draft, id: _id, ...constraints } = schema as Record<string, unknown>;
const isValid = ajv.compile(constraints);
const logOf = (result: RunResult): Log => JSON.parse(sarif(result, NO_FACTS)) as Log;

it.each([
  ["every verdict", everything],
  ["no rule", run([])],
  [
    "an interrupted run",
    run([rule({ id: "a/b", verdict: "inconclusive" })], { interrupted: true, exitCode: 3 }),
  ],
])("is valid SARIF 2.1.0: %s", (_what, result) => {
  expect([isValid(logOf(result)), isValid.errors]).toEqual([true, null]);
});

it("is judged by a schema that refuses what is wrong", () => {
  const log = logOf(everything);
  expect(isValid({ ...log, version: "2.0.0" })).toBe(false);
  expect(isValid({ ...log, runs: [{ results: [{ message: "text" }] }] })).toBe(false);
});

it("reports violations as failures, suppresses known ones, and reports unknown outcomes as open", () => {
  const [log] = logOf(everything).runs;
  expect(
    log?.results.map(({ ruleId, kind, level, suppressions = [] }) => [
      ruleId,
      kind,
      level,
      suppressions.length,
    ]),
  ).toEqual([
    ["payment-intents/created-amount", "fail", "error", 0],
    ["payment-intents/known-fault", "fail", "error", 1],
    ["checkout-sessions/hostile", "fail", "error", 0],
    ["reversals/timed-out", "open", "none", 0],
    ["reversals/flickers", "open", "none", 0],
  ]);
  for (const { ruleId, ruleIndex } of log?.results ?? [])
    expect(log?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
});

it("reports needs and faults of the suite as notifications", () => {
  const [invocation] = logOf(everything).runs[0]?.invocations ?? [];
  const texts = invocation?.toolConfigurationNotifications.map(({ message }) => message.text).join("\n");
  expect(texts).toMatch(/^2 rules could not run without events: set events/m);
  expect(invocation?.toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
    "allocations/crashed broke: TypeError: x is not a function",
  ]);
  expect(invocation?.executionSuccessful).toBe(false);
});

it("shows text of a hostile target inert", () => {
  expect(sarif(everything, NO_FACTS)).not.toMatch(UNSAFE);
});
