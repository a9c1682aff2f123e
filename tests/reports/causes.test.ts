import { describe, expect, test } from "vitest";
import type { RuleResult, Symptom } from "../../harness/results.ts";
import { causeCounts, causes, tryAgain } from "../../reports/evidence/causes.ts";
import { exchange, rule, run, violationOf } from "./fixture.ts";

const CREATE = "POST /v1/payment-intents";

function violated(id: string, symptom: Symptom | null, fields: Partial<RuleResult> = {}): RuleResult {
  const violation = violationOf({ expected: "this", actual: `that of ${id}` });
  return rule({ id, verdict: "violated", violation, symptom, ...fields });
}
const field = (
  name: string,
  fields: Partial<Extract<Symptom, { kind: "field" }>> = {},
): Extract<Symptom, { kind: "field" }> => ({
  kind: "field",
  where: [CREATE],
  field: `/${name}`,
  status: 200,
  fault: "absent",
  expected: "there",
  actual: "absent",
  ...fields,
});
const status = (expected: string, actual: number, operation = CREATE): Symptom => ({
  kind: "status",
  where: [operation],
  expected,
  actual,
});
const route = (operation: string, where: string): Symptom => ({ kind: "route", where: [where], operation });

const linesOf = (rules: readonly RuleResult[]): readonly string[] =>
  causes(run(rules)).map((cause) => `${cause.group}: ${cause.says}: ${causeCounts(cause)}`);

test("a contradiction that a trace rule shows is said in its sentence", () => {
  const seen = field("reversed_total", {
    fault: "value",
    expected: "reversed_total to be 3",
    actual: "it is 2",
  });
  expect(linesOf([violated("reversals/sum", seen, { kind: "trace" })])).toEqual([
    `behaviour: ${CREATE}: expected this, but that of reversals/sum: 1 rule`,
  ]);
});

