import * as fc from "fast-check";
import { type PayoutScheduleRequest, payoutScheduleRequests } from "../../generators/index.ts";
import {
  type Check,
  type Merchant,
  NeedMissing,
  NothingToJudge,
  rule,
  type RuleCheck,
  type RuleId,
} from "../kit.ts";
import { expectHeld } from "../expect/balances.ts";
import { advanceTimeBy, givenFunds } from "../fixtures/funds.ts";
import { keyed } from "../fixtures/idempotency-keys.ts";
import { endInFlightWithdrawals } from "../fixtures/in-flight-withdrawals.ts";
import {
  givenScheduler,
  inForceAfter,
  post,
  type ScheduleAnswer,
  type Stated,
  stated,
} from "../fixtures/payout-schedules.ts";
import { DAY } from "../fixtures/times.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { heldBy, heldOnce } from "../fixtures/wallets.ts";
import { givenReady } from "../fixtures/withdrawals.ts";

const alone = { alone: true };

/** Within how many days each cadence pays funds out, with time to spare. */
const SPANS = [
  ["daily", 9],
  ["weekly", 31],
] as const;

/** A schedule is in force until it is replaced (§4.6). */
export default [
  keeps("payout-schedule/daily-is-kept", { cadence: "daily" }, { cadence: "daily" }),
  keeps("payout-schedule/weekly-is-kept", { cadence: "weekly" }, { cadence: "weekly" }),
  keeps("payout-schedule/enabled-true-is-kept", { cadence: "weekly", enabled: true }, { enabled: true }),
  keeps("payout-schedule/enabled-false-is-kept", { cadence: "daily", enabled: false }, { enabled: false }),
  keeps("payout-schedule/enabled-by-default", { cadence: "daily" }, { enabled: true }),

  /** Enables each cadence, then disables it. What that paid out meanwhile has ended before the balances are read. */
  rule("payout-schedule/disabled-pays-nothing", { ...alone, deadlineMs: 120_000 }, async (check) => {
    for (const cadence of ["daily", "weekly"] as const) {
      const vendor = await givenReady(check);
      const { merchant } = vendor;
      if (!merchant.own) throw new NeedMissing("control.createMerchant");
      await post(check, merchant, { cadence });
      await post(check, merchant, { cadence, enabled: false });
      await endInFlightWithdrawals(check, vendor);
      await givenFunds(check, vendor);
      const before = await heldBy(check, vendor);
      await advanceTimeBy(check, vendor, 15 * DAY);
      await endInFlightWithdrawals(check, vendor);
      await expectHeld(check, vendor, before, `fifteen days after its ${cadence} cadence was disabled`);
    }
  }),

  /**
   * Lets each cadence pay out funds of a vendor, then equal ones. Whether, on which day and at which hour a payout runs is open, but not that
   * the cadence goes on.
   */
  rule("payout-schedule/enabled-pays-again", { ...alone, deadlineMs: 120_000 }, async (check) => {
    let judged = 0;
    for (const [cadence, days] of SPANS) {
      const vendor = await givenReady(check);
      const { merchant } = vendor;
      if (!merchant.own) throw new NeedMissing("control.createMerchant");
      await post(check, merchant, { cadence });
      if (!(await isPaidWithin(check, vendor, days))) continue;
      await givenFunds(check, vendor);
      const isPaid = (await isPaidWithin(check, vendor, days)) || (await isPaidWithin(check, vendor, days));
      check.expect
        .that(
          `whether a ${cadence} cadence pays out equal funds within ${2 * days} days, like the first`,
          isPaid,
        )
        .toBe(true);
      judged += 1;
    }
    if (judged === 0) throw new NothingToJudge("no cadence paid out any funds");
  }),

  /** Writes a series of schedules, then reads once. */
  rule("payout-schedule/posting-again-replaces-cadence", alone, async (check) => {
    const merchant = await givenScheduler(check);
    await check.property({
      effort: 0.4,
      from: fc.array<PayoutScheduleRequest>(payoutScheduleRequests(), { minLength: 2, maxLength: 4 }),
      classesOf: (series) => [
        series.at(-1)?.cadence === series.at(-2)?.cadence ? "same cadence" : "other cadence",
      ],
      shares: { "other cadence": 0.2 },
      holds: async (series) => {
        for (const request of series) await post(check, merchant, request);
        const last = series.at(-1) ?? { cadence: "daily" };
        const read = await inForceAfter(check, merchant, last);
        check.expect.field("cadence", stated(read).cadence, read).toBe(last.cadence);
      },
    });
  }),

  /** Disables a schedule and reads it, then writes one without `enabled`. */
  rule("payout-schedule/posting-again-replaces-enabled", alone, async (check) => {
    const merchant = await givenScheduler(check);
    for (const cadence of ["daily", "weekly"] as const) {
      const disabled = { cadence: "daily", enabled: false } as const;
      await post(check, merchant, disabled);
      await inForceAfter(check, merchant, disabled);
      const again = await post(check, merchant, { cadence });
      check.expect.that("enabled in the answer", stated(again).enabled, again).toBe(true);
      const read = await inForceAfter(check, merchant, { cadence });
      check.expect.that("enabled as read", stated(read).enabled, read).toBe(true);
    }
  }),

  /** Writes each schedule twice and compares the answers and the schedule read afterwards. */
  rule("payout-schedule/posting-the-same-changes-nothing", alone, async (check) => {
    const merchant = await givenScheduler(check);
    for (const request of [
      { cadence: "weekly", enabled: false },
      { cadence: "daily", enabled: true },
    ] as const) {
      await post(check, merchant, request);
      const once = stated(await inForceAfter(check, merchant, request));
      const again = await post(check, merchant, request);
      check.expect.that("the schedule in the second answer", stated(again), again).toBe(once);
      const read = await inForceAfter(check, merchant, request);
      check.expect.that("the schedule after the second post", stated(read), read).toBe(once);
    }
  }),

  /** Writes two different schedules with one key. */
  rule("payout-schedule/key-is-not-consulted", alone, async (check) => {
    const merchant = await givenScheduler(check);
    const key = keyed();
    const first = await merchant.api.replacePayoutSchedule({ ...key, json: { cadence: "daily" } });
    check.expect
      .that("cadence after the first post", stated(check.succeeded(first)).cadence, first)
      .toBe("daily");
    const second = await merchant.api.replacePayoutSchedule({ ...key, json: { cadence: "weekly" } });
    check.expect(second).toAnswer(200);
    check.expect.that("cadence after the second post", stated(second).cadence, second).toBe("weekly");
    const read = await inForceAfter(check, merchant, { cadence: "weekly" });
    check.expect.that("cadence as read", stated(read).cadence, read).toBe("weekly");
  }),
];

