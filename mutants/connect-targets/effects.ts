import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { connectPart, readingAs, refusedButDone } from "../connect/parts.ts";
import { refusalFaults } from "../faults/guards.ts";
import { constantly } from "../faults/values.ts";
import { byId, named } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

/** The vendor that the body names as its destination. */
const vendorIn = ({ state, command: { body } }: ConnectInput): Vendor | undefined =>
  state.get(vendors, isObject(body) ? String(body["destination"]) : "");

/** The request as if the owner of the allocation had sent it. */
const asOwner = (input: ConnectInput): ConnectInput => {
  const { state, command } = input;
  const owner = state.get(allocations, command.params["allocationId"] ?? "")?.accountId;
  if (owner === undefined) return input;
  return { ...input, command: { ...command, caller: { ...command.caller, accountId: owner } } };
};

export const mutants = named({
  ...byId([
    refusalFaults("allocation to oneself", ["allocations", "self"], "connect-targets/").gives(
      "status",
      "allocation-to-oneself",
      constantly(422),
    ),
  ]),
  "allocation-to-foreign-credits": {
    violates: ["connect-targets/allocation-to-foreign-credits-nothing"],
    summary: "An allocation to another marketplace's vendor is refused, but credited.",
    replace: refusedButDone("allocations", "target", (input) =>
      vendorIn(input) === undefined ? undefined : input,
    ),
  },
  "allocation-across-modes-credits": {
    violates: ["connect-targets/allocation-to-live-vendor-credits-nothing"],
    summary: "An allocation to a live vendor with a test key is refused, but credited.",
    replace: refusedButDone("allocations", "target", (input) => {
      const { caller } = input.command;
      const vendor = vendorIn(input);
      if (vendor === undefined || vendor.accountId !== caller.accountId) return undefined;
      return { ...input, command: { ...input.command, caller: { ...caller, mode: vendor.mode } } };
    }),
  },
  "foreign-allocation-reversed": {
    violates: ["connect-targets/foreign-allocation-cannot-be-reversed"],
    summary: "An allocation can be reversed by any merchant that knows its id.",
    replace: readingAs("reversals", asOwner),
  },
  "foreign-reversal-refused-and-done": {
    violates: ["connect-targets/foreign-reversal-moves-no-money"],
    summary: "A reversal of another marketplace's allocation is refused but takes effect.",
    replace: refusedButDone("reversals", "allocation", (input) => {
      const owner = asOwner(input);
      return owner.command.caller.accountId === input.command.caller.accountId ? undefined : owner;
    }),
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
    replace: refusedButDone("withdrawals", "target", (input) =>
      input.state.get(vendors, input.command.params["acct"] ?? "") === undefined ? undefined : input,
    ),
  },
});
