import { entry, named, perEmulator } from "../mutant.ts";
import { payoutSchedules, withdrawals } from "../../emulator/areas/connect/records.ts";
import { put } from "../../emulator/kernel/table.ts";
import { acting } from "../connect/parts.ts";
import { type Body, changingForLiveKeys, changingSuccess } from "../shared/answers.ts";
import { drifting } from "../faults/drifting.ts";
import { type Stored, replacing } from "./parts.ts";

type Next = Stored["next"];

/** Stores another schedule than the requested one. */
const inForce = (change: (usual: Next) => Next) => replacing(({ next }) => ({ next: change(next) }));

export const mutants = named({
  "schedule-enabled-drifts": {
    violates: ["payout-schedule/changed-by-request-only"],
    summary: "From its second reading on, a schedule is enabled if it was not, and the reverse.",
    replace: drifting("retrievePayoutSchedule", "enabled", (enabled) => enabled !== true),
  },
  "schedule-disabled-pays-once-more": {
    violates: ["payout-schedule/disabled-pays-nothing"],
    summary: "What was planned while a cadence was enabled is still paid out.",
    replace: acting("payoutSchedule.replace", (decision, { command }) =>
      (command.body as Body)["enabled"] === false ? { ...decision, timers: [] } : decision,
    ),
  },
  "schedule-pays-a-merchant-once": {
    violates: ["payout-schedule/enabled-pays-again"],
    summary: "Nothing is paid out automatically for a merchant once a vendor of it has withdrawn.",
    replace: entry("timers", "connect.payday", (usual) => (context) => {
      const { timers = [], ...payout } = usual(context);
      const isFirst = context.state
        .all(withdrawals)
        .every(({ accountId }) => accountId !== context.timer.accountId);
      // The next run is planned, unlike the settlement of withdrawals.
      return isFirst
        ? { ...payout, timers }
        : { timers: timers.filter((one) => one.do !== "schedule" || one.timer.kind === "connect.payday") };
    }),
  },
  "schedule-of-a-live-key-always-daily": {
    violates: ["payout-schedule/weekly-is-kept"],
    summary: "A weekly schedule is read as daily with a live key.",
    replace: changingForLiveKeys("retrievePayoutSchedule", (body) => {
      if (body["cadence"] === "weekly") body["cadence"] = "daily";
    }),
  },
  "schedule-always-weekly": {
    violates: ["payout-schedule/daily-is-kept"],
    summary: "A daily schedule is kept as weekly.",
    replace: inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      cadence: "weekly",
    })),
  },
  "schedule-answers-the-asked-cadence": {
    violates: ["payout-schedule/daily-is-kept"],
    summary: "A daily schedule is returned as requested, but not kept.",
    replace: acting("payoutSchedule.replace", (decision, { state, command }) => {
      const before = state.get(payoutSchedules, command.caller.accountId);
      const kept = before === undefined || before.cadence === "daily" ? [] : [put(payoutSchedules, before)];
      const { cadence } = command.body as { cadence: string };
      return cadence === "daily" ? { ...decision, writes: [...(decision.writes ?? []), ...kept] } : decision;
    }),
  },
  "schedule-always-daily": {
    violates: ["payout-schedule/weekly-is-kept"],
    summary: "A weekly schedule is kept as daily.",
    replace: inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      cadence: "daily",
    })),
  },
  "schedule-never-enabled": {
    violates: ["payout-schedule/enabled-true-is-kept"],
    summary: "A schedule with `enabled` true is disabled.",
    replace: inForce(
      (next) => (before, cadence, enabled) => next(before, cadence, enabled === true ? false : enabled),
    ),
  },
  "schedule-weekly-never-enabled": {
    violates: ["payout-schedule/enabled-true-is-kept"],
    summary: "A weekly schedule with `enabled` true is disabled.",
    replace: inForce(
      (next) => (before, cadence, enabled) =>
        next(before, cadence, enabled === true && cadence === "weekly" ? false : enabled),
    ),
  },
  "schedule-never-disabled": {
    violates: ["payout-schedule/enabled-false-is-kept"],
    summary: "A schedule with `enabled` false is enabled.",
    replace: inForce((next) => (before, cadence) => next(before, cadence, true)),
  },
  "schedule-disabled-by-default": {
    violates: ["payout-schedule/enabled-by-default"],
    summary: "A schedule without `enabled` is disabled.",
    replace: inForce((next) => (before, cadence, enabled) => next(before, cadence, enabled ?? false)),
  },
  "schedule-weekly-for-ever": {
    violates: ["payout-schedule/posting-again-replaces-cadence", "payout-schedule/changed-as-requested"],
    summary: "A weekly schedule stays weekly.",
    replace: inForce(
      (next) => (before, cadence, enabled) =>
        next(before, before.cadence === "weekly" ? "weekly" : cadence, enabled),
    ),
  },
  "schedule-enabled-is-kept-from-before": {
    violates: ["payout-schedule/posting-again-replaces-enabled"],
    summary: "A post without `enabled` leaves a disabled schedule disabled.",
    replace: inForce(
      (next) => (before, cadence, enabled) =>
        next(before, cadence, enabled ?? (before.cadence === null ? undefined : before.enabled)),
    ),
  },
  "schedule-same-post-turns-it-off": {
    violates: ["payout-schedule/posting-the-same-changes-nothing"],
    summary: "An identical second post toggles `enabled`.",
    replace: inForce((next) => (before, cadence, enabled) => {
      const after = next(before, cadence, enabled);
      return before.cadence === after.cadence && before.enabled === after.enabled
        ? { ...after, enabled: !after.enabled }
        : after;
    }),
  },
  "schedule-deduplicates-by-key": {
    violates: ["payout-schedule/key-is-not-consulted"],
    summary: "A post with a key that was used before changes nothing.",
    replace: replacing(({ act }) => {
      const used = new Set<string>();
      return {
        act: (input) => {
          const key = input.command.headers["idempotency-key"];
          if (key !== undefined && used.has(key)) return input.parts.payoutSchedule.retrieve.act(input);
          if (key !== undefined) used.add(key);
          return act(input);
        },
      };
    }),
  },
  "schedule-enabled-kept-with-the-same-cadence": {
    violates: ["payout-schedule/posting-again-replaces-enabled"],
    summary: "Posted again with its cadence, a disabled schedule stays disabled.",
    replace: inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(enabled === undefined && before.cadence === cadence ? { enabled: before.enabled } : {}),
    })),
  },
  "schedule-enabled-by-turning-weekly": {
    violates: ["payout-schedule/enabled-false-is-kept"],
    summary: "A schedule that changes from daily to weekly is always enabled.",
    replace: inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(before.cadence === "daily" && cadence === "weekly" ? { enabled: true } : {}),
    })),
  },
  "schedule-same-cadence-changes-nothing": {
    violates: ["payout-schedule/enabled-false-is-kept", "payout-schedule/enabled-true-is-kept"],
    summary: "A post with the cadence in force changes nothing.",
    replace: inForce(
      (next) => (before, cadence, enabled) =>
        before.cadence === cadence ? before : next(before, cadence, enabled),
    ),
  },
  "schedule-read-until-its-cadence-changes": {
    violates: ["payout-schedule/posting-again-replaces-enabled"],
    summary: "A schedule is read as it was read before until its cadence changes.",
    replace: perEmulator(() => {
      const read = new Map<unknown, Body>();
      return changingSuccess("retrievePayoutSchedule", (body) => {
        const known = read.get(body["account"]);
        if (known !== undefined && known["cadence"] === body["cadence"]) body["enabled"] = known["enabled"];
        else read.set(body["account"], { ...body });
      });
    }),
  },
  "schedule-disabled-keeps-its-cadence": {
    violates: ["payout-schedule/posting-again-replaces-cadence"],
    summary: "While a schedule is disabled, its cadence cannot be replaced.",
    replace: inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      ...(before.cadence !== null && !before.enabled ? { cadence: before.cadence } : {}),
    })),
  },
  "schedule-fixed-after-two-posts": {
    violates: ["payout-schedule/posting-again-replaces-cadence"],
    summary: "A third change of the cadence is ignored.",
    replace: inForce((next) => {
      const changes = new Map<string, number>();
      return (before, cadence, enabled) => {
        const made = changes.get(before.id) ?? 0;
        if (before.cadence === null || before.cadence === cadence) return next(before, cadence, enabled);
        changes.set(before.id, made + 1);
        return next(before, made >= 2 ? before.cadence : cadence, enabled);
      };
    }),
  },
});
