import { named, part, perEmulator } from "../mutant.ts";
import { payoutSchedules } from "../../emulator/areas/connect/records.ts";
import { settingsOf } from "../../emulator/areas/connect/settings.ts";
import { message, only } from "../../emulator/kernel/answers.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { backwards } from "../connect/choices.ts";
import { acting, actingForNamed, alsoRefusing, connectPart } from "../connect/parts.ts";
import { changingForLiveKeys, finishing, isObject } from "../shared/answers.ts";
import { obeying } from "../faults/requests.ts";

export const mutants = named({
  "schedule-of-another-account": {
    violates: ["payout-schedule/account-is-the-callers"],
    summary: "The schedule names an account that is not the caller's.",
    replace: part(["connect", "payoutSchedule", "presenter"], () => ({ account: ({ id }) => backwards(id) })),
  },
  "schedule-of-a-live-key-of-another-account": {
    violates: ["payout-schedule/account-is-the-callers"],
    summary: "A live key reads the schedule of another account.",
    replace: changingForLiveKeys("retrievePayoutSchedule", (body) => {
      body["account"] = backwards(String(body["account"]));
    }),
  },
  "schedule-unread-without-connect": {
    violates: ["payout-schedule/answered-when-unconfigured"],
    summary: "A merchant without Connect cannot read its schedule.",
    replace: alsoRefusing("payoutSchedule.retrieve", ({ state, command, parts }) =>
      settingsOf(state, command.caller.accountId).connectMode === null
        ? only(parts.allocations.refusals.feePayerUnset())
        : undefined,
    ),
  },
  "schedule-written-for-everybody": {
    violates: ["payout-schedule/belongs-to-its-account"],
    summary: "A posted schedule applies to all merchants.",
    replace: acting("payoutSchedule.replace", (decision, { state, command, parts }) => {
      const posted = state.all(merchants).map(({ id }) => {
        const { cadence } = command.body as { cadence: "daily" | "weekly" };
        return put(payoutSchedules, { ...parts.payoutSchedule.unconfigured(id), cadence, enabled: true });
      });
      return { ...decision, writes: [...posted, ...(decision.writes ?? [])] };
    }),
  },
  "schedule-unconfigured-not-found": {
    violates: ["payout-schedule/answered-when-unconfigured"],
    summary: "A schedule that was never configured is not found.",
    replace: alsoRefusing("payoutSchedule.retrieve", ({ state, command }) =>
      state.get(payoutSchedules, command.caller.accountId) === undefined
        ? only(message(404, "Payout schedule not found"))
        : undefined,
    ),
  },
  "schedule-unconfigured-is-weekly": {
    violates: ["payout-schedule/unconfigured-cadence-is-null"],
    summary: "A schedule that was never configured is weekly.",
    replace: connectPart("payoutSchedule", ({ unconfigured }) => ({
      unconfigured: (id) => ({ ...unconfigured(id), cadence: "weekly" }),
    })),
  },
  "schedule-unconfigured-is-enabled-for-live-keys": {
    violates: ["payout-schedule/unconfigured-is-disabled"],
    summary: "A live key reads a schedule that was never configured as enabled.",
    replace: changingForLiveKeys("retrievePayoutSchedule", (body) => {
      if (body["cadence"] === null) body["enabled"] = true;
    }),
  },
  "schedule-unconfigured-is-enabled": {
    violates: ["payout-schedule/unconfigured-is-disabled"],
    summary: "A schedule that was never configured is enabled.",
    replace: connectPart("payoutSchedule", ({ unconfigured }) => ({
      unconfigured: (id) => ({ ...unconfigured(id), enabled: true }),
    })),
  },
  "schedule-rewritten-for-another-account": {
    violates: ["payout-schedule/written-for-the-caller"],
    summary: "The answer to a second post names another account.",
    replace: perEmulator(() => {
      const posted = new Set<unknown>();
      return finishing("replacePayoutSchedule", (answer) => {
        if (answer.status !== 200 || !isObject(answer.body)) return answer;
        const { account } = answer.body;
        if (posted.has(account))
          return { ...answer, body: { ...answer.body, account: backwards(String(account)) } };
        posted.add(account);
        return answer;
      });
    }),
  },
  "schedule-of-the-account-in-the-query": {
    violates: ["payout-schedule/named-account-is-not-read"],
    summary: "The schedule is that of the account in the query.",
    replace: actingForNamed("payoutSchedule.retrieve", "account"),
  },
  "schedule-written-for-the-account-in-the-body": {
    violates: ["payout-schedule/named-account-is-not-written"],
    summary: "A schedule is written for the account in the body.",
    replace: actingForNamed("payoutSchedule.replace", "account"),
  },
  "schedule-answered-for-the-account-in-the-body": {
    violates: ["payout-schedule/named-account-is-not-written"],
    summary: "The answer to a schedule names the account in the body.",
    wrap: obeying("replacePayoutSchedule", "account"),
  },
});
