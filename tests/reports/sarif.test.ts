import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import type { RunResult } from "../../harness/results.ts";
import { NO_FACTS } from "../../reports/evidence/facts.ts";
import { sarif } from "../../reports/files/sarif.ts";
import { everything, rule, run } from "./fixture.ts";

interface Log {
  readonly runs: readonly {
    readonly automationDetails: { readonly id: string };
    readonly results: readonly {
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
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

it("identifies the target, so that the uploads of two targets do not replace each other", () => {
  const identifiers = (
    name: string,
    baseUrl: string,
    profileFile: string | null = null,
  ): readonly string[] => {
    const target = { name, baseUrl, checkoutUrl: baseUrl };
    const result = run([rule({ id: "a/b", verdict: "violated" })], { target });
    const [log] = (JSON.parse(sarif(result, NO_FACTS, profileFile)) as Log).runs;
    const [found] = log?.results ?? [];
    return [
      log?.automationDetails.id ?? "",
      found?.locations[0]?.physicalLocation.artifactLocation.uri ?? "",
      ...Object.values(found?.partialFingerprints ?? {}),
    ];
  };
  expect(identifiers("a.test", "https://a.test/pay")).toEqual([
    "payconform/a-test-pay/",
    "payconform/a-test-pay",
    "a-test-pay/a/b",
  ]);
  // A named server may have another port in each run.
  expect(identifiers("My server", "http://127.0.0.1:8123", "ci/my server.yaml")).toEqual([
    "payconform/my-server/",
    "ci/my%20server.yaml",
    "my-server/a/b",
  ]);
  const emulator = JSON.parse(sarif(run([], { embedded: true }), NO_FACTS)) as Log;
  expect(emulator.runs[0]?.automationDetails.id).toBe("payconform/embedded-emulator/");
});
