import { isDeepStrictEqual } from "node:util";
import { type Check, Inconclusive, NeedMissing, rule, type RuleCheck } from "../kit.ts";
import { type OperationName, operationRows, ruleIdOf } from "../../spec/index.ts";
import { merchantOfEveryRoute } from "../every-route.ts";
import { keyOfLength } from "../fixtures/idempotency-keys.ts";
import { isRefusal, soon } from "../fixtures/reading.ts";
import { ownKey, unknownKey } from "../fixtures/secret-keys.ts";
import { everyTotal } from "../fixtures/wallets.ts";
import { type Oddity, request, REQUESTS } from "../requests.ts";
import { SUBJECTS } from "../subjects.ts";

/** The operations that move money. */
const MOVING = [
  "createAllocation",
  "createAllocationReversal",
  "createWithdrawal",
  "createDisbursement",
  "createRemittance",
] as const satisfies readonly OperationName[];

/** More than any account of a run has. */
const TOO_MUCH = 900_000_000_000;

/** Requests that are wrong in one thing each. A target may accept some of them, which other rules judge. */
async function faults(check: Check): Promise<readonly Oddity[]> {
  const header = check.profile.fields["service-account-header"];
  return [
    { key: null },
    { key: unknownKey(check, await ownKey(check)) },
    { extra: { amount: "plenty" } },
    { extra: { amount: null, destination: undefined, currency: undefined } },
    { extra: { amount: TOO_MUCH } },
    { extra: { amount: `${TOO_MUCH}`, destination: "acct_0" } },
    ...(header === undefined ? [] : [{ headers: { [header]: "acct_0" } }]),
    { extra: { amount: -1_000 } },
    { headers: { "Idempotency-Key": keyOfLength(check, 256) } },
  ];
}

/** Compares all balances of the account, as control reports them, around refusals of each kind (§3, §7). */
export default MOVING.map((name): RuleCheck => {
  const { row = "" } = operationRows[name];
  return rule(ruleIdOf(`conventions/${row}-refused-moves-no-money`), async (check) => {
    const merchant = await merchantOfEveryRoute(check);
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    const subject = await SUBJECTS[REQUESTS[name].given](check, merchant);
    const balances = () => everyTotal(check, merchant.accountId);
    const before = await balances();
    let refused = 0;
    for (const oddity of await faults(check)) {
      const answer = await request(check, name, { subject, oddity });
      // What is accepted may move money later.
      if (!isRefusal(answer) && answer.status !== 402) break;
      refused += 1;
      const after = await soon(check, { read: balances, holds: (read) => isDeepStrictEqual(read, before) });
      check.expect.that("the balances after the refusal", [...after], answer).toBe([...before]);
    }
    if (refused === 0) throw new Inconclusive("nothing was refused");
  });
});
