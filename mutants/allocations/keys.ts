import { present } from "../../emulator/areas/common/deciders.ts";
import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { keyOf } from "../../emulator/kernel/idempotency.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connectPart } from "../connect/parts.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import { keying } from "./parts.ts";
import { part } from "../part.ts";

/** The length to which a mutant cuts keys. */
const KEPT = 64;

export const mutants = named({
  "allocation-key-demanded": {
    violates: ["allocations/key-is-optional"],
    summary: "An allocation without a key is refused, as a withdrawal is.",
    replace: (parts) => {
      const { refuse } = parts.connect.withdrawals.idempotency;
      return part(["connect", "allocations", "idempotency"], () => ({ refuse }))(parts);
    },
  },
  "allocation-replay-with-another-id": {
    violates: ["allocations/key-repeated-answer"],
    summary: "A repeated allocation returns an id of its own.",
    replace: keying(() => ({
      replay: ({ answer }, _command, now) => ({
        status: 201,
        body: { ...(isObject(answer?.body) ? answer.body : {}), id: `ctr_replay${now}` },
      }),
    })),
  },
  "allocation-replay-unprocessable": {
    violates: ["allocations/key-repeated-answer"],
    summary: "A repeated allocation is refused with 422.",
    replace: keying(() => ({ replay: () => ({ ...duplicate(), status: 422 }) })),
  },
  "allocation-key-never-kept": {
    violates: ["allocations/key-repeated-credits-once"],
    summary: "The key of an allocation does not prevent a repetition once its request has been answered.",
    replace: keying(() => ({ keeps: () => false })),
  },
  "allocation-key-good-for-one-repetition": {
    violates: ["allocations/key-repeated-credits-once"],
    summary: "A key prevents one repetition, but not the second.",
    replace: keying(({ scope }) => {
      const uses = new Map<string, number>();
      return {
        scope: (command, key) => {
          const usual = scope(command, key);
          const use = (uses.get(usual) ?? 0) + 1;
          uses.set(usual, use);
          return use < 3 ? usual : `${usual} ${use}`;
        },
      };
    }),
  },
  "allocation-key-with-amount": {
    violates: ["allocations/key-with-other-body-credits-once"],
    summary: "A key with another amount counts as new.",
    replace: keying(({ scope }) => ({
      scope: (command, key) =>
        `${scope(command, key)} ${isObject(command.body) ? String(command.body["amount"]) : ""}`,
    })),
  },
  "allocation-key-without-its-end": {
    violates: ["allocations/distinct-keys-are-distinct"],
    summary: "The last character of a key is ignored.",
    replace: keying(({ scope }) => ({ scope: (command, key) => scope(command, key.slice(0, -1)) })),
  },
  "allocation-key-in-any-casing": {
    violates: ["allocations/distinct-keys-are-distinct"],
    summary: "Keys are compared regardless of their casing.",
    replace: keying(({ scope }) => ({ scope: (command, key) => scope(command, key.toLowerCase()) })),
  },
  "allocation-key-cut": {
    violates: ["allocations/distinct-keys-are-distinct"],
    summary: `Keys are compared by their first ${KEPT} characters.`,
    replace: keying(({ scope }) => ({ scope: (command, key) => scope(command, key.slice(0, KEPT)) })),
  },
  "allocation-deduplicated-without-key": {
    violates: ["allocations/without-key-each-request-allocates"],
    summary: "An identical allocation without a key counts as a repetition.",
    replace: connectPart("allocations", (usual) => ({
      act: (input) => {
        const { state, command } = input;
        const body = isObject(command.body) ? command.body : {};
        const decision = usual.act(input);
        const made = isObject(decision.answer.body) ? decision.answer.body : {};
        const before = state
          .find(allocations, "owner", ownerOf(command.caller))
          .find((one) => one.vendor === body["destination"] && one.amount === made["amount"]);
        if (keyOf(command) !== undefined || before === undefined) return decision;
        return { answer: json(usual.status, present(usual.presenter, before)) };
      },
    })),
  },
  "allocation-refusal-spends-key": {
    violates: ["allocations/refused-request-spends-no-key"],
    summary: "A refusal uses a key up.",
    replace: keying(() => ({ keeps: () => true, replay: duplicate })),
  },
  "allocation-to-nobody-spends-key": {
    violates: ["allocations/refused-request-spends-no-key"],
    summary: "A refusal for an unknown destination uses a key up.",
    replace: keying(({ keeps }) => ({ keeps: (answer) => keeps(answer) || answer.status === 403 })),
  },
  "allocation-beyond-funds-spends-key": {
    violates: ["allocations/refused-request-spends-no-key"],
    summary: "A refusal for the marketplace's funds uses a key up.",
    replace: keying(({ keeps }) => ({
      keeps: (answer) => keeps(answer) || (isObject(answer.body) && "shortfall" in answer.body),
    })),
  },
  "allocation-outage-spends-key": {
    violates: ["allocations/outage-spends-no-key"],
    summary: "A refusal during an outage uses a key up.",
    replace: keying(({ keeps }) => ({ keeps: (answer) => keeps(answer) || answer.status === 503 })),
  },
  "allocation-key-forgets-its-merchant": {
    violates: ["allocations/key-belongs-to-its-merchant"],
    summary: "A merchant that sends another merchant's key receives that merchant's allocation.",
    replace: keying(({ replay }) => ({
      scope: ({ operationId }, key) => JSON.stringify([operationId, key]),
      replay: (record, command, now) => record.answer ?? replay(record, command, now),
    })),
  },
  "allocation-in-progress-reported-as-duplicate": {
    violates: ["allocations/key-in-progress-refused"],
    summary: "A key in progress is reported as used.",
    replace: keying(() => ({ inProgress: duplicate })),
  },
});
