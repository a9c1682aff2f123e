import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";
import { payoutSchedules } from "../../emulator/areas/connect/records.ts";
import { json, message, only } from "../../emulator/kernel/answers.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { backwards, choosing } from "../connect/choices.ts";
import { connectMutant } from "../connect/mutant.ts";
import { acting, alsoRefusing, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { rareScheduleMutants } from "./rare.ts";
import { writtenScheduleMutants } from "./written.ts";

type Replace = PayoutScheduleParts["replace"];
type Next = Replace["next"];

const replacing =
  (change: (usual: Replace) => Partial<Replace>) =>
  ({ replace }: PayoutScheduleParts): Partial<PayoutScheduleParts> => ({
    replace: { ...replace, ...change(replace) },
  });

/** Another schedule than the posted one comes into force. */
const inForce = (change: (usual: Next) => Next) => replacing(({ next }) => ({ next: change(next) }));

const choice = (change: Parameters<typeof choosing>[0]) =>
  replacing(({ cadence }) => ({ cadence: choosing(change)(cadence) }));

/** Payout schedules with one thing wrong (§2.8, §4.6, §7.4). */
export const payoutScheduleMutants: readonly Mutant[] = [
  connectMutant(
    {
      id: "schedule-of-another-account",
      violates: "payout-schedule/account-is-the-callers",
      summary: "The schedule names an account that is not the caller's.",
    },
    "payoutSchedule",
    ({ presenter }) => ({ presenter: { ...presenter, account: ({ id }) => backwards(id) } }),
  ),
  connectMutant(
    {
      id: "schedule-written-for-everybody",
      violates: "payout-schedule/belongs-to-its-account",
      summary: "A posted schedule is in force for all merchants.",
    },
    "payoutSchedule",
    replacing((usual) =>
      acting(usual, (decision, { state, command, parts }) => {
        const posted = state.all(merchants).map(({ id }) => {
          const { cadence } = command.body as { cadence: "daily" | "weekly" };
          return put(payoutSchedules, { ...parts.payoutSchedule.unconfigured(id), cadence, enabled: true });
        });
        return { ...decision, writes: [...posted, ...(decision.writes ?? [])] };
      }),
    ),
  ),
  connectMutant(
    {
      id: "schedule-unconfigured-not-found",
      violates: "payout-schedule/answered-when-unconfigured",
      summary: "A schedule that nobody configured is not found.",
    },
    "payoutSchedule",
    ({ retrieve }) => ({
      retrieve: {
        ...retrieve,
        ...alsoRefusing(retrieve, ({ state, command }) =>
          state.get(payoutSchedules, command.caller.accountId) === undefined
            ? only(message(404, "Payout schedule not found"))
            : undefined,
        ),
      },
    }),
  ),
  connectMutant(
    {
      id: "schedule-unconfigured-is-weekly",
      violates: "payout-schedule/unconfigured-cadence-is-null",
      summary: "A schedule that nobody configured is weekly.",
    },
    "payoutSchedule",
    ({ unconfigured }) => ({ unconfigured: (id) => ({ ...unconfigured(id), cadence: "weekly" }) }),
  ),
  connectMutant(
    {
      id: "schedule-unconfigured-is-enabled",
      violates: "payout-schedule/unconfigured-is-disabled",
      summary: "A schedule that nobody configured is enabled.",
    },
    "payoutSchedule",
    ({ unconfigured }) => ({ unconfigured: (id) => ({ ...unconfigured(id), enabled: true }) }),
  ),
  connectMutant(
    {
      id: "schedule-always-weekly",
      violates: "payout-schedule/daily-is-kept",
      summary: "A daily schedule is kept as weekly.",
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      cadence: "weekly",
    })),
  ),
  connectMutant(
    {
      id: "schedule-answers-the-asked-cadence",
      violates: "payout-schedule/daily-is-kept",
      summary: "A daily schedule is answered as asked and kept as it was.",
      subtle: true,
    },
    "payoutSchedule",
    replacing((usual) =>
      acting(usual, (decision, { state, command }) => {
        const before = state.get(payoutSchedules, command.caller.accountId);
        const kept = before === undefined || before.cadence === "daily" ? [] : [put(payoutSchedules, before)];
        const { cadence } = command.body as { cadence: string };
        return cadence === "daily"
          ? { ...decision, writes: [...(decision.writes ?? []), ...kept] }
          : decision;
      }),
    ),
  ),
  connectMutant(
    {
      id: "schedule-always-daily",
      violates: "payout-schedule/weekly-is-kept",
      summary: "A weekly schedule is kept as daily.",
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      cadence: "daily",
    })),
  ),
  connectMutant(
    {
      id: "schedule-never-enabled",
      violates: "payout-schedule/enabled-true-is-kept",
      summary: "A schedule that is to be enabled is not.",
    },
    "payoutSchedule",
    inForce(
      (next) => (before, cadence, enabled) => next(before, cadence, enabled === true ? false : enabled),
    ),
  ),
  connectMutant(
    {
      id: "schedule-weekly-never-enabled",
      violates: "payout-schedule/enabled-true-is-kept",
      summary: "A weekly schedule that is to be enabled is not.",
      subtle: true,
    },
    "payoutSchedule",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, cadence, enabled === true && cadence === "weekly" ? false : enabled),
    ),
  ),
  connectMutant(
    {
      id: "schedule-never-disabled",
      violates: "payout-schedule/enabled-false-is-kept",
      summary: "A schedule that is not to be enabled is.",
    },
    "payoutSchedule",
    inForce((next) => (before, cadence) => next(before, cadence, true)),
  ),
  connectMutant(
    {
      id: "schedule-disabled-by-default",
      violates: "payout-schedule/enabled-by-default",
      summary: "A schedule is enabled only when the post says so.",
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => next(before, cadence, enabled ?? false)),
  ),
  connectMutant(
    {
      id: "schedule-weekly-for-ever",
      violates: "payout-schedule/posting-again-replaces-cadence",
      summary: "A weekly schedule stays weekly.",
    },
    "payoutSchedule",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, before.cadence === "weekly" ? "weekly" : cadence, enabled),
    ),
  ),
  connectMutant(
    {
      id: "schedule-third-cadence-ignored",
      violates: "payout-schedule/posting-again-replaces-cadence",
      summary: "A disabled schedule keeps its cadence.",
      subtle: true,
    },
    "payoutSchedule",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, before.cadence === null || before.enabled ? cadence : before.cadence, enabled),
    ),
  ),
  connectMutant(
    {
      id: "schedule-enabled-is-kept-from-before",
      violates: "payout-schedule/posting-again-replaces-enabled",
      summary: "A post that does not mention it leaves a disabled schedule disabled.",
      subtle: true,
    },
    "payoutSchedule",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, cadence, enabled ?? (before.cadence === null ? undefined : before.enabled)),
    ),
  ),
  connectMutant(
    {
      id: "schedule-same-post-turns-it-off",
      violates: "payout-schedule/posting-the-same-changes-nothing",
      summary: "The same post again turns the schedule off or on.",
    },
    "payoutSchedule",
    inForce((next) => (before, cadence, enabled) => {
      const after = next(before, cadence, enabled);
      return before.cadence === after.cadence && before.enabled === after.enabled
        ? { ...after, enabled: !after.enabled }
        : after;
    }),
  ),
  connectMutant(
    {
      id: "schedule-deduplicates-by-key",
      violates: "payout-schedule/key-is-not-consulted",
      summary: "A post with a key that was used before changes nothing.",
    },
    "payoutSchedule",
    (usual) => {
      const used = new Set<string>();
      return replacing((replace) => ({
        act: (input) => {
          const key = input.command.headers["idempotency-key"];
          if (key !== undefined && used.has(key)) return usual.retrieve.act(input);
          if (key !== undefined) used.add(key);
          return replace.act(input);
        },
      }))(usual);
    },
  ),
  connectMutant(
    {
      id: "schedule-needs-no-cadence",
      violates: "payout-schedule/cadence-required",
      summary: "A post without a cadence is taken.",
    },
    "payoutSchedule",
    choice(({ accepts }) => ({ accepts: (value, words) => value === undefined || accepts(value, words) })),
  ),
  connectMutant(
    {
      id: "schedule-cadence-missing-is-400",
      violates: "payout-schedule/cadence-required",
      summary: "A post without a cadence is refused with 400.",
    },
    "payoutSchedule",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        status: rule === "required" ? 400 : 422,
      }),
    })),
  ),
  connectMutant(
    {
      id: "schedule-takes-any-cadence",
      violates: "payout-schedule/cadence-unknown-refused",
      summary: "Any word is taken for a cadence.",
    },
    "payoutSchedule",
    choice(({ accepts }) => ({
      accepts: (value, words) => typeof value === "string" || accepts(value, words),
    })),
  ),
  connectMutant(
    {
      id: "schedule-takes-monthly",
      violates: "payout-schedule/cadence-unknown-refused",
      summary: "A monthly cadence is taken.",
      subtle: true,
    },
    "payoutSchedule",
    choice(({ accepts }) => ({ accepts: (value, words) => value === "monthly" || accepts(value, words) })),
  ),
  connectMutant(
    {
      id: "schedule-refusal-lists-no-choices",
      violates: "payout-schedule/cadence-refusal-lists-choices",
      summary: "The refusal of a cadence lists no choices.",
    },
    "payoutSchedule",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        body: { errors: [{ rule, field, message: rule }] },
      }),
    })),
  ),
  connectMutant(
    {
      id: "schedule-refusal-lists-monthly",
      violates: "payout-schedule/cadence-refusal-lists-choices",
      summary: "The refusal of a cadence lists a third choice.",
    },
    "payoutSchedule",
    choice(({ refuse }) => ({ refuse: (field, rule, words) => refuse(field, rule, [...words, "monthly"]) })),
  ),
  connectMutant(
    {
      id: "schedule-refusal-has-a-code",
      violates: "payout-schedule/cadence-refusal-has-no-code",
      summary: "The refusal of a cadence carries a code.",
    },
    "payoutSchedule",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) =>
        json(422, { ...(refuse(field, rule, words).body as object), code: "connect.cadence_invalid" }),
    })),
  ),
  connectMutant(
    {
      id: "schedule-refusal-turns-it-off",
      violates: "payout-schedule/refusal-changes-nothing",
      summary: "A refused post ends the schedule in force.",
    },
    "payoutSchedule",
    replacing((usual) =>
      refusing(usual, "choice", (refusal, { command, parts }) => ({
        ...refusal,
        writes: [put(payoutSchedules, parts.payoutSchedule.unconfigured(command.caller.accountId))],
      })),
    ),
  ),
  connectMutant(
    {
      id: "schedule-refusal-takes-enabled",
      violates: "payout-schedule/refusal-changes-nothing",
      summary: "A post without a cadence is refused, but what it says of enabling is taken.",
      subtle: true,
    },
    "payoutSchedule",
    replacing((usual) =>
      refusing(usual, "choice", (refusal, { state, command }) => {
        const before = state.get(payoutSchedules, command.caller.accountId);
        const { enabled } = (command.body ?? {}) as { enabled?: unknown };
        return before === undefined || typeof enabled !== "boolean"
          ? refusal
          : { ...refusal, writes: [put(payoutSchedules, { ...before, enabled })] };
      }),
    ),
  ),
  ...writtenScheduleMutants,
  ...rareScheduleMutants,
];
