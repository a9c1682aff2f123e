import { payoutSchedules } from "../../emulator/areas/connect/records.ts";
import { put } from "../../emulator/kernel/table.ts";
import { choiceFaults, choosing } from "../connect/choices.ts";
import { refusing } from "../connect/parts.ts";
import { isObject } from "../../spec/json.ts";
import { treating } from "../faults/exchange.ts";
import { byId, named } from "../mutant.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { takesNull } from "../shared/nulls.ts";
import { replacing } from "./parts.ts";

const choice = (change: Parameters<typeof choosing>[0]) =>
  replacing(({ cadence }) => ({ cadence: choosing(change)(cadence) }));

export const mutants = named({
  "schedule-needs-no-cadence": {
    violates: ["payout-schedule/cadence-required"],
    summary: "A post without a cadence is accepted.",
    replace: choice(({ accepts }) => ({
      accepts: (value, words) => value === undefined || accepts(value, words),
    })),
  },
  "schedule-takes-a-capitalised-cadence": {
    violates: ["payout-schedule/cadence-unknown-refused"],
    summary: "A capitalised cadence is accepted.",
    replace: choice(({ accepts }) => ({
      accepts: (value, words) =>
        accepts(typeof value === "string" ? value.charAt(0).toLowerCase() + value.slice(1) : value, words),
    })),
  },
  "schedule-takes-a-list-of-cadences": {
    violates: ["payout-schedule/cadence-unknown-refused"],
    summary: "A list that begins with a cadence is accepted.",
    replace: choice(({ accepts }) => ({
      accepts: (value, words) => accepts(Array.isArray(value) ? value[0] : value, words),
    })),
  },
  "schedule-refusal-of-a-number-lists-nothing": {
    violates: ["payout-schedule/cadence-refusal-lists-choices"],
    summary: "The refusal of a cadence that is a number lists no choices.",
    wrap: treating("replacePayoutSchedule", () => async ({ body, forward }) => {
      const answer = await forward();
      return isObject(body) && typeof body["cadence"] === "number"
        ? Response.json({ errors: [{ rule: "string", field: "cadence", message: "invalid" }] }, answer)
        : answer;
    }),
  },
  "schedule-refusal-lists-monthly": {
    violates: ["payout-schedule/cadence-refusal-lists-choices"],
    summary: "The refusal of a cadence lists a third choice.",
    replace: choice(({ refuse }) => ({
      refuse: (field, rule, words) => refuse(field, rule, [...words, "monthly"]),
    })),
  },
  "schedule-refusal-turns-it-off": {
    violates: ["payout-schedule/refusal-changes-nothing"],
    summary: "A refused post removes the current schedule.",
    replace: refusing("payoutSchedule.replace", "choice", (refusal, { command, parts }) => ({
      ...refusal,
      writes: [put(payoutSchedules, parts.payoutSchedule.unconfigured(command.caller.accountId))],
    })),
  },
  "schedule-refusal-takes-enabled": {
    violates: ["payout-schedule/refusal-changes-nothing"],
    summary: "A post without a cadence is refused, but its `enabled` takes effect.",
    replace: refusing("payoutSchedule.replace", "choice", (refusal, { state, command }) => {
      const before = state.get(payoutSchedules, command.caller.accountId);
      const { enabled } = (command.body ?? {}) as { enabled?: unknown };
      return before === undefined || typeof enabled !== "boolean"
        ? refusal
        : { ...refusal, writes: [put(payoutSchedules, { ...before, enabled })] };
    }),
  },
  "schedule-keeps-the-cadence-beside-a-refused-switch": {
    violates: ["payout-schedule/refusal-changes-nothing"],
    summary: "A post whose `enabled` is refused stores its cadence.",
    replace: refusing("payoutSchedule.replace", "validation", (refusal, { state, command }) => {
      const before = state.get(payoutSchedules, command.caller.accountId);
      const { cadence } = (command.body ?? {}) as { cadence?: "daily" | "weekly" };
      return before === undefined || cadence === undefined
        ? refusal
        : { ...refusal, writes: [put(payoutSchedules, { ...before, cadence })] };
    }),
  },
  ...byId([
    ...choiceFaults(
      {
        area: "payout-schedule",
        word: "cadence",
        other: "monthly",
        also: ["payout-schedule/invalid-never-accepted"],
      },
      choice,
    ),
    strangeRefusedTooLate("replacePayoutSchedule", "payout-schedule/refusal-changes-nothing"),
    takesNull("replacePayoutSchedule", "cadence", "payout-schedule/cadence-required"),
  ]),
});
