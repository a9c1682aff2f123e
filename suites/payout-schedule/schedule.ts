import type { PayoutScheduleRequest } from "../../generators/index.ts";
import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { soon } from "../shared/reading.ts";

export type ScheduleAnswer = Answer<SuccessBody<"retrievePayoutSchedule">>;

/** A schedule as a target states it. */
export interface Stated {
  readonly cadence: unknown;
  readonly enabled: unknown;
}

/**
 * A merchant whose payout schedule may be written: the check's own by control, else the profile's, where it allows that. What
 * was in force is restored at the end as far as the API can; a schedule that nobody configured cannot be brought back.
 * @throws NeedMissing
 */
export async function givenScheduler(check: Check): Promise<Merchant> {
  check.require("touch.payout-schedule");
  const merchant = check.has("control.createMerchant")
    ? await check.ownMerchant({ connectMode: "marketplace" })
    : await check.merchant();
  if (merchant.own) return merchant;
  const before = stated(check.succeeded(await merchant.api.retrievePayoutSchedule()));
  const { cadence } = before;
  check.cleanUp((cleaning) =>
    cleaning.as(merchant.testKey).replacePayoutSchedule({
      json: { cadence: typeof cadence === "string" ? cadence : "daily", enabled: before.enabled === true },
    }),
  );
  return merchant;
}

/** Posts a schedule that is in order. @throws Inconclusive when it is refused */
export async function post(
  check: Check,
  merchant: Merchant,
  json: PayoutScheduleRequest,
): Promise<ScheduleAnswer> {
  return check.succeeded(await merchant.api.replacePayoutSchedule({ json }));
}

/** The schedule in force. */
export async function inForce(check: Check, merchant: Merchant): Promise<ScheduleAnswer> {
  return check.succeeded(await merchant.api.retrievePayoutSchedule());
}

/**
 * The schedule in force once it is what was posted, or once the target has had its time to show that.
 */
export async function inForceAfter(
  check: Check,
  merchant: Merchant,
  { cadence, enabled = true }: PayoutScheduleRequest,
): Promise<ScheduleAnswer> {
  return soon(check, {
    read: () => inForce(check, merchant),
    holds: (read) => {
      const there = stated(read);
      return there.cadence === cadence && there.enabled === enabled;
    },
  });
}

/** Its values, as they are. */
export function stated(answer: ScheduleAnswer): Stated {
  const { cadence, enabled } = answer.body as { cadence?: unknown; enabled?: unknown };
  return { cadence, enabled };
}
