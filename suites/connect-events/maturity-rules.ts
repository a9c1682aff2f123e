import type { Check } from "../../harness/check.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { givenVendor } from "../connect/given.ts";
import { isDelayed, isPendingYet, matured, moveBefore } from "../connect/maturity.ts";
import { givenAllocation } from "../connect/money.ts";
import {
  EVENT,
  expectCount,
  expectNone,
  gathered,
  listening,
  ofType,
  type Recorded,
} from "../connect/recorded.ts";
import { namesTheVendor, saysCurrency } from "./judging.ts";
import { aboutTransfer } from "./transfers.ts";

/** Two credits of one vendor that became available by the clock. */
interface Matured {
  readonly acct: string;
  readonly accountId: string;
  readonly credits: readonly { readonly amount: number; readonly currency: unknown }[];
  /** What had been heard half a minute before the first of them was due. */
  readonly before: Recorded;
  /** Whether it was not due yet, by the target's own dates, when that had been heard. */
  readonly isEarly: boolean;
  readonly after: Recorded;
}

/** What a credit's way from pending to available is followed by (§3, §6.2). */
export default [
  on("connect-events/maturity-emits-funds-available", (_check, { credits, after }) => {
    for (const { amount } of credits)
      expectCount(
        after,
        { type: EVENT.fundsAvailable, where: ({ data }) => data["amount"] === amount },
        `for the credit of ${amount}`,
      );
  }),

  on("connect-events/pending-credit-emits-no-funds-available", (_check, { before, isEarly }) => {
    if (!isEarly) throw new Inconclusive("the credit may have become available meanwhile");
    expectNone(before, EVENT.fundsAvailable, () => true, "while the credit is pending");
  }),

  on("connect-events/funds-available-names-the-vendor", (check, seen) => {
    for (const event of ofType(seen.after, EVENT.fundsAvailable)) namesTheVendor(check, seen, event);
    some(seen);
  }),

  on("connect-events/funds-available-is-the-credit", (check, seen) => {
    some(seen);
    const told = ofType(seen.after, EVENT.fundsAvailable);
    const amounts = (list: readonly { amount?: unknown }[]): readonly number[] =>
      list.map(({ amount }) => Number(amount)).sort((a, b) => a - b);
    check.expect
      .that("the amounts of the events, sorted", amounts(told.map(({ data }) => data)), told[0])
      .toBe(amounts(seen.credits));
    for (const event of told) saysCurrency(check, event, seen.credits[0]?.currency);
  }),
];

function on(id: RuleId, judge: (check: Check, seen: Matured) => void): RuleCheck {
  return rule(id, async (check) => judge(check, await givenMatured(check)));
}

/** Made once for all who look at it. */
function givenMatured(check: Check): Promise<Matured> {
  return check.once("connect-events/matured", async (maker) => {
    const vendor = await givenVendor(maker);
    const inbox = await listening(maker, vendor);
    const { amount } = maker.profile.ordinary;
    const first = await givenAllocation(maker, vendor, amount + 3);
    const second = await givenAllocation(maker, vendor, amount + 211);
    if (!isDelayed(first) || !isDelayed(second)) throw new Inconclusive("the credits are available at once");
    if (!(await moveBefore(maker, first)))
      throw new Inconclusive("time cannot be moved to right before a maturity");
    const before = await gathered(inbox, [{ type: EVENT.transferCreated, where: aboutTransfer(second.id) }]);
    const isEarly = isPendingYet(first);
    await matured(maker, [first, second]);
    return {
      acct: vendor.acct,
      accountId: vendor.merchant.accountId,
      credits: [first, second].map((credit) => ({
        amount: credit.amount,
        currency: credit.answer.field("currency"),
      })),
      before,
      isEarly,
      after: await gathered(inbox, [{ type: EVENT.fundsAvailable, count: 2 }]),
    };
  });
}

function some({ after }: Matured): void {
  if (ofType(after, EVENT.fundsAvailable).length === 0)
    throw new Inconclusive(`no ${EVENT.fundsAvailable} came`);
}
