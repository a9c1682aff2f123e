import { type Api, rule, type RuleCheck, type RuleId } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { expectAnyRefusal } from "../expect/refusals.ts";
import { ACCOUNT_NAMES } from "../fixtures/ordinary-requests.ts";
import { readWithEachKey } from "../fixtures/secret-keys.ts";
import { givenScheduler, inForce, post, type Stated, stated } from "../fixtures/payout-schedules.ts";

/** Whose schedule is read, and what a merchant without a schedule reads (§2.8, §4.6). */
export default [
  rule("payout-schedule/account-is-the-callers", async (check) => {
    const merchant = await check.ownMerchant();
    for (const read of await readWithEachKey(check, merchant, (api) => api.retrievePayoutSchedule()))
      check.expect.field("account", read.field("account"), read).toBe(merchant.accountId);
    if (!check.has("key.second-merchant")) return;
    const other = await check.otherMerchant();
    const others = await inForce(check, other);
    check.expect.that("the other merchant's account", others.field("account"), others).toBe(other.accountId);
  }),

  /** Judges the answers to two writes. */
  rule("payout-schedule/written-for-the-caller", { alone: true }, async (check) => {
    const merchant = await givenScheduler(check);
    for (const cadence of ["weekly", "daily"] as const) {
      const posted = await post(check, merchant, { cadence });
      check.expect.field("account", posted.field("account"), posted).toBe(merchant.accountId);
    }
  }),

  /** One merchant writes twice. Compares what another merchant reads before and after. */
  rule("payout-schedule/belongs-to-its-account", { alone: true }, async (check) => {
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
  }),

  /** Names another merchant's account in the query. The target may refuse it. */
  rule("payout-schedule/named-account-is-not-read", async (check) => {
    const merchant = await check.ownMerchant();
    const other = await check.otherMerchant();
    const own = await inForce(check, merchant);
    for (const name of ACCOUNT_NAMES) {
      const read = await merchant.api.retrievePayoutSchedule({ query: { [name]: other.accountId } });
      if (read.succeeded)
        check.expect.field("account", read.field("account"), read).toBe(own.field("account"));
      else expectAnyRefusal(check, read);
    }
  }),

  /** Names another merchant's account in the body and in the query. Compares that merchant's schedule before and after. */
  rule("payout-schedule/named-account-is-not-written", { alone: true }, async (check) => {
    const merchant = await givenScheduler(check);
    const other = await check.otherMerchant();
    const before = stated(await inForce(check, other));
    const another = {
      cadence: before.cadence === "daily" ? "weekly" : "daily",
      enabled: before.enabled !== true,
    };
    for (const name of ACCOUNT_NAMES) {
      const named = { [name]: other.accountId };
      for (const parts of [{ json: { ...another, ...named } }, { json: another, query: named }]) {
        const answer = await merchant.api.replacePayoutSchedule(parts);
        if (answer.succeeded)
          check.expect.field("account", answer.field("account"), answer).toBe(merchant.accountId);
        else expectAnyRefusal(check, answer);
        const read = await inForce(check, other);
        check.expect.that("the other merchant's schedule", stated(read), read).toBe(before);
      }
    }
  }),

  unconfigured("payout-schedule/answered-when-unconfigured", null),
  unconfigured("payout-schedule/unconfigured-cadence-is-null", { cadence: null }),
  unconfigured("payout-schedule/unconfigured-is-disabled", { enabled: false }),
];

/**
 * A merchant that never set a schedule reads twice, because reading must not create one. If control can make one, a merchant without Connect
 * reads as well.
 */
function unconfigured(id: RuleId, expected: Partial<Stated> | null): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await check.merchantLike("merchant-unconfigured-schedule", {
      connectMode: "marketplace",
    });
    const read = (api: Api) => api.retrievePayoutSchedule();
    const first = await read(merchant.api);
    check.expect(first).toAnswer(200);
    // What a fixture promises may hold for its test key only.
    const { liveKey } = merchant;
    const reader = { ...merchant, liveKey: merchant.own ? liveKey : null };
    const unactivated = await ifPossible(() => check.ownMerchant({ connectMode: null }));
    const others = unactivated === null ? [] : [await read(unactivated.api)];
    for (const other of others) check.expect(other).toAnswer(200);
    for (const answer of [first, ...(await readWithEachKey(check, reader, read)), ...others])
      for (const name of Object.keys(expected ?? {}) as (keyof Stated)[]) {
        check.expect.field(name, stated(answer)[name] ?? null, answer).toBe(expected?.[name]);
      }
  });
}
