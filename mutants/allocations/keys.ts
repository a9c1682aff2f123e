import { present } from "../../emulator/areas/common/deciders.ts";
import { duplicate } from "../../emulator/areas/connect/keys.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { keyOf } from "../../emulator/kernel/idempotency.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { connectPart } from "../connect/parts.ts";
import { keyFaults, withAnotherId } from "../faults/keys.ts";
import { type Mutant, part } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

const keys = keyFaults({
  place: "allocations",
  operation: "createAllocation",
  name: "allocation",
  area: "allocations",
  once: "credits-once",
});

export const mutants: readonly Mutant[] = [
  ...keys.usual,
  ...keys.counted,
  keys.fault(
    "in-progress-for-ever",
    "key-in-progress-ends",
    "A key is reported as in progress after its request was answered",
    ({ inProgress }) => ({ replay: (record) => inProgress(record) }),
  ),
  keys.comparing("key-without-its-end", "without their last character", (key) => key.slice(0, -1)),
  keys.spending("to-nobody-spends-key", "for an unknown destination", ({ status }) => status === 403),
  keys.spending(
    "beyond-funds-spends-key",
    "for the marketplace's funds",
    ({ body }) => isObject(body) && "shortfall" in body,
  ),
  keys.fault("replay-with-another-id", "key-repeated-answer", "A repetition has an id of its own", () => ({
    replay: withAnotherId("ctr_"),
  })),
  keys.fault("replay-unprocessable", "key-repeated-answer", "A repetition is refused with 422", () => ({
    replay: () => ({ ...duplicate(), status: 422 }),
  })),
  keys.fault(
    "key-never-kept",
    ["key-repeated-credits-once", "one-effect-of-a-key"],
    "A key does not prevent a repetition once its request has been answered",
    () => ({ keeps: () => false }),
  ),
  keys.fault(
    "key-good-for-one-repetition",
    "key-repeated-credits-once",
    "A key prevents one repetition, but not the second",
    ({ scope }) => {
      const uses = new Map<string, number>();
      return {
        scope: (command, key) => {
          const usual = scope(command, key);
          const use = (uses.get(usual) ?? 0) + 1;
          uses.set(usual, use);
          return use < 3 ? usual : `${usual} ${use}`;
        },
      };
    },
  ),
  keys.fault(
    "key-with-amount",
    "key-with-other-body-credits-once",
    "A key with another amount counts as new",
    ({ scope }) => ({
      scope: (command, key) =>
        `${scope(command, key)} ${isObject(command.body) ? String(command.body["amount"]) : ""}`,
    }),
  ),
  keys.fault(
    "outage-spends-key",
    "outage-spends-no-key",
    "A refusal in an outage uses a key up",
    (usual) => ({
      keeps: (answer) => usual.keeps(answer) || answer.status === 503,
    }),
  ),
  {
    id: "allocation-key-demanded",
    violates: ["allocations/key-is-optional"],
    summary: "An allocation without a key is refused, as a withdrawal is.",
    replace: (parts) => {
      const { refuse } = parts.connect.withdrawals.idempotency;
      return part(["connect", "allocations", "idempotency"], () => ({ refuse }))(parts);
    },
  },
  {
    id: "allocation-deduplicated-without-key",
    violates: ["allocations/without-key-each-request-allocates", "allocations/ids-are-never-reused"],
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
];
