import { json } from "../../kernel/answers.ts";
import { boolean } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import { valueAt } from "../../kernel/validate.ts";
import { present } from "../common/present.ts";
import { arrangePaydays } from "./automatic-payouts.ts";
import { choice, choiceGuard } from "./choices.ts";
import { fieldsGuard } from "./guard.ts";
import type { ConnectInput, PayoutScheduleParts } from "./parts.ts";
import { type Cadence, type PayoutSchedule, cadences, payoutSchedules } from "./records.ts";

const scheduleOf = ({ state, command, parts }: ConnectInput): PayoutSchedule => {
  const { accountId } = command.caller;
  return state.get(payoutSchedules, accountId) ?? parts.payoutSchedule.unconfigured(accountId);
};

/** The payout schedule as documented: a POST replaces it and returns 200. */
export const createPayoutScheduleParts = (): PayoutScheduleParts => ({
  retrieve: {
    guards: [],
    act: (input) => ({
      answer: json(200, present(input.parts.payoutSchedule.presenter, scheduleOf(input))),
    }),
  },
  replace: {
    guards: [
      choiceGuard(({ parts }) => parts.payoutSchedule.replace.cadence),
      fieldsGuard((parts) => parts.payoutSchedule.replace),
    ],
    act: (input) => {
      const { body } = input.command;
      const { replace, presenter } = input.parts.payoutSchedule;
      const cadence = valueAt(body, "cadence") as Cadence;
      const enabled = valueAt(body, "enabled") as boolean | undefined;
      const schedule = replace.next(scheduleOf(input), cadence, enabled);
      return {
        answer: json(replace.status, present(presenter, schedule)),
        writes: [put(payoutSchedules, schedule)],
        timers: arrangePaydays(schedule, input.now, input.ids),
      };
    },
    fields: [{ field: "enabled", rules: [boolean] }],
    invalidStatus: 422,
    cadence: choice("cadence", cadences),
    next: ({ id }, cadence, enabled) => ({ id, cadence, enabled: enabled ?? true }),
    status: 200,
  },
  unconfigured: (id) => ({ id, cadence: null, enabled: false }),
  presenter: {
    object: () => "connect_payout_schedule",
    account: (schedule) => schedule.id,
    cadence: (schedule) => schedule.cadence,
    enabled: (schedule) => schedule.enabled,
  },
});
