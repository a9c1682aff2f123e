import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { validationFailed } from "../../emulator/kernel/answers.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import { acting, connectPart } from "../connect/parts.ts";
import { inOrder, perEmulator, type Replace } from "../mutant.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import { spentByAnOutage } from "../shared/keyed-requests.ts";
import { keying } from "./parts.ts";

const HOUR_MS = 3_600_000;

const limited = (limit: number): Replace =>
  keying(({ refuse }) => ({
    refuse: (key) => {
      if (key === undefined) return refuse(key);
      return key.length <= limit
        ? undefined
        : validationFailed(422, [{ rule: "maxLength", field: "Idempotency-Key", message: "too long" }]);
    },
  }));

export const mutants = named({
  "withdrawal-without-key": {
    violates: ["withdrawals/key-required"],
    summary: "A withdrawal needs no key.",
    replace: keying(({ refuse }) => ({ refuse: (key) => (key === undefined ? undefined : refuse(key)) })),
  },
  "withdrawal-key-named-otherwise": {
    violates: ["withdrawals/key-required"],
    summary: "The refusal of a missing key names the header as a field of the body.",
    replace: keying(({ refuse }) => ({
      refuse: (key) =>
        key === undefined
          ? validationFailed(422, [{ rule: "required", field: "idempotency_key", message: "missing" }])
          : refuse(key),
    })),
  },
  "withdrawal-key-of-254-at-most": {
    violates: ["withdrawals/key-of-255-accepted"],
    summary: "A key of 255 characters is too long.",
    replace: limited(254),
  },
  "withdrawal-key-of-256-at-most": {
    violates: ["withdrawals/key-of-256-refused"],
    summary: "A key of 256 characters is not too long.",
    replace: limited(256),
  },
  "withdrawal-key-cut": {
    violates: ["withdrawals/distinct-keys-are-distinct"],
    summary: "Only the first 64 characters of a withdrawal's key are compared.",
    replace: keying(({ scope }) => ({ scope: (command, key) => scope(command, key.slice(0, 64)) })),
  },
  "withdrawal-key-in-any-casing": {
    violates: ["withdrawals/distinct-keys-are-distinct"],
    summary: "A withdrawal's keys are compared regardless of their casing.",
    replace: keying(({ scope }) => ({ scope: (command, key) => scope(command, key.toLowerCase()) })),
  },
  "withdrawal-replay-created-nothing": {
    violates: ["withdrawals/replay-status"],
    summary: "A repetition returns 200.",
    replace: keying(({ replay }) => ({ replay: (...all) => ({ ...replay(...all), status: 200 }) })),
  },
  "withdrawal-replay-with-a-new-id": {
    violates: ["withdrawals/replay-is-the-original"],
    summary: "A repetition shows the withdrawal under a new id.",
    replace: keying(({ replay }) => {
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
  },
  "withdrawal-replay-reported-as-duplicate": {
    violates: ["withdrawals/replay-within-24-hours"],
    summary: "After twelve hours a repetition is reported as one.",
    replace: keying(({ replay }) => ({
      replay: (record, command, now) =>
        now - record.reservedAt < 12 * HOUR_MS ? replay(record, command, now) : duplicate(),
    })),
  },
  "withdrawal-replay-reported-a-bit-early": {
    violates: ["withdrawals/replay-within-24-hours"],
    summary: "Five minutes before 24 hours have passed, a repetition is reported as one.",
    replace: keying(({ replay }) => ({
      replay: (record, command, now) =>
        now - record.reservedAt < 24 * HOUR_MS - 300_000 ? replay(record, command, now) : duplicate(),
    })),
  },
  "withdrawal-replay-for-ever": {
    violates: ["withdrawals/replay-after-24-hours-refused"],
    summary: "A repetition returns the original at any later time.",
    replace: keying(({ replay }) => ({
      replay: (record, command) => replay(record, command, record.reservedAt),
    })),
  },
  "withdrawal-replay-begins-a-new-day": {
    violates: ["withdrawals/replay-after-24-hours-refused"],
    summary: "The 24 hours are counted from the last repetition.",
    replace: keying(({ replay }) => {
      const observed = new Map<string, number>();
      return {
        replay: (record, command, now) => {
          const reservedAt = observed.get(record.id) ?? record.reservedAt;
          observed.set(record.id, now);
          return replay({ ...record, reservedAt }, command, now);
        },
      };
    }),
  },
  "withdrawal-replay-shows-the-latest": {
    violates: ["withdrawals/replay-is-the-original"],
    summary: "A repetition shows the vendor's latest withdrawal.",
    replace: perEmulator(() => {
      const latest = new Map<string, Answer>();
      return inOrder(
        acting("withdrawals", (decision, { command }) => {
          latest.set(command.params["acct"] ?? "", decision.answer);
          return decision;
        }),
        keying(({ replay }) => ({
          replay: (record, command, now) => {
            const answer = replay(record, command, now);
            return answer.status === 201 ? (latest.get(command.params["acct"] ?? "") ?? answer) : answer;
          },
        })),
      );
    }),
  },
  "withdrawal-key-forgotten-after-a-day": {
    violates: ["withdrawals/replay-after-24-hours-moves-nothing"],
    summary: "After a day a key counts as new, and the request withdraws.",
    replace: keying(() => ({ forgets: ({ reservedAt }, now) => now - reservedAt >= 24 * HOUR_MS })),
  },
  "withdrawal-key-forgotten-after-an-hour": {
    violates: ["withdrawals/replay-after-maturity-moves-nothing"],
    summary: "After an hour a key counts as new, and the request withdraws what has become available.",
    replace: keying(() => ({ forgets: ({ reservedAt }, now) => now - reservedAt >= HOUR_MS })),
  },
  "withdrawal-refusal-spends-key": {
    violates: ["withdrawals/refused-request-spends-no-key"],
    summary: "A refusal uses a withdrawal's key up.",
    replace: keying(({ replay }) => ({
      keeps: () => true,
      replay: (record, command, now) =>
        record.answer?.status === 201 ? replay(record, command, now) : duplicate(),
    })),
  },
  "withdrawal-of-nothing-spends-key": {
    violates: ["withdrawals/refused-request-spends-no-key"],
    summary: "A refusal for an empty balance uses a withdrawal's key up.",
    replace: keying(({ keeps, replay }) => ({
      keeps: (answer) =>
        keeps(answer) || (isObject(answer.body) && answer.body["code"] === "E_CONNECT_VENDOR_EMPTY_BALANCE"),
      replay: (record, command, now) =>
        record.answer?.status === 201 ? replay(record, command, now) : duplicate(),
    })),
  },
  "withdrawal-outage-spends-key": {
    violates: ["withdrawals/outage-spends-no-key"],
    summary: "A refusal during an outage uses a withdrawal's key up.",
    wrap: spentByAnOutage("createWithdrawal"),
  },
  "withdrawal-key-forgets-its-merchant": {
    violates: ["withdrawals/key-belongs-to-its-merchant"],
    summary: "A merchant that sends another merchant's key receives that merchant's withdrawal.",
    replace: keying(() => ({ scope: ({ operationId }, key) => JSON.stringify([operationId, key]) })),
  },
  "withdrawal-without-id-forgets-its-merchant": {
    violates: ["withdrawals/key-belongs-to-its-merchant"],
    summary: "Another merchant's key gets that merchant's withdrawal, and no withdrawal has an id.",
    replace: inOrder(
      connectPart("withdrawals", () => ({ presenter: { francs: ({ amount }) => amount } })),
      keying(() => ({ scope: ({ operationId }, key) => JSON.stringify([operationId, key]) })),
    ),
  },
  "withdrawal-in-progress-reported-as-duplicate": {
    violates: ["withdrawals/key-in-progress-refused"],
    summary: "A withdrawal's key in progress is reported as used.",
    replace: keying(() => ({ inProgress: duplicate })),
  },
});