describe("one cause is one entry", () => {
  test("a wrong value of a field, whatever the operation and the constraint", () => {
    const upper = { fault: "value", actual: '"XAF"', expected: 'must match pattern "^[a-z]{3}$"' } as const;
    const rules = Array.from({ length: 14 }, (_, number) =>
      violated(`a/${number}`, field(`items/*/currency`, { ...upper, where: [`GET /v1/${number % 6}`] }), {
        kind: "passive",
      }),
    );
    const constant = field("currency", {
      ...upper,
      where: ["GET /v1/0"],
      expected: 'must be equal to constant "xaf"',
    });
    expect(linesOf([...rules, violated("b/constant", constant)])).toEqual([
      'shapes: `items.*.currency`, `currency` are "XAF" in 6 operations; expected: must match pattern "^[a-z]{3}$": 15 rules',
    ]);
  });

  test("something that several checks wait for, with the rules that cannot be judged without it", () => {
    const symptom: Symptom = { kind: "wait", where: [], subject: "a created vendor in the list" };
    const waiting = ["a/2", "b/1"].map((id) => rule({ id, verdict: "inconclusive", symptom }));
    expect(linesOf([violated("a/1", symptom), ...waiting])).toEqual([
      "behaviour: a created vendor in the list does not appear: 1 rule, 2 more rules not judged",
    ]);
  });

  test("missing fields of an answer, with the rules that wait for one of them", () => {
    const waiting = ["c/1", "c/2"].map((id) =>
      rule({ id, verdict: "inconclusive", symptom: field("accountId") }),
    );
    expect(
      linesOf([violated("a/1", field("label")), violated("a/2", field("liveMode")), ...waiting]),
    ).toEqual([
      `shapes: \`label\`, \`liveMode\`, \`accountId\` are absent from ${CREATE}: 2 rules, 2 more rules not judged`,
    ]);
  });

  test("a field that is missing in many answers", () => {
    const rules = ["/a", "/b", "/c"].map((path) =>
      violated(`x${path}`, field("liveMode", { where: [`GET ${path}`] })),
    );
    expect(linesOf(rules)).toEqual(["shapes: `liveMode` is absent from 3 operations: 3 rules"]);
  });

  test("a wrong status of all refusals, but not of each request that is not refused", () => {
    const rules = [
      violated("a/1", status("422", 400)),
      violated("a/2", status("422", 400, "POST /v1/b")),
      violated("a/3", status("refusal", 201)),
      violated("a/4", status("refusal", 201)),
      violated("a/5", status("refusal", 201, "POST /v1/b")),
    ];
    expect(linesOf(rules)).toEqual([
      "refusals: 2 operations answer 400 instead of 422: 2 rules",
      `refusals: ${CREATE} accepts requests that must be refused, with 201: 2 rules`,
      "refusals: POST /v1/b accepts requests that must be refused, with 201: 1 rule",
    ]);
  });

  test("a key that is refused", () => {
    const rules = ["/a", "/b"].map((path) =>
      rule({ id: `x${path}`, verdict: "inconclusive", symptom: status("success", 401, `GET ${path}`) }),
    );
    expect(linesOf(rules)).toEqual([
      "authentication: 2 operations refuse the key with 401 (is it a key of this server?): 2 rules not judged",
    ]);
  });

  test("a missing route, with what waits for it", () => {
    const needs = [{ id: "route.retrieveThing", supply: "Serve it." }];
    const served = violated("a/served", route("retrieveThing", "GET /v1/things/{id}"));
    const rules = [served, rule({ id: "a/2", verdict: "could_not_run", needs })];
    expect(linesOf(rules)).toEqual([
      "routes: GET /v1/things/{id} is missing: 1 rule, 1 more rule not judged",
    ]);
  });

  test("requests that break off the connection, which come before wrong shapes", () => {
    const symptom = (where: string): Symptom => ({ kind: "connection", fault: "refused", where: [where] });
    const cut = ["a/1", "a/2"].map((id) =>
      rule({ id, verdict: "inconclusive", reason: "no answer: it ended", symptom: symptom(CREATE) }),
    );
    const rules = [violated("b/1", field("label")), ...cut];
    expect(linesOf(rules)).toEqual([
      `requests: ${CREATE}: no answer: it ended: 2 rules not judged`,
      `shapes: \`label\` is absent from ${CREATE}: 1 rule`,
    ]);
    // If the target was lost, no single request needs a fix.
    expect(causes({ ...run(cut), interrupted: true }).map(({ group }) => group)).toEqual(["unfinished"]);
  });

  test("a value that contradicts the request is not a fault of the shape, unless the shape is also wrong", () => {
    const amount = field("amount", { fault: "value", expected: "4900", actual: "5000" });
    expect(linesOf([violated("a/1", amount, { kind: "example" })])).toEqual([
      `behaviour: \`amount\` is 5000 in ${CREATE}; expected: 4900: 1 rule`,
    ]);
    const shape = violated("a/2", { ...amount, expected: "must be < 5000" }, { kind: "passive" });
    expect(linesOf([violated("a/1", amount, { kind: "example" }), shape])).toEqual([
      `shapes: \`amount\` is 5000 in ${CREATE}; expected: must be < 5000: 2 rules`,
    ]);
  });

  test("a violation that a refusal shows belongs to the refusals, whatever part of it is wrong", () => {
    const symptom: Symptom = { kind: "value", where: [CREATE], what: "the fields that errors names" };
    const refused = violated("a/1", symptom, { transcript: [exchange({ sequence: 3, status: 422 })] });
    const violation = refused.violation && { ...refused.violation, exchange: 3 };
    expect(causes(run([{ ...refused, violation }])).map(({ group }) => group)).toEqual(["refusals"]);
  });

  test("a value that several checks of an area describe in the same words", () => {
    const sum: Symptom = { kind: "value", where: [], what: "the sum" };
    const other: Symptom = { kind: "value", where: [], what: "the rest" };
    const rules = [violated("a/1", sum), violated("a/2", sum), violated("a/3", other), violated("b/1", sum)];
    const found = causes(run(rules)).map((cause) => cause.rules.map(({ id }) => id));
    expect(found).toEqual([["a/1", "a/2"], ["a/3"], ["b/1"]]);
  });

  test("a reason", () => {
    const rules = ["a/1", "a/2"].map((id) => rule({ id, verdict: "inconclusive", reason: "no luck" }));
    expect(linesOf(rules)).toEqual(["unfinished: no luck: 2 rules not judged"]);
  });

  test("causes that are not known to be the same stay separate", () => {
    expect(linesOf([violated("a/1", null), violated("a/2", null)])).toEqual([
      "behaviour: expected this, but that of a/1: 1 rule",
      "behaviour: expected this, but that of a/2: 1 rule",
    ]);
  });
});

