import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import type { Variant } from "../mutant.ts";
import { named } from "../named.ts";
import { invalidKey, keying, LONGEST_KEY, mismatch, original, rekeying } from "./parts/idempotency.ts";

const A_DAY = 86_400_000;

/** A policy that remembers the bodies of used keys, and compares those of repetitions. */
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
    // If no body was remembered, another variant identified the key.
    replay: (record, command, now) =>
      (first.get(record.id) ?? bodyOf(command.body)) === bodyOf(command.body)
        ? usual.replay(record, command, now)
        : onDifference(record, command, now),
  };
};

/** Other choices at the open points in `spec/areas/allocations.yaml`: idempotency keys. */
export const variants = named<Variant>({
  "allocation-replayed-as-it-was": {
    openPoints: ["allocation-replay-answer"],
    what: "An allocation repeated with its key gets the first answer again",
    replace: keying(["allocations"], original),
  },
  "other-body-is-422": {
    openPoints: ["allocation-other-body"],
    what: "A used key with another body is refused as a mismatch",
    replace: keying(["allocations", "createAccount"], (usual) => comparing(usual, mismatch)),
  },
  "other-body-gets-the-original": {
    openPoints: ["allocation-other-body", "allocation-replay-answer", "vendor-creation-replay"],
    what: "A used key gets its first answer again, whatever the body",
    replace: keying(["allocations", "createAccount"], original),
  },
  "keys-forgotten-after-a-day": {
    openPoints: ["allocation-replay-window", "vendor-creation-key-window"],
    what: "Keys of allocations and vendors expire after 24 hours",
    replace: keying(["allocations", "createAccount"], () => ({
      forgets: ({ reservedAt }, now) => now - reservedAt >= A_DAY,
    })),
  },
  "allocation-keys-limited": {
    openPoints: ["allocation-key-limits"],
    what: "A key of an allocation has at most 255 characters",
    replace: keying(["allocations"], () => ({
      refuse: (key) => ([...(key ?? "")].length > LONGEST_KEY ? invalidKey("maxLength") : undefined),
    })),
  },
  "allocation-keys-cut": {
    openPoints: ["allocation-key-limits"],
    what: "Only the first 255 characters of an allocation's key count",
    wrap: (handler) =>
      rekeying(handler, (key, path) =>
        path === "/v1/connect/allocations" ? [...key].slice(0, LONGEST_KEY).join("") : key,
      ),
  },
});
