import type { Effects } from "../../emulator/kernel/types.ts";
import { acting, connectPart, readingAs, withBody } from "../connect/parts.ts";
import { type Variant, inOrder } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { answering, variant } from "./parts/variant.ts";
import { part, entry } from "../part.ts";

const AN_HOUR = 3_600_000;

/** Automatic payouts some hours after midnight. */
const later = <E extends Effects>(effects: E): E => ({
  ...effects,
  timers: (effects.timers ?? []).map((change) =>
    change.do === "schedule" && change.timer.kind === "connect.payday"
      ? { ...change, timer: { ...change.timer, at: change.timer.at + 6 * AN_HOUR } }
      : change,
  ),
});

/** Other choices at the open points in `spec/areas/payout-schedule.yaml`. */
export const payoutScheduleVariants: readonly Variant[] = [
  variant(
    "choices-in-the-list",
    "payout-schedule-choices-place",
    "The choices of a refused cadence stand in the entry of its error",
    answering(["replacePayoutSchedule", "activateConnect"], 422, (body) => {
      const { meta, errors } = body;
      if (meta === undefined || !Array.isArray(errors)) return;
      delete body["meta"];
      body["errors"] = errors.map((error: unknown) => (isObject(error) ? { ...error, meta } : error));
    }),
  ),
  variant(
    "choices-with-labels",
    "payout-schedule-choices-form",
    "The choices of a refusal are objects, each with a value and a label",
    answering(["replacePayoutSchedule", "activateConnect"], 422, ({ meta }) => {
      if (!isObject(meta) || !Array.isArray(meta["choices"])) return;
      meta["choices"] = meta["choices"].map((value: unknown) => ({
        value,
        label: `Choice ${String(value)}`,
      }));
    }),
  ),
  variant(
    "paid-out-in-the-morning",
    "payout-schedule-effect",
    "Automatic payouts run at six in the morning",
    inOrder(
      part(["connect", "payoutSchedule", "replace"], (replace) => acting(replace, later)),
      entry("timers", "connect.payday", (payday) => (context) => later(payday(context))),
    ),
  ),
  variant(
    "enabled-is-read-as-a-boolean",
    "payout-schedule-enabled-type",
    "Words and numbers in place of `enabled` are read as true or false",
    connectPart("payoutSchedule", (payoutSchedule) => ({
      replace: {
        ...payoutSchedule.replace,
        ...readingAs(payoutSchedule.replace, (input) =>
          withBody(input, (body) => {
            const { enabled } = body;
            if (enabled === null) delete body["enabled"];
            else if (enabled !== undefined)
              body["enabled"] = !["false", "0", ""].includes(
                typeof enabled === "string" ? enabled : JSON.stringify(enabled),
              );
          }),
        ),
      },
    })),
  ),
];
