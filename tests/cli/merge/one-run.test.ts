import { describe, expect, test } from "vitest";
import { mergeShards } from "../../../cli/merge/merge-shards.ts";
import { withDefaults, profileDigest } from "../../../harness/profile/defaults.ts";
import { UsageError } from "../../../harness/profile/usage-error.ts";
import type { OperationState, RunResult } from "../../../harness/results.ts";
import { rule, run } from "../../reports/fixture.ts";

const part = (index: number, fields: Partial<RunResult> = {}): { folder: string; result: RunResult } => ({
  folder: `part-${index}`,
  result: run([rule({ id: `area-${index}/holds`, verdict: "passed" })], {
    shard: { index, count: 2 },
    patterns: ["payment-intents", "activation"],
    runs: 20,
    embedded: false,
    ...fields,
  }),
});
const merged = (one: Partial<RunResult>, two: Partial<RunResult>): RunResult =>
  mergeShards([part(1, one), part(2, two)], { allowIncomplete: false }).result;

const target = { name: "a", baseUrl: "http://a.test", checkoutUrl: "http://a.test" };
const elsewhere = { name: "b", baseUrl: "http://b.test", checkoutUrl: "http://b.test" };

test("parts of one run become one result, which records the flags of the run", () => {
  expect(merged({}, {})).toMatchObject({
    exitCode: 0,
    totals: { passed: 2 },
    shard: null,
    patterns: ["payment-intents", "activation"],
    runs: 20,
    embedded: false,
  });
});

test("the order of rules on the command line does not matter", () => {
  expect(merged({}, { patterns: ["activation", "payment-intents"] }).exitCode).toBe(0);
});

test("a warning in several parts is given once", () => {
  const warned = merged({ warnings: ["b", "a"] }, { warnings: ["b"] });
  expect(warned.warnings).toEqual(["a", "b"]);
  expect(warned.exitCode).toBe(0);
});

test("a failure of one part is that of the whole", () => {
  const { exitCode, failure } = merged({}, { failure: "RangeError: x", exitCode: 4 });
  expect([exitCode, failure]).toEqual([4, "RangeError: x"]);
});

test("each process has its own embedded emulator", () => {
  const one = { embedded: true, target, profile: "1".repeat(64) };
  const two = { embedded: true, target: elsewhere, profile: "2".repeat(64) };
  expect(merged(one, two).exitCode).toBe(0);
});

describe("parts of different runs are refused, with the difference", () => {
  test.each<[string, Partial<RunResult>, Partial<RunResult>, string]>([
    [
      "other rules",
      {},
      { patterns: ["vendors", "conventions"] },
      "the selection of rules is conventions vendors and activation payment-intents;",
    ],
    [
      "all rules",
      {},
      { patterns: [] },
      "the selection of rules is all rules and activation payment-intents;",
    ],
    [
      "other kinds",
      { kinds: ["trace", "passive"] },
      {},
      "the selection of rules is activation payment-intents and activation payment-intents, only passive and trace;",
    ],
    ["another target", { target }, { target: elsewhere }, "the target is http://b.test and http://a.test;"],
    [
      "another checkout host",
      { target },
      { target: { ...target, checkoutUrl: "http://c.test" } },
      "the checkout host is http://c.test and http://a.test;",
    ],
    [
      "another profile",
      {},
      { profile: "1".repeat(64) },
      "the profile is sha256 111111111111… and sha256 000000000000…;",
    ],
    [
      "the emulator",
      { target },
      { target, embedded: true },
      "the target is the embedded emulator and http://a.test;",
    ],
    ["another seed", {}, { seed: 7 }, "the seed is 7 and 42;"],
    ["another number of runs", {}, { runs: 5 }, "the number of runs is 5 and 20;"],
  ])("%s", (_what, one, two, says) => {
    expect(() => merged(one, two)).toThrow(UsageError);
    expect(() => merged(one, two)).toThrow(
      `part-2 and part-1 are not shards of the same run: ${says} run all shards with the same flags, profile and target`,
    );
  });
});

test("the map of operations is that of all parts, and so are the sections without any route", () => {
  const state = (operation: string, section: string, fields: Partial<OperationState>): OperationState => ({
    operation,
    method: "GET",
    path: `/v1/${operation}`,
    section,
    title: "Title",
    state: "untried",
    answer: null,
    ...fields,
  });
  const absent = { state: "absent", answer: "404" } as const;
  const served = { state: "documented", answer: "200" } as const;
  const overview = rule({ id: "overview/a", verdict: "could_not_run" });
  const result = merged(
    { operations: [state("listAccounts", "4.7", served), state("retrieveOverview", "4.6", {})] },
    {
      operations: [state("listAccounts", "4.7", {}), state("retrieveOverview", "4.6", absent)],
      rules: [overview],
    },
  );
  expect(result.operations?.map(({ operation, state: known }) => [operation, known])).toEqual([
    ["listAccounts", "documented"],
    ["retrieveOverview", "absent"],
  ]);
  expect(result.absentSections).toEqual([{ name: "§4.6 Title", areas: ["overview"] }]);
});

test("a profile is the same whether it names the checkout host or leaves it to the default", () => {
  const profile = (target: { baseUrl: string; checkoutUrl?: string }): string =>
    profileDigest(withDefaults({ target }));
  const baseUrl = "http://a.test";
  expect(profile({ baseUrl })).toBe(profile({ baseUrl, checkoutUrl: baseUrl }));
  expect(profile({ baseUrl })).not.toBe(profile({ baseUrl, checkoutUrl: "http://b.test" }));
});

test("the folder of a profile's files may differ between machines", () => {
  const on = (folder: string): string =>
    profileDigest(
      withDefaults({
        target: { baseUrl: "http://a.test", controlModule: `${folder}/control.mjs` },
        events: { receiver: { certificateFile: `${folder}/a.pem`, keyFile: `${folder}/b.pem` } },
      }),
    );
  expect(on("/home/one/work")).toBe(on("/home/two/work"));
});
