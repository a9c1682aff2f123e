import * as fc from "fast-check";
import { unknownIds } from "../../generators/index.ts";
import { type Answer, type Check, Inconclusive, NeedMissing, rule, type RuleCheck } from "../kit.ts";
import { contractOperations } from "../../harness/contract.ts";
import { routeOf } from "../../harness/judge/routes.ts";
import { type OperationName, ruleIdOf } from "../../spec/index.ts";
import { sessions } from "../fixtures/checkout-session-creation.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";
import { sendCreation } from "../fixtures/vendor-creations.ts";
import { request, REQUESTS } from "../requests.ts";
import { type RequestSubject, type Subject, SUBJECTS } from "../subjects.ts";

/** Requests that show their route without a subject. Without a cadence or a key they are refused, so nothing changes. */
const SIMPLER: Partial<Record<OperationName, (check: Check) => Promise<Answer>>> = {
  listRemittances: (check) => check.api.listRemittances({ query: { page: 1 } }),
  replacePayoutSchedule: (check) => check.api.replacePayoutSchedule({ json: {} }),
  createAccount: async (check) =>
    check.ports.bound("createVendor")
      ? (await sendCreation(check, await check.merchant())).answer
      : check.api.createAccount({ json: {} }),
};

/** The prefixes of unknown ids, by the names of the values of a subject. */
const UNKNOWN: Partial<Record<RequestSubject, Readonly<Record<string, string>>>> = {
  account: { accountId: "acct_" },
  vendor: { acct: "acct_" },
  "readable-vendor": { acct: "acct_" },
  wallet: { acct: "acct_" },
  allocation: { allocationId: "ctr_" },
  intent: { id: intents.prefix },
  session: { id: sessions.prefix },
  disbursement: { id: disbursements.prefix },
  remittance: { id: remittances.prefix },
  clock: { id: "clock_" },
  "possible-subscription": { subscriptionId: "sub_" },
  "clock-to-attach": { id: "clock_", subscriptionId: "sub_" },
};

/** Subjects whose unknown ids may be answered with 404. Others are refused with 403 (§7.3) or with a code (§7.9). */
const MAY_BE_404: readonly RequestSubject[] = [
  "allocation",
  "intent",
  "session",
  "disbursement",
  "remittance",
];

/** Sends a valid request of each operation. Its answer must not be that of a missing route. */
export default [...contractOperations.values()].map(({ id, servedRule }): RuleCheck => {
  const name = id as OperationName;
  return rule(ruleIdOf(servedRule), { tries: id }, async (check) => {
    const simpler = SIMPLER[name];
    if (simpler !== undefined) return check.expectServed(id, () => simpler(check));
    const subject = await subjectOrUnknown(check, REQUESTS[name].given);
    await check.expectServed(id, () => request(check, name, { subject }));
  });
});

/**
 * The subject of a request, or an unknown id if there is none. If unknown ids may be answered with 404, the unknown id is used only if
 * nothing can be created because a route is missing.
 */
async function subjectOrUnknown(check: Check, given: RequestSubject): Promise<Subject> {
  try {
    return await SUBJECTS[given](check);
  } catch (error) {
    const prefixes = UNKNOWN[given];
    const lacks = error instanceof NeedMissing || error instanceof Inconclusive;
    if (prefixes === undefined || !lacks) throw error;
    const lacksRoute = isMissingRoute(error) || (given === "allocation" && (await lacksAllocations(check)));
    if (!lacksRoute && MAY_BE_404.includes(given)) throw error;
    const ids = Object.entries(prefixes).map(([value, prefix]) => [value, nobodys(check, prefix)]);
    return { values: Object.fromEntries(ids) as Subject["values"] };
  }
}

const isMissingRoute = (error: unknown): boolean =>
  error instanceof NeedMissing && routeOf(error.need) !== undefined;

/** Without a vendor, an allocation to an unknown one shows whether the route exists on which a reversal depends. */
async function lacksAllocations(check: Check): Promise<boolean> {
  try {
    await check.api.createAllocation({ body: { destination: nobodys(check, "acct_"), amount: 1 } });
    return false;
  } catch (error) {
    return isMissingRoute(error);
  }
}

function nobodys(check: Check, prefix: string): string {
  const [id] = fc.sample(unknownIds(prefix), { numRuns: 1, seed: check.seed });
  if (id === undefined) throw new Error("no id was generated");
  return id;
}
