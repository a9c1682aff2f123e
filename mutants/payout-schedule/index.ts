import type { PayoutScheduleParts } from "../../emulator/areas/connect/parts.ts";
import { payoutSchedules } from "../../emulator/areas/connect/records.ts";
import { json, message, only } from "../../emulator/kernel/answers.ts";
import { merchants } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { backwards, choosing } from "../connect/choices.ts";
import { liesAbout } from "../connect/lies.ts";
import { acting, alsoRefusing, refusing } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { rareScheduleMutants } from "./rare.ts";
import { writtenScheduleMutants } from "./written.ts";

const { plain, subtle } = liesAbout("payoutSchedule");

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
  plain(
    "schedule-of-another-account",
    "payout-schedule/account-is-the-callers",
    "The schedule names an account that is not the caller's.",
    ({ presenter }) => ({ presenter: { ...presenter, account: ({ id }) => backwards(id) } }),
  ),
  plain(
    "schedule-written-for-everybody",
    "payout-schedule/belongs-to-its-account",
    "A posted schedule is in force for all merchants.",
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
  plain(
    "schedule-unconfigured-not-found",
    "payout-schedule/answered-when-unconfigured",
    "A schedule that nobody configured is not found.",
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
  plain(
    "schedule-unconfigured-is-weekly",
    "payout-schedule/unconfigured-cadence-is-null",
    "A schedule that nobody configured is weekly.",
    ({ unconfigured }) => ({ unconfigured: (id) => ({ ...unconfigured(id), cadence: "weekly" }) }),
  ),
  plain(
    "schedule-unconfigured-is-enabled",
    "payout-schedule/unconfigured-is-disabled",
    "A schedule that nobody configured is enabled.",
    ({ unconfigured }) => ({ unconfigured: (id) => ({ ...unconfigured(id), enabled: true }) }),
  ),
  plain(
    "schedule-always-weekly",
    "payout-schedule/daily-is-kept",
    "A daily schedule is kept as weekly.",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      cadence: "weekly",
    })),
  ),
  subtle(
    "schedule-answers-the-asked-cadence",
    "payout-schedule/daily-is-kept",
    "A daily schedule is answered as asked and kept as it was.",
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
  plain(
    "schedule-always-daily",
    "payout-schedule/weekly-is-kept",
    "A weekly schedule is kept as daily.",
    inForce((next) => (before, cadence, enabled) => ({
      ...next(before, cadence, enabled),
      cadence: "daily",
    })),
  ),
  plain(
    "schedule-never-enabled",
    "payout-schedule/enabled-true-is-kept",
    "A schedule that is to be enabled is not.",
    inForce(
      (next) => (before, cadence, enabled) => next(before, cadence, enabled === true ? false : enabled),
    ),
  ),
  subtle(
    "schedule-weekly-never-enabled",
    "payout-schedule/enabled-true-is-kept",
    "A weekly schedule that is to be enabled is not.",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, cadence, enabled === true && cadence === "weekly" ? false : enabled),
    ),
  ),
  plain(
    "schedule-never-disabled",
    "payout-schedule/enabled-false-is-kept",
    "A schedule that is not to be enabled is.",
    inForce((next) => (before, cadence) => next(before, cadence, true)),
  ),
  plain(
    "schedule-disabled-by-default",
    "payout-schedule/enabled-by-default",
    "A schedule is enabled only when the post says so.",
    inForce((next) => (before, cadence, enabled) => next(before, cadence, enabled ?? false)),
  ),
  plain(
    "schedule-weekly-for-ever",
    "payout-schedule/posting-again-replaces-cadence",
    "A weekly schedule stays weekly.",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, before.cadence === "weekly" ? "weekly" : cadence, enabled),
    ),
  ),
  subtle(
    "schedule-third-cadence-ignored",
    "payout-schedule/posting-again-replaces-cadence",
    "A disabled schedule keeps its cadence.",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, before.cadence === null || before.enabled ? cadence : before.cadence, enabled),
    ),
  ),
  subtle(
    "schedule-enabled-is-kept-from-before",
    "payout-schedule/posting-again-replaces-enabled",
    "A post that does not mention it leaves a disabled schedule disabled.",
    inForce(
      (next) => (before, cadence, enabled) =>
        next(before, cadence, enabled ?? (before.cadence === null ? undefined : before.enabled)),
    ),
  ),
  plain(
    "schedule-same-post-turns-it-off",
    "payout-schedule/posting-the-same-changes-nothing",
    "The same post again turns the schedule off or on.",
    inForce((next) => (before, cadence, enabled) => {
      const after = next(before, cadence, enabled);
      return before.cadence === after.cadence && before.enabled === after.enabled
        ? { ...after, enabled: !after.enabled }
        : after;
    }),
  ),
  plain(
    "schedule-deduplicates-by-key",
    "payout-schedule/key-is-not-consulted",
    "A post with a key that was used before changes nothing.",
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
  plain(
    "schedule-needs-no-cadence",
    "payout-schedule/cadence-required",
    "A post without a cadence is taken.",
    choice(({ accepts }) => ({ accepts: (value, words) => value === undefined || accepts(value, words) })),
  ),
  plain(
    "schedule-cadence-missing-is-400",
    "payout-schedule/cadence-required",
    "A post without a cadence is refused with 400.",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        status: rule === "required" ? 400 : 422,
      }),
    })),
  ),
  plain(
    "schedule-takes-any-cadence",
    "payout-schedule/cadence-unknown-refused",
    "Any word is taken for a cadence.",
    choice(({ accepts }) => ({
      accepts: (value, words) => typeof value === "string" || accepts(value, words),
    })),
  ),
  subtle(
    "schedule-takes-monthly",
    "payout-schedule/cadence-unknown-refused",
    "A monthly cadence is taken.",
    choice(({ accepts }) => ({ accepts: (value, words) => value === "monthly" || accepts(value, words) })),
  ),
  plain(
    "schedule-refusal-lists-no-choices",
    "payout-schedule/cadence-refusal-lists-choices",
    "The refusal of a cadence lists no choices.",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        body: { errors: [{ rule, field, message: rule }] },
      }),
    })),
  ),
  plain(
    "schedule-refusal-lists-monthly",
    "payout-schedule/cadence-refusal-lists-choices",
    "The refusal of a cadence lists a third choice.",
    choice(({ refuse }) => ({ refuse: (field, rule, words) => refuse(field, rule, [...words, "monthly"]) })),
  ),
  plain(
    "schedule-refusal-has-a-code",
    "payout-schedule/cadence-refusal-has-no-code",
    "The refusal of a cadence carries a code.",
    choice(({ refuse }) => ({
      refuse: (field, rule, words) =>
        json(422, { ...(refuse(field, rule, words).body as object), code: "connect.cadence_invalid" }),
    })),
  ),
  plain(
    "schedule-refusal-turns-it-off",
    "payout-schedule/refusal-changes-nothing",
    "A refused post ends the schedule in force.",
    replacing((usual) =>
      refusing(usual, "choice", (refusal, { command, parts }) => ({
        ...refusal,
        writes: [put(payoutSchedules, parts.payoutSchedule.unconfigured(command.caller.accountId))],
      })),
    ),
  ),
  subtle(
    "schedule-refusal-takes-enabled",
    "payout-schedule/refusal-changes-nothing",
    "A post without a cadence is refused, but what it says of enabling is taken.",
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