/** Whether nothing is left of a vendor's available funds after some days. */
async function isPaidWithin(check: Check, vendor: Vendor, days: number): Promise<boolean> {
  await advanceTimeBy(check, vendor, days * DAY);
  await endInFlightWithdrawals(check, vendor);
  const { available } = await heldOnce(check, vendor, (held) => held.available === 0);
  return available === 0;
}

/**
 * Writes the request after a schedule that differs in every field. If the field is not the cadence, also writes it with each cadence, first
 * after a schedule that differs in that field only. The live key writes and reads as well, if it may.
 */
function keeps(id: RuleId, request: PayoutScheduleRequest, expected: Partial<Stated>): RuleCheck {
  return rule(id, alone, async (check) => {
    const merchant = await givenScheduler(check);
    const other = request.cadence === "daily" ? "weekly" : "daily";
    const requests = expected.cadence === undefined ? [request, { ...request, cadence: other }] : [request];
    for (const [index, requested] of (requests as readonly PayoutScheduleRequest[]).entries()) {
      const same = expected.cadence === undefined && index === 0;
      const before = {
        cadence: (requested.cadence === "daily") === same ? "daily" : "weekly",
        enabled: expected.enabled === false,
      };
      await post(check, merchant, before as PayoutScheduleRequest);
      const judge = (answered: ScheduleAnswer, read: ScheduleAnswer): void => {
        for (const name of Object.keys(expected) as (keyof Stated)[]) {
          check.expect.that(`${name} in the answer`, stated(answered)[name], answered).toBe(expected[name]);
          check.expect.that(`${name} as read`, stated(read)[name], read).toBe(expected[name]);
        }
      };
      judge(await post(check, merchant, requested), await inForceAfter(check, merchant, requested));
      const live = await liveScheduler(check, merchant);
      if (live === null) continue;
      await post(check, live, before as PayoutScheduleRequest);
      judge(await post(check, live, requested), await inForceAfter(check, live, requested));
    }
  });
}

/** The check's own merchant with its live key; null if the target refuses that key here, because the profile's URL may be a sandbox. */
async function liveScheduler(check: Check, merchant: Merchant): Promise<Merchant | null> {
  if (!merchant.own || merchant.liveKey === null || !check.has("key.live")) return null;
  const live = { ...merchant, testKey: merchant.liveKey, api: check.as(merchant.liveKey) };
  return (await live.api.replacePayoutSchedule({ json: { cadence: "daily" } })).succeeded ? live : null;
}
