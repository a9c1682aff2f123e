import { type Answer, type Check, type Merchant, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { invalidKeys } from "../fixtures/secret-keys.ts";
import { sendUnjudged } from "../expect/observing.ts";
import { requireRefused } from "../expect/refusals.ts";
import {
  expectChoices,
  expectNoCode,
  NAMES_OF_MEMBERS,
  otherWords,
  refusedChoices,
} from "../expect/choices.ts";
import { givenScheduler, inForce, inForceAfter, post, stated } from "../fixtures/payout-schedules.ts";

const CADENCES = ["daily", "weekly"];

/** Schedules without a cadence or with an unknown one are refused (§7.4). Each is paired with a valid schedule. */
export default [
  refused("payout-schedule/cadence-required", async (check, merchant) => {
    for (const json of [{}, { enabled: true }, { cadence: null }])
      check.expect(await merchant.api.replacePayoutSchedule({ json })).toRefuse({ status: 422 });
  }),

  refused("payout-schedule/cadence-unknown-refused", (check, merchant) =>
    check.property<unknown>({
      effort: 0.5,
      from: otherWords(CADENCES),
      // Casing is free for countries and currencies only.
      examples: [
        "monthly",
        "never",
        ["weekly"],
        7,
        "Daily",
        "WEEKLY",
        "",
        0,
        false,
        {},
        "day",
        "daily,weekly",
        ...NAMES_OF_MEMBERS,
      ],
      holds: async (cadence) => {
        check
          .expect(await merchant.api.replacePayoutSchedule({ json: { cadence } }))
          .toRefuse({ status: 422 });
      },
    }),
  ),

  refused("payout-schedule/cadence-refusal-lists-choices", async (check, merchant) => {
    for (const answer of await bothRefusals(check, merchant)) {
      const { location, form } = expectChoices(check, answer, CADENCES);
      check.observe("payout-schedule-choices-place", location);
      check.observe("payout-schedule-choices-form", form);
    }
  }),

  refused("payout-schedule/cadence-refusal-has-no-code", async (check, merchant) =>
    expectNoCode(check, await bothRefusals(check, merchant)),
  ),

  /** Compares the schedule before and after refusals of each kind. */
  refused("payout-schedule/refusal-changes-nothing", async (check, merchant) => {
    for (const inOrder of [
      { cadence: "weekly", enabled: false },
      { cadence: "daily", enabled: true },
    ] as const) {
      await post(check, merchant, inOrder);
      const before = stated(await inForceAfter(check, merchant, inOrder));
      for (const json of [
        { cadence: "fortnightly", enabled: !inOrder.enabled },
        { enabled: !inOrder.enabled },
        {},
      ]) {
        const answer = await merchant.api.replacePayoutSchedule({ json });
        check.expect(answer).toAnswer(422);
        const read = await inForce(check, merchant);
        check.expect.that("the schedule after a refusal", stated(read), read).toBe(before);
      }
      // Whether another type of the switch is refused is open, unlike what a refusal changes.
      for (const enabled of ["perhaps", [], {}, 7]) {
        const json = { cadence: inOrder.cadence === "daily" ? "weekly" : "daily", enabled };
        const answer = await merchant.api.replacePayoutSchedule({ json });
        if (answer.succeeded) await post(check, merchant, inOrder);
        const read = await inForceAfter(check, merchant, inOrder);
        check.expect.that("the schedule after a refusal of its switch", stated(read), read).toBe(before);
      }
      for (const key of invalidKeys(merchant)) {
        const json = { cadence: inOrder.cadence === "daily" ? "weekly" : "daily", enabled: !inOrder.enabled };
        const answer = await check.as(key).replacePayoutSchedule({ json });
        requireRefused(answer, "a schedule with another merchant's key");
        const read = await inForce(check, merchant);
        check.expect
          .that("the schedule after a write with another merchant's key", stated(read), read)
          .toBe(before);
      }
    }
    // The effect of this value is open, so neither the answer nor the schedule is judged.
    const odd = await sendUnjudged(
      check,
      { operation: "replacePayoutSchedule" },
      { key: merchant.testKey, json: { cadence: "daily", enabled: "perhaps" } },
    );
    check.observe("payout-schedule-enabled-type", textOf(odd.status));
    await post(check, merchant, { cadence: "daily", enabled: true });
  }),
];

/** Uses a merchant that has just written a valid schedule. */
function refused(id: RuleId, judge: (check: Check, merchant: Merchant) => Promise<void>): RuleCheck {
  return rule(id, { alone: true }, async (check) => {
    const merchant = await givenScheduler(check);
    await post(check, merchant, { cadence: "daily" });
    await judge(check, merchant);
  });
}

/** The refusals of a missing and of an unknown cadence. */
const bothRefusals = (check: Check, { api }: Merchant): Promise<readonly Answer[]> =>
  refusedChoices(check, CADENCES, (cadence) => api.replacePayoutSchedule({ json: { cadence } }));
