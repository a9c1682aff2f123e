import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded, json } from "../../emulator/kernel/answers.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { connectPart, refusing } from "../connect/parts.ts";
import { named } from "../named.ts";
import { isObject } from "../shared/answers.ts";
import { part } from "../part.ts";

/** A mutant that refuses a target, but executes the request if nothing else refuses it. */
const actingAll = (
  usual: { act: (input: ConnectInput) => Decision },
  refusal: Decision,
  input: ConnectInput,
): Decision => ({ ...usual.act(input), answer: refusal.answer });

/** A request as the merchant would send it to which the allocation of the path belongs. */
const asOwner = (input: ConnectInput): ConnectInput => {
  const { state, command } = input;
  const owner = state.get(allocations, command.params["allocationId"] ?? "")?.accountId;
  if (owner === undefined) return input;
  return { ...input, command: { ...command, caller: { ...command.caller, accountId: owner } } };
};

export const mutants = named({
  "allocation-to-foreign-credits": {
    violates: ["connect-targets/allocation-to-foreign-credits-nothing"],
    summary: "An allocation to another marketplace's vendor is refused, but credited.",
    subtle: true,
    replace: connectPart("allocations", (usual) =>
      refusing(usual, "target", (refusal, input) => {
        const { body } = input.command;
        const vendor = input.state.get(vendors, isObject(body) ? String(body["destination"]) : "");
        return vendor === undefined ? refusal : actingAll(usual, refusal, input);
      }),
    ),
  },
  "allocation-across-modes-credits": {
    violates: ["connect-targets/allocation-to-live-vendor-credits-nothing"],
    summary: "An allocation to a live vendor with a test key is refused, but credited.",
    subtle: true,
    replace: connectPart("allocations", (usual) =>
      refusing(usual, "target", (refusal, input) => {
        const { body, caller } = input.command;
        const vendor = input.state.get(vendors, isObject(body) ? String(body["destination"]) : "");
        if (vendor === undefined || vendor.accountId !== caller.accountId) return refusal;
        const command = { ...input.command, caller: { ...caller, mode: vendor.mode } };
        return actingAll(usual, refusal, { ...input, command });
      }),
    ),
  },
  "allocation-to-oneself-invalid": {
    violates: ["connect-targets/allocation-to-oneself"],
    summary: "An allocation to oneself is refused as invalid.",
    subtle: true,
    replace: part(["connect", "allocations", "refusals"], () => ({
      toOneself: () => coded(422, "connect.self_allocation", "That is you"),
    })),
  },
  "foreign-allocation-reversed": {
    violates: ["connect-targets/foreign-allocation-cannot-be-reversed"],
    summary: "An allocation can be reversed by any merchant that knows its id.",
    subtle: true,
    replace: connectPart("reversals", ({ guards, act }) => ({
      guards: guards.map((guard) => ({ ...guard, refuse: (input) => guard.refuse(asOwner(input)) })),
      act: (input) => act(asOwner(input)),
    })),
  },
  "foreign-reversal-refused-and-done": {
    violates: ["connect-targets/foreign-reversal-moves-no-money"],
    summary: "A reversal of another marketplace's allocation is refused but takes effect.",
    subtle: true,
    replace: connectPart("reversals", (usual) =>
      refusing(usual, "allocation", (refusal, input) => {
        const owner = asOwner(input);
        const foreign = owner !== input && owner.command.caller.accountId !== input.command.caller.accountId;
        const open = usual.guards.every((guard) => guard.refuse(owner) === undefined);
        return foreign && open ? actingAll(usual, refusal, owner) : refusal;
      }),
    ),
  },
  "unknown-allocation-reversed": {
    violates: ["connect-targets/unknown-allocation-cannot-be-reversed"],
    summary: "A reversal of an allocation that does not exist succeeds with an amount of zero.",
    replace: connectPart("reversals", () => ({
      unknown: () => json(201, { object: "connect_reversal", amount: 0 }),
    })),
  },
  "withdrawal-of-foreign-pays": {
    violates: ["connect-targets/withdrawal-of-foreign-pays-nothing"],
    summary: "A withdrawal of another marketplace's vendor is refused, but paid out.",
    subtle: true,
    replace: connectPart("withdrawals", (usual) =>
      refusing(usual, "target", (refusal, input) =>
        input.state.get(vendors, input.command.params["acct"] ?? "") === undefined
          ? refusal
          : actingAll(usual, refusal, input),
      ),
    ),
  },
});
