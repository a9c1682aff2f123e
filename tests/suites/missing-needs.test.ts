import { expect, test } from "vitest";
import { type JudgedTarget, mutantTarget } from "../../cli/in-process/target.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import type { RuleResult } from "../../harness/results.ts";
import { mutants } from "../../mutants/index.ts";
import type { RuleId } from "../../spec/index.ts";
import { sending, withoutControl } from "./lacking.ts";

/** What a rule reports on a mutant that lacks something, or on the emulator without `mutant`. */
async function judged(
  rule: RuleId,
  lacking: (target: JudgedTarget) => JudgedTarget,
  mutant?: string,
): Promise<RuleResult | undefined> {
  const found = mutants.find(({ id }) => id === mutant);
  if (mutant !== undefined && found === undefined) throw new Error(`the mutant ${mutant} is gone`);
  const source = mutantTarget(found ?? { id: "none", violates: [], summary: "Nothing is changed." }, 5);
  const target = { ...source, open: async () => lacking(await source.open()) };
  return (await judgeTarget({ target, patterns: [rule], seed: 5, runs: 2 })).get(rule);
}

/** Without the routes whose path matches: they answer like any unserved path. */
const withoutRoute = (path: RegExp) =>
  sending((send) => (request, options) => {
    const missing = path.test(request.url.pathname);
    return send(missing ? { ...request, url: new URL("/v1/no-such-route", request.url) } : request, options);
  });

const withoutBalances = (target: JudgedTarget): JudgedTarget => {
  const { "balance-available": _one, "balance-pending": _other, ...fields } = target.profile.fields;
  return { ...target, profile: { ...target.profile, fields } };
};

test("the event of an allocation is judged without the route of reversals", async () => {
  const rule = "connect-events/transfer-created-names-the-vendor";
  const lacking = withoutRoute(/\/reversals$/);
  expect((await judged(rule, lacking, "transfer-created-of-the-marketplace"))?.verdict).toBe("violated");
  expect((await judged(rule, lacking))?.verdict).toBe("passed");
  const reversed = await judged("connect-events/transfer-reversed-names-the-vendor", lacking);
  expect([reversed?.verdict, reversed?.needs.map(({ id }) => id)]).toEqual([
    "could_not_run",
    ["route.createAllocationReversal"],
  ]);
});

test("another marketplace's vendor comes from the port if control creates only merchants", async () => {
  const lacking = withoutControl("createVendor");
  expect((await judged("connect-targets/account-read-foreign", lacking))?.verdict).toBe("passed");
  expect((await judged("vendors/list-holds-own-vendors-only", lacking))?.verdict).toBe("passed");
});

test("the answers of a race with one key are judged without balances", async () => {
  const rule = "allocations/concurrent-same-key-credits-once";
  expect((await judged(rule, withoutBalances, "allocation-key-reserved-late"))?.verdict).toBe("violated");
});

test("without balances, answers that are right leave the effect open", async () => {
  const result = await judged("allocations/without-key-each-request-allocates", withoutBalances);
  expect([result?.verdict, result?.needs.map(({ id }) => id)]).toEqual([
    "could_not_run",
    ["field.balance-pending"],
  ]);
});

test("a rule that needs a route of an area that is not offered does not apply", async () => {
  const lacking = (target: JudgedTarget): JudgedTarget => {
    const { profile, ...others } = withoutRoute(/\/overview$/)(target);
    return { ...others, profile: { ...profile, notOffered: ["remittances", "overview"] } };
  };
  const result = await judged("allocations/currency-of-the-account", lacking);
  expect([result?.verdict, result?.reason]).toEqual([
    "not_applicable",
    "the profile says that the target does not offer this: retrieveOverview",
  ]);
});
