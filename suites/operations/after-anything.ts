import { type OperationName, operationRows, type RuleId } from "../../spec/index.ts";
import { type Check, rule, type RuleCheck } from "../kit.ts";
import { expectAccepted } from "../expect/acceptance.ts";
import { REQUESTS, request } from "../requests.ts";
import { SUBJECTS } from "../subjects.ts";
import type { Theme } from "../walks/acts.ts";
import { walk } from "../walks/walk.ts";

/** How many steps a walk has. */
const LENGTH = 60;

/** By what the walk is about, what its account can do whatever it did before. None of this needs funds. */
const LASTING: readonly (readonly [RuleId, Theme, readonly OperationName[]])[] = [
  ["conventions/payments-after-anything", "payments", ["createPaymentIntent", "createSession"]],
  [
    "vendors/read-after-anything",
    "marketplace",
    ["listAccounts", "retrieveActivation", "retrievePayoutSchedule", "retrieveOverview"],
  ],
  ["test-clocks/created-after-anything", "billing", ["createTestClock", "listTestClocks"]],
];

export default LASTING.map(([id, theme, operations]): RuleCheck =>
  rule(id, { deadlineMs: 300_000 }, async (check: Check) => {
    const merchant = await walk(check, { theme, length: LENGTH });
    for (const name of operations) {
      if (check.profile.notOffered.includes(operationRows[name].area)) continue;
      const subject = await SUBJECTS[REQUESTS[name].given](check, merchant);
      const answer = await request(check, name, { subject, oddity: {} });
      await expectAccepted(check, merchant.api, answer, "a valid request, whatever came before it");
    }
  }),
);
