import type { ClockInput } from "../../emulator/areas/test-clocks/guards.ts";
import { type TestClock, testClocks } from "../../emulator/areas/test-clocks/record.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { put } from "../../emulator/kernel/table.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { as } from "../faults/values.ts";
import { part, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { DAY } from "../shared/billing.ts";
import { clocks, remembering } from "../shared/clocks.ts";

/** The clock's own time counts as later if this field is not in UTC. */
export function respelling(field: string): Replace {
  return (parts) =>
    remembering((served) =>
      clocks(({ isLater }) => ({
        isLater: (to, from) => {
          const body = served()?.command.body;
          const text = isObject(body) ? body[field] : undefined;
          return isLater(to, from) || (to === from && typeof text === "string" && !text.endsWith("Z"));
        },
      })),
    )(parts);
}

/** A refusal that leaves a clock behind. */
export const leavingAClock = (
  { command, now, ids }: ClockInput,
  answer: Answer,
  clock: Partial<TestClock> = {},
): Decision => ({
  writes: [
    put(testClocks, {
      id: ids.id("clock_"),
      accountId: command.caller.accountId,
      mode: "test",
      name: null,
      frozenTime: now,
      status: "ready",
      createdAt: now,
      updatedAt: now,
      ...clock,
    }),
  ],
  answer,
});

export function coded(about: string): Replace {
  return (parts) =>
    part(["testClocks", "refusals"], (refusals) => ({
      notLater: (field, other) => {
        const answer = refusals.notLater(field, other);
        return field === about && isObject(answer.body)
          ? { ...answer, body: { ...answer.body, code: "TEST_CLOCK_NOT_LATER" } }
          : answer;
      },
    }))(parts);
}

export const FAR = 20 * DAY;

export const soon = (days = 1): string => new Date(Date.now() + days * DAY).toISOString();

/** An invalid date is read as one in this many days. */
export const soonIfInvalid = (days: number) =>
  as("a distant date instead of an invalid one", (value) =>
    value !== undefined && (typeof value !== "string" || Number.isNaN(Date.parse(value)))
      ? soon(days)
      : value,
  );

/** A missing date is read as one in this many days. */
export const soonIfMissing = (days: number) =>
  as("a distant date instead of none", (value) => value ?? soon(days));

/** A text that is read as another one. */
export const asRead = (words: string, change: (text: string) => string) =>
  as(words, (value) => (typeof value === "string" ? change(value) : value));
