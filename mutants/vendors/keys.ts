import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { validationFailed } from "../../emulator/kernel/answers.ts";
import { scopeOf } from "../../emulator/kernel/idempotency.ts";
import type { RuleId } from "../../spec/index.ts";
import { reservedLate, transacting } from "../connect/races.ts";
import { inOrder, perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import { keying } from "./parts.ts";
import { part } from "../part.ts";

const limited = (most: number) =>
  keying(({ refuse }) => ({
    refuse: (key) => {
      if (key === undefined) return refuse(key);
      return key.length > most ? refuse("x".repeat(300)) : undefined;
    },
  }));

const refusedAs = (change: (field: string, missing: boolean) => ReturnType<typeof validationFailed>) =>
  keying(({ refuse }) => ({
    refuse: (key) => (refuse(key) === undefined ? undefined : change("Idempotency-Key", key === undefined)),
  }));

const fault = (field: string): ReturnType<typeof validationFailed> =>
  validationFailed(422, [{ rule: "invalid", field, message: "invalid validation failed" }]);

const RACE: RuleId = "vendors/concurrent-same-key-creates-once";

export const mutants = named({
  "vendor-key-optional": {
    violates: ["vendors/key-required"],
    summary: "A creation without a key is accepted.",
    replace: keying(({ refuse }) => ({ refuse: (key) => (key === undefined ? undefined : refuse(key)) })),
  },
  "vendor-key-missing-names-the-body": {
    violates: ["vendors/key-required"],
    summary: "The refusal of a missing key names the field `idempotencyKey`.",
    replace: refusedAs((field, missing) => fault(missing ? "idempotencyKey" : field)),
  },
  "vendor-key-overlooked": {
    violates: ["vendors/given-key-is-no-fault"],
    summary: "A creation with a key is refused as one without.",
    replace: keying(({ refuse }) => ({ refuse: () => refuse(undefined) })),
  },
  "vendor-key-of-at-most-100": {
    violates: ["vendors/key-of-255-accepted"],
    summary: "A key of more than 100 characters is refused.",
    replace: limited(100),
  },
  "vendor-key-of-at-most-254": {
    violates: ["vendors/key-of-255-accepted"],
    summary: "A key of 255 characters is refused.",
    replace: limited(254),
  },
  "vendor-key-of-any-length": {
    violates: ["vendors/key-of-256-refused"],
    summary: "A key of any length is accepted.",
    replace: limited(Number.POSITIVE_INFINITY),
  },
  "vendor-key-of-at-most-256": {
    violates: ["vendors/key-of-256-refused"],
    summary: "A key of 256 characters is accepted.",
    replace: limited(256),
  },
  "vendor-replay-with-another-id": {
    violates: ["vendors/key-repeated-answer"],
    summary: "A repeated creation returns an id of its own.",
    replace: keying(() => ({
      replay: ({ answer }, _command, now) => ({
        status: 201,
        body: { ...(isObject(answer?.body) ? answer.body : {}), id: `acct_replay${now}` },
      }),
    })),
  },
  "vendor-replay-unprocessable": {
    violates: ["vendors/key-repeated-answer"],
    summary: "A repeated creation is refused with 422.",
    replace: keying(() => ({ replay: () => ({ ...duplicate(), status: 422 }) })),
  },
  "vendor-key-never-kept": {
    violates: ["vendors/key-repeated-creates-once"],
    summary: "A key does not prevent a repetition once its request has been answered.",
    replace: keying(() => ({ keeps: () => false })),
  },
  "vendor-key-cut": {
    violates: ["vendors/distinct-keys-are-distinct"],
    summary: "Only the first 64 characters of a creation's key are compared.",
    replace: keying(() => ({ scope: (command, key) => scopeOf(command, key.slice(0, 64)) })),
  },
  "vendor-key-in-any-casing": {
    violates: ["vendors/distinct-keys-are-distinct"],
    summary: "A creation's keys are compared regardless of their casing.",
    replace: keying(() => ({ scope: (command, key) => scopeOf(command, key.toLowerCase()) })),
  },
  "vendor-key-cut-late": {
    violates: ["vendors/distinct-keys-are-distinct"],
    summary: "Only the first 200 characters of a creation's key are compared.",
    replace: keying(() => ({ scope: (command, key) => scopeOf(command, key.substring(0, 200)) })),
  },
  "vendor-key-without-its-end": {
    violates: ["vendors/distinct-keys-are-distinct"],
    summary: "The last character of a key is ignored, and the first vendor is returned.",
    replace: keying(() => ({
      scope: (command, key) => scopeOf(command, key.slice(0, -1)),
      replay: ({ answer }) => answer ?? duplicate(),
    })),
  },
  "vendor-key-with-its-body": {
    violates: ["vendors/key-repeated-creates-once"],
    summary: "A key counts as new when the name in the creation differs.",
    replace: keying(() => ({
      scope: (command, key) =>
        JSON.stringify([scopeOf(command, key), isObject(command.body) ? command.body["name"] : null]),
    })),
  },
  "vendor-key-of-everybody": {
    violates: ["vendors/key-belongs-to-its-merchant"],
    summary: "A merchant that sends another merchant's key receives that merchant's vendor.",
    replace: keying(() => ({
      scope: ({ operationId, caller }, key) => JSON.stringify([caller.mode, operationId, key]),
      replay: ({ answer }) => answer ?? duplicate(),
    })),
  },
  "vendor-key-in-progress-is-a-duplicate": {
    violates: ["vendors/key-in-progress-refused"],
    summary: "While a creation is in progress its repetition is called a duplicate.",
    replace: keying(() => ({ inProgress: duplicate })),
  },
  "vendor-key-spent-by-a-refusal": {
    violates: ["vendors/refused-request-spends-no-key"],
    summary: "A refused creation uses its key up.",
    replace: keying(() => ({ keeps: () => true })),
  },
  "vendor-key-spent-by-a-named-refusal": {
    violates: ["vendors/refused-request-spends-no-key"],
    summary: "A creation that is refused for a field uses its key up.",
    replace: keying(({ keeps }) => ({ keeps: (answer) => keeps(answer) || answer.status === 422 })),
  },
  "vendor-key-reserved-late": {
    violates: [RACE],
    summary: "A creation's key is recorded only after the vendor is created.",
    socket: true,
    replace: perEmulator(() => {
      const late = reservedLate(scopeOf);
      return inOrder(
        transacting(["createAccount"], late.transact),
        part(["connect", "createAccount", "idempotency"], () => ({ scope: late.scope })),
      );
    }),
  },
});
