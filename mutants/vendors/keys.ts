import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { scopeOf } from "../../emulator/kernel/idempotency.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { reservedLate, transacting } from "../connect/races.ts";
import { withAnotherId } from "../faults/keys.ts";
import { inOrder, type Mutant, perEmulator } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { keys } from "./parts.ts";

export const mutants: readonly Mutant[] = [
  ...keys.usual,
  ...keys.counted,
  ...keys.whereRequired(),
  keys.limited(100),
  keys.fault("key-of-any-length", "key-of-256-refused", "A key of any length is accepted", ({ refuse }) => ({
    refuse: (key) => (key === undefined ? refuse(key) : undefined),
  })),
  keys.comparing("key-cut-late", "by their first 200 characters", (key) => key.slice(0, 200)),
  keys.spending("key-spent-by-a-named-refusal", "for a field", ({ status }) => status === 422),
  keys.fault("key-overlooked", "given-key-is-no-fault", "A key is overlooked", ({ refuse }) => ({
    refuse: () => refuse(undefined),
  })),
  keys.fault("replay-with-another-id", "key-repeated-answer", "A repetition has an id of its own", () => ({
    replay: withAnotherId("acct_"),
  })),
  keys.fault("replay-unprocessable", "key-repeated-answer", "A repetition is refused with 422", () => ({
    replay: () => ({ ...duplicate(), status: 422 }),
  })),
  keys.fault(
    "key-deleted-with-its-name",
    "key-repeated-answer",
    "A key is overlooked in a creation with the name of a deleted object",
    () => ({
      applies: (state, { caller, body }) =>
        !state
          .find(vendors, "owner", ownerOf(caller))
          .some(({ deletedAt, name }) => deletedAt !== null && isObject(body) && body["name"] === name),
    }),
  ),
  keys.fault(
    "key-never-kept",
    ["key-repeated-creates-once", "one-effect-of-a-key"],
    "A key does not prevent a repetition once its request has been answered",
    () => ({ keeps: () => false }),
  ),
  keys.fault(
    "key-without-its-end",
    "distinct-keys-are-distinct",
    "The last character of a key is ignored, and the first object is returned",
    () => ({
      scope: (command, key) => scopeOf(command, key.slice(0, -1)),
      replay: ({ answer }) => answer ?? duplicate(),
    }),
  ),
  keys.fault(
    "key-with-its-body",
    "key-repeated-creates-once",
    "A key counts as new when the name in the creation differs",
    () => ({
      scope: (command, key) =>
        JSON.stringify([scopeOf(command, key), isObject(command.body) ? command.body["name"] : null]),
    }),
  ),
  {
    id: "vendor-key-reserved-late",
    violates: ["vendors/concurrent-same-key-creates-once"],
    summary: "A creation's key is recorded only after the vendor is created.",
    socket: true,
    replace: perEmulator(() => {
      const late = reservedLate(scopeOf);
      return inOrder(
        transacting(["createAccount"], late.transact),
        keys.keying(() => ({ scope: late.scope })),
      );
    }),
  },
];
