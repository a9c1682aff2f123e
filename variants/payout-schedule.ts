import type { Effects } from "../emulator/kernel/types.ts";
import { acting, readingBody } from "../mutants/connect/parts.ts";
import { entry, inOrder, named } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";

const AN_HOUR = 3_600_000;

/** Runs automatic payouts some hours after midnight. */
const later = <E extends Effects>(effects: E): E => ({
  ...effects,
  timers: (effects.timers ?? []).map((change) =>
    change.do === "schedule" && change.timer.kind === "connect.payday"
      ? { ...change, timer: { ...change.timer, at: change.timer.at + 6 * AN_HOUR } }
      : change,
  ),
});

/** Other choices at the open points in `spec/areas/payout-schedule.yaml`. */
export const variants = named<Variant>({
  "choices-in-the-list": {
    openPoints: ["payout-schedule-choices-place"],
    what: "The choices of a refused cadence are in the entry of `errors`",
    replace: answering(["replacePayoutSchedule", "activateConnect"], 422, (body) => {
      const { meta, errors } = body;
      if (meta === undefined || !Array.isArray(errors)) return;
      delete body["meta"];
      body["errors"] = errors.map((error: unknown) => (isObject(error) ? { ...error, meta } : error));
    }),
  },
  "choices-with-labels": {
    openPoints: ["payout-schedule-choices-form"],
    what: "The choices of a refusal are objects, each with a value and a label",
    replace: answering(["replacePayoutSchedule", "activateConnect"], 422, ({ meta }) => {
      if (!isObject(meta) || !Array.isArray(meta["choices"])) return;
      meta["choices"] = meta["choices"].map((value: unknown) => ({
        value,
        label: `Choice ${String(value)}`,
      }));
    }),
  },
  "paid-out-in-the-morning": {
    openPoints: ["payout-schedule-effect"],
    what: "Automatic payouts run at six in the morning",
    replace: inOrder(
      acting("payoutSchedule.replace", later),
      entry("timers", "connect.payday", (payday) => (context) => later(payday(context))),
    ),
  },
  "enabled-is-read-as-a-boolean": {
    openPoints: ["payout-schedule-enabled-type"],
    what: "Strings and numbers are accepted for `enabled`",
    replace: readingBody("payoutSchedule.replace", (body) => {
      const { enabled } = body;
      if (enabled === null) delete body["enabled"];
      else if (enabled !== undefined)
        body["enabled"] = !["false", "0", ""].includes(
          typeof enabled === "string" ? enabled : JSON.stringify(enabled),
        );
    }),
  },
});
