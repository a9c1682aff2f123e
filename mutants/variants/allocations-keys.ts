import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Variant } from "../mutant.ts";
import { invalidKey, keying, LONGEST_KEY, mismatch, original, rekeying } from "./parts/idempotency.ts";
import { variant, wireVariant } from "./parts/variant.ts";

const A_DAY = 86_400_000;

/** A policy that remembers the bodies by which keys were used up, and judges those of repetitions. */
const comparing = (
  usual: IdempotencyPolicy,
  onDifference: IdempotencyPolicy["replay"],
): Partial<IdempotencyPolicy> => {
  const first = new Map<string, string>();
  const bodyOf = (body: unknown): string => JSON.stringify(body) ?? "";
  return {
    keeps: (answer) => usual.keeps(answer),
    scope: (command, key) => {
      const id = usual.scope(command, key);
      if (!first.has(id)) first.set(id, bodyOf(command.body));
      return id;
    },
    // What is not remembered was distinguished by another variant.
    replay: (record, command, now) =>
      (first.get(record.id) ?? bodyOf(command.body)) === bodyOf(command.body)
        ? usual.replay(record, command, now)
        : onDifference(record, command, now),
  };
};

/** Other choices at the open points in `spec/areas/allocations.yaml`: idempotency keys. */
export const allocationsKeysVariants: readonly Variant[] = [
  variant(
    "allocation-replayed-as-it-was",
    "allocation-replay-answer",
    "An allocation that is repeated with its key gets its first answer again",
    keying(["allocations"], original),
  ),
  variant(
    "other-body-is-422",
    "allocation-other-body",
    "A spent key with another body is refused as a mismatch",
    keying(["allocations", "createAccount"], (usual) => comparing(usual, mismatch)),
  ),
  variant(
    "other-body-gets-the-original",
    ["allocation-other-body", "allocation-replay-answer", "vendor-creation-replay"],
    "A spent key gets its first answer again, whatever the body is",
    keying(["allocations", "createAccount"], original),
  ),
  variant(
    "keys-forgotten-after-a-day",
    ["allocation-replay-window", "vendor-creation-key-window"],
    "Keys of allocations and vendors are new again after 24 hours",
    keying(["allocations", "createAccount"], () => ({
      forgets: ({ reservedAt }, now) => now - reservedAt >= A_DAY,
    })),
  ),
  variant(
    "allocation-keys-limited",
    "allocation-key-limits",
    "A key of an allocation holds at most 255 characters",
    keying(["allocations"], () => ({
      refuse: (key) => ([...(key ?? "")].length > LONGEST_KEY ? invalidKey("maxLength") : undefined),
    })),
  ),
  wireVariant(
    "allocation-keys-cut",
    "allocation-key-limits",
    "Of an allocation's key the first 255 characters count",
    (handler) =>
      rekeying(handler, (key, path) =>
        path === "/v1/connect/allocations" ? [...key].slice(0, LONGEST_KEY).join("") : key,
      ),
  ),
];