test("the most useful fix comes first, simple rules before others, known violations last", () => {
  const event: Symptom = { kind: "event", where: ["event payment.succeeded"] };
  const rules = [
    rule({ id: "z/unfinished", verdict: "inconclusive" }),
    violated("z/race", null, { kind: "race" }),
    violated("connect-events/event", event),
    violated("overview/model", null, { kind: "model" }),
    violated("overview/example", null),
    violated("z/known", route("x", "GET /known"), { known: true }),
    violated("z/refusal", status("422", 200)),
    violated("z/shape", field("amount")),
    violated("z/request", status("success", 400)),
    violated("z/crash", status("400", 500)),
    violated("z/authentication", status("401", 200)),
    violated("y/begun", field("amount", { where: ["GET /y"] }), { kind: "property" }),
    violated("z/route", route("a", "GET /z")),
    violated("y/route", route("b", "GET /y")),
    violated("new/route", route("c", "GET /new")),
    rule({ id: "z/broken", verdict: "broken" }),
  ];
  expect(causes(run(rules)).map((cause) => (cause.rules[0] ?? cause.waiting[0])?.id)).toEqual([
    "z/broken",
    "z/route",
    "y/route",
    "new/route",
    "z/authentication",
    "z/request",
    "z/crash",
    "z/shape",
    "z/refusal",
    "overview/example",
    "overview/model",
    "connect-events/event",
    "z/race",
    "z/unfinished",
    "z/known",
  ]);
});

test("a field of the wrong type and its wrong values are one cause, wrong values alone are not", () => {
  const value = (actual: string): Symptom => field("amount", { fault: "value", expected: actual, actual });
  const values = [violated("a/echo", value("5000")), violated("a/sum", value("7000"))];
  expect(causes(run(values))).toHaveLength(2);
  const all = [...values, violated("a/type", field("amount", { fault: "type" }), { kind: "passive" })];
  expect(causes(run(all)).map(({ rules }) => rules.map(({ id }) => id))).toEqual([
    ["a/type", "a/echo", "a/sum"],
  ]);
});

test("every rule that needs attention is in exactly one cause", () => {
  const kinds: readonly (Symptom | null)[] = [
    null,
    field("a"),
    field("b", { fault: "type", actual: "a string" }),
    status("422", 400),
    status("200", 500),
    { kind: "refusal", where: [CREATE], part: "code", expected: "x", actual: null },
    { kind: "value", where: [], what: "the sum" },
    { kind: "connection", fault: "refused", where: [] },
  ];
  const verdicts = ["violated", "inconclusive", "unstable", "broken", "passed"] as const;
  const rules = kinds.flatMap((symptom, one) =>
    verdicts.map((verdict, other) => rule({ id: `a/${one}-${other}`, verdict, symptom })),
  );
  const found = causes(run(rules)).flatMap((cause) => [...cause.rules, ...cause.waiting]);
  expect(found.map(({ id }) => id).sort()).toEqual(
    rules.flatMap(({ id, verdict }) => (verdict === "passed" ? [] : [id])).sort(),
  );
});

test("a cause is tried again with its rules, or with the simplest of many", () => {
  const again = (number: number): string | null => {
    const rules = Array.from({ length: number }, (_, one) => violated(`a/${one}`, field("label")));
    const result = run(rules, { replayTemplate: "payconform run --rules ID --seed 42" });
    const [first] = causes(result);
    return first === undefined ? null : tryAgain(first, result);
  };
  expect(again(2)).toBe("payconform run --rules a/0 a/1 --seed 42");
  expect(again(9)).toBe("payconform run --rules a/0 --seed 42");
});

test.each([
  ["thousands of causes of one rule", (number: number) => violated(`a/${number}`, null), 20_000],
  ["one cause of thousands", (number: number) => violated(`a/${number}`, status("200", 404)), 1],
  [
    "thousands of causes of two rules",
    (number: number) =>
      violated(`a/${number}`, field(`name${number >> 1}`, { where: [`GET /v1/${number >> 1}`] })),
    10_000,
  ],
])("%s take linear time", (_what, ruleOf, expected) => {
  const rules = Array.from({ length: 20_000 }, (_, number) => ruleOf(number));
  const at = performance.now();
  expect(causes(run(rules))).toHaveLength(expected);
  // Takes a second, or minutes if the time were quadratic.
  expect(performance.now() - at).toBeLessThan(20_000);
});
