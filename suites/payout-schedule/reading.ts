import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { givenScheduler, inForce, post, type Stated, stated } from "./schedule.ts";

/** Whose schedule is read, and what is read where there is none (§2.8, §4.6). */
export default [
  /** Goal: the schedule names the key's own account. */
  rule("payout-schedule/account-is-the-callers", async (check) => {
    const merchant = await check.ownMerchant();
    const read = await inForce(check, merchant);
    check.expect.that("account", read.field("account"), read).toBe(merchant.accountId);
    if (!check.has("key.second-merchant")) return;
    const other = await check.otherMerchant();
    const others = await inForce(check, other);
    check.expect.that("the other merchant's account", others.field("account"), others).toBe(other.accountId);
  }),

  /** Goal: what is written is told as the key's own account's. Method: the answers to two posts. */
  rule(
    "payout-schedule/written-for-the-caller",
    async (check) => {
      const merchant = await givenScheduler(check);
      for (const cadence of ["weekly", "daily"] as const) {
        const posted = await post(check, merchant, { cadence });
        check.expect.that("account", posted.field("account"), posted).toBe(merchant.accountId);
      }
    },
    { alone: true },
  ),

  /** Goal: schedules are kept by account. Method: one merchant posts twice; what the other reads stays. */
  rule(
    "payout-schedule/belongs-to-its-account",
    async (check) => {
      const merchant = await givenScheduler(check);
      const other = await check.otherMerchant();
      const before = stated(await inForce(check, other));
      for (const cadence of ["daily", "weekly"] as const) {
        for (const enabled of [true, false]) {
          await post(check, merchant, { cadence, enabled });
          const read = await inForce(check, other);
          check.expect.that("the other merchant's schedule", stated(read), read).toBe(before);
        }
      }
    },
    { alone: true },
  ),

  unconfigured("payout-schedule/answered-when-unconfigured", null),
  unconfigured("payout-schedule/unconfigured-cadence-is-null", { cadence: null }),
  unconfigured("payout-schedule/unconfigured-is-disabled", { enabled: false }),
];

/** Goal: no configuration is nothing exceptional. Method: a merchant that never posted one; twice, as reading makes none. */
function unconfigured(id: RuleId, expected: Partial<Stated> | null): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await check.merchantLike("merchant-unconfigured-schedule", {
      connectMode: "marketplace",
    });
    for (let reading = 1; reading <= 2; reading += 1) {
      const read = await merchant.api.retrievePayoutSchedule();
      check.expect(read).toAnswer(200);
      for (const name of Object.keys(expected ?? {}) as (keyof Stated)[]) {
        check.expect.that(name, stated(read)[name] ?? null, read).toBe(expected?.[name]);
      }
    }
  });
}
