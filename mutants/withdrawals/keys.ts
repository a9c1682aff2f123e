import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { withdrawals } from "../../emulator/areas/connect/records.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import type { State } from "../../emulator/kernel/state.ts";
import { acting, connectPart } from "../connect/parts.ts";
import { spentByAnOutage } from "../faults/keys.ts";
import { HOUR, SECOND } from "../faults/values.ts";
import { inOrder, type Mutant, perEmulator } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { keys } from "./parts.ts";

/** A mutant whose repetitions are reported as such after some time, in ms. */
const reportedAfter = (id: string, when: string, duration: number): Mutant =>
  keys.fault(id, "replay-within-24-hours", `A repetition is reported as one ${when}`, ({ replay }) => ({
    replay: (record, command, now) =>
      now - record.reservedAt < duration ? replay(record, command, now) : duplicate(),
  }));

/** A mutant that forgets keys after some time, in ms. */
const forgotten = (id: string, rule: string, when: string, duration: number): Mutant =>
  keys.fault(id, rule, `A key counts as new ${when}, and the request takes effect`, () => ({
    forgets: ({ reservedAt }, now) => now - reservedAt >= duration,
  }));

export const mutants: readonly Mutant[] = [
  ...keys.usual,
  ...keys.counted,
  ...keys.whereRequired(),
  reportedAfter("replay-reported-as-duplicate", "after twelve hours", 12 * HOUR),
  reportedAfter(
    "replay-reported-a-bit-early",
    "five minutes before 24 hours have passed",
    24 * HOUR - 300 * SECOND,
  ),
  forgotten("key-forgotten-after-a-day", "replay-after-24-hours-moves-nothing", "after a day", 24 * HOUR),
  forgotten("key-forgotten-after-an-hour", "replay-after-maturity-moves-nothing", "after an hour", HOUR),
  keys.spending(
    "of-nothing-spends-key",
    "for an empty balance",
    ({ body }) => isObject(body) && body["code"] === "E_CONNECT_VENDOR_EMPTY_BALANCE",
  ),
  keys.fault("replay-created-nothing", "replay-status", "A repetition returns 200", ({ replay }) => ({
    replay: (...all) => ({ ...replay(...all), status: 200 }),
  })),
  keys.fault("replay-with-a-new-id", "replay-is-the-original", "A repetition has a new id", ({ replay }) => {
    let replays = 0;
    return {
      replay: (...all) => {
        const answer = replay(...all);
        replays += 1;
        return isObject(answer.body) && answer.status === 201
          ? { ...answer, body: { ...answer.body, id: `cwd_replay${replays}` } }
          : answer;
      },
    };
  }),
  keys.fault(
    "replay-for-ever",
    "replay-after-24-hours-refused",
    "A repetition returns the original at any later time",
    ({ replay }) => ({ replay: (record, command) => replay(record, command, record.reservedAt) }),
  ),
  keys.fault(
    "replay-begins-a-new-day",
    "replay-after-24-hours-refused",
    "The 24 hours are counted from the last repetition",
    ({ replay }) => {
      const observed = new Map<string, number>();
      return {
        replay: (record, command, now) => {
          const reservedAt = observed.get(record.id) ?? record.reservedAt;
          observed.set(record.id, now);
          return replay({ ...record, reservedAt }, command, now);
        },
      };
    },
  ),
  {
    id: "withdrawal-replay-shows-the-latest",
    violates: ["withdrawals/replay-is-the-original"],
    summary: "A repetition shows the vendor's latest withdrawal.",
    replace: perEmulator(() => {
      const latest = new Map<string, Answer>();
      return inOrder(
        acting("withdrawals", (decision, { command }) => {
          latest.set(command.params["acct"] ?? "", decision.answer);
          return decision;
        }),
        keys.keying(({ replay }) => ({
          replay: (record, command, now) => {
            const answer = replay(record, command, now);
            return answer.status === 201 ? (latest.get(command.params["acct"] ?? "") ?? answer) : answer;
          },
        })),
      );
    }),
  },
  {
    id: "withdrawal-replay-shows-nothing-once-failed",
    violates: ["withdrawals/replay-is-the-original"],
    summary: "A repetition shows an amount of zero if the withdrawal has failed.",
    replace: perEmulator(() => {
      let served: State | undefined;
      return inOrder(
        acting("withdrawals", (decision, { state }) => {
          served = state;
          return decision;
        }),
        keys.keying(({ replay }) => ({
          replay: (...all) => {
            const answer = replay(...all);
            if (!isObject(answer.body)) return answer;
            const found = served?.get(withdrawals, String(answer.body["id"]));
            return found?.status === "failed" ? { ...answer, body: { ...answer.body, amount: 0 } } : answer;
          },
        })),
      );
    }),
  },
  {
    id: "withdrawal-outage-spends-key",
    violates: ["withdrawals/outage-spends-no-key"],
    summary: "A refusal during an outage uses a withdrawal's key up.",
    wrap: spentByAnOutage("createWithdrawal"),
  },
  {
    id: "withdrawal-without-id-forgets-its-merchant",
    violates: ["withdrawals/key-belongs-to-its-merchant"],
    summary: "Another merchant's key gets that merchant's withdrawal, and no withdrawal has an id.",
    replace: inOrder(
      connectPart("withdrawals", () => ({ presenter: { francs: ({ amount }) => amount } })),
      keys.keying(() => ({ scope: ({ operationId }, key) => JSON.stringify([operationId, key]) })),
    ),
  },
];
