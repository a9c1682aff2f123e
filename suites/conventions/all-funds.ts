import { type Answer, type Check, NothingToJudge, type Merchant, rule, type RuleCheck } from "../kit.ts";
import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { merchantOfEveryRoute } from "../every-route.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { soon } from "../fixtures/reading.ts";
import { everyTotal } from "../fixtures/wallets.ts";
import { request, REQUESTS } from "../requests.ts";
import { SUBJECTS } from "../subjects.ts";

/** The operations that debit the account. */
const DEBITING = ["createAllocation", "createDisbursement", "createRemittance"] as const;

/** What is debited leaves the account with exactly as much, so that the same request takes everything (§1, §4.5). */
export default DEBITING.map((name): RuleCheck =>
  rule(ruleIdOf(`conventions/${operationRows[name].row ?? ""}-of-all-funds-accepted`), async (check) => {
    const merchant = await merchantOfEveryRoute(check);
    await ifPossible(() => refusingOverdrafts(check, merchant));
    const subject = { merchant, ...(await SUBJECTS[REQUESTS[name].given](check, merchant)) };
    const send = (): Promise<Answer> => request(check, name, { subject });
    const ordinary = check.profile.ordinary.amount;
    const read = async (): Promise<number> =>
      (await everyTotal(check, merchant.accountId)).get("marketplace") ?? 0;
    const before = await read();
    const first = check.succeeded(await send());
    const { fee = 0 } = first.body as { fee?: unknown };
    const least = ordinary + (typeof fee === "number" ? fee : 0);
    const left = await soon(check, { read, holds: (now) => before - now >= least });
    const debit = before - left;
    if (debit < ordinary) throw new NothingToJudge(`the account was debited ${debit} so far`);
    const path = { accountId: merchant.accountId };
    await check.control.call("fundMarketplace", { path, json: { amount: Math.max(debit, least) - left } });
    const last = await send();
    if (last.status >= 400 && last.status < 500) check.expect(last).toAnswer(first.status);
    check.succeeded(last);
  }),
);

/** A target whose accounts may owe anything never compares. */
function refusingOverdrafts(check: Check, { accountId }: Merchant): Promise<unknown> {
  const json = { payoutOverdraft: "refused" };
  return check.control.call("changeSettings", { path: { accountId }, json });
}
