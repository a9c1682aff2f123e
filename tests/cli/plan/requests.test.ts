import { expect, test } from "vitest";
import { run } from "../../../cli/api.ts";
import { requestsOfPlan } from "../../../cli/plan/requests.ts";
import { catalogueAt } from "../../../harness/catalogue.ts";
import { planRun } from "../../../harness/engine/plan.ts";
import { checkRequests } from "../../../spec/index.ts";
import { checks } from "../../../suites/index.ts";

const planned = (patterns: readonly string[], runs: number): number =>
  requestsOfPlan(planRun({ checks, rules: catalogueAt(), patterns }), { runs, canRun: () => true });

test.each([
  { patterns: ["payment-intents"], runs: 20 },
  // A number of runs that was not recorded, and only passive rules.
  { patterns: ["remittances"], runs: 30 },
  { patterns: ["reversals/reversed-total"], runs: 20 },
  // They share long scenarios, with each other and with subscriptions.
  { patterns: ["invoices"], runs: 5 },
  { patterns: ["invoices", "subscription-events"], runs: 5 },
])(
  "a run of $patterns with $runs runs sends as many requests as its plan says, within 8 %",
  async ({ patterns, runs }) => {
    const { requests = 0 } = await run({ rules: patterns, runs, allowLiveKey: true });
    expect(requests).toBeGreaterThan(0);
    // Opening a session also sends requests.
    expect(Math.abs(planned(patterns, runs) - requests)).toBeLessThanOrEqual(Math.max(8, 0.08 * requests));
  },
);

test("a result that several checks share is counted once", () => {
  const [[requests, one = "", two = ""] = [0]] = checkRequests().shared;
  expect(planned([one], 20) + planned([two], 20) - planned([one, two], 20)).toBeGreaterThanOrEqual(requests);
});
