import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { GateOutcome, RunResult } from "../../harness/results.ts";
import { conformanceJson } from "../../reports/files/conformance-json.ts";
import { inCatalogueOrder } from "../../reports/evidence/statistics.ts";
import { everything, rule, run } from "./fixture.ts";

interface Written {
  readonly rules: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}

const schema = JSON.parse(
  readFileSync(new URL("../../spec/schemas/conformance.schema.json", import.meta.url), "utf8"),
) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);
const written = (result: RunResult) => JSON.parse(conformanceJson(result)) as Written;
const errorsOf = (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));

describe("conformance.json", () => {
  it("is valid after any run", () => {
    expect(errorsOf(written(everything))).toEqual([]);
    expect(errorsOf(written(run([], { exitCode: 3, interrupted: true, unjudged: [] })))).toEqual([]);
  });

  it("carries the verdict of the gate", () => {
    const gate: GateOutcome = {
      ...{ file: "gate.yaml", patterns: ["a"], verdict: "failed", rules: 3, passed: 1, notApplicable: 1 },
      failed: [{ rule: "a/b", verdict: "not_judged", known: false }],
    };
    const file = written(run([], { exitCode: 1, gate }));
    expect(file["gate"]).toEqual(gate);
    expect(errorsOf(file)).toEqual([]);
    expect(errorsOf({ ...file, gate: { ...gate, verdict: "open" } })).not.toEqual([]);
    expect(written(everything)["gate"]).toBeNull();
  });

  it.each([
    ["a verdict outside the vocabulary", { rules: [{ ...written(everything).rules[0], verdict: "green" }] }],
    ["a violation of a passed rule", { rules: [{ ...written(everything).rules[1], verdict: "passed" }] }],
    ["a missing reason", { rules: [{ ...written(everything).rules[4], reason: null }] }],
    ["another schema version", { schemaVersion: 2 }],
    ["an unknown exit code", { exitCode: 5 }],
  ])("has a schema that refuses %s", (_, change) => {
    expect(errorsOf({ ...written(everything), ...change })).not.toEqual([]);
  });

  it("does not depend on the order in which rules were judged", () => {
    const catalogue = everything.rules.map(({ id }) => id);
    const shuffled = { ...everything, rules: [...everything.rules].reverse() };
    expect(conformanceJson(inCatalogueOrder(shuffled, catalogue))).toBe(
      conformanceJson(inCatalogueOrder(everything, catalogue)),
    );
    const unknown = rule({ id: "zz/unknown", verdict: "passed" });
    expect(inCatalogueOrder(run([unknown, ...shuffled.rules]), catalogue).rules.at(-1)).toBe(unknown);
  });
});
