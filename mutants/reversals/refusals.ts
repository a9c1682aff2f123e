import { allocations } from "../../emulator/areas/connect/records.ts";
import { put } from "../../emulator/kernel/table.ts";
import { connectPart, refusing } from "../connect/parts.ts";
import { where } from "../faults/fields.ts";
import { type OfRequest, refusalFaults, refusalMoving } from "../faults/guards.ts";
import { as, constantly } from "../faults/values.ts";
import { byId, named } from "../mutant.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { allocationOf } from "./parts.ts";

const refusal = refusalFaults("excessive reversal", ["reversals", "remainder"], "reversals/");
const theExcess = as<OfRequest>(
  "the excess",
  (_usual, { body }) => Number(body["requested"]) - Number(body["remaining"]),
);
const theAllocation = as<OfRequest>(
  "the whole allocation",
  (_usual, { input }) => allocationOf(input)?.amount,
);
const again = where(
  "of an allocation again",
  ({ input }: OfRequest) => (allocationOf(input)?.reversed ?? 0) > 0,
);
const ifNothingRemains = where("if nothing remains", ({ body }: OfRequest) => body["remaining"] === 0);

export const mutants = named({
  ...byId([
    refusal.gives("status", "over-remaining-refused", constantly(409)),
    refusal.gives("code", "over-remaining-refused", constantly("connect.reversal_exceeds_allocation"), again),
    refusal.gives("requested", "over-remaining-requested", theExcess),
    refusal.gives("remaining", "over-remaining-remaining", theAllocation),
    refusal.drops("remaining", "nothing-left-refused", ifNothingRemains),
    refusalMoving(
      ["reversals", "remainder"],
      "takes what the vendor has",
      "reversals/refused-reversal-moves-no-money",
    ),
  ]),
  "reversal-cap-one-franc-high": {
    violates: ["reversals/total-never-exceeds-allocation", "reversals/nothing-left-refused"],
    summary: "One franc more than the remainder can be reversed.",
    replace: connectPart("reversals", () => ({ exceeds: (asked, remaining) => asked > remaining + 1 })),
  },
  "reversal-cap-before-the-fee": {
    violates: ["reversals/cap-is-what-the-vendor-received"],
    summary: "The fee can be reversed, though the vendor never received it.",
    replace: connectPart("reversals", () => ({
      remaining: ({ amount, fee, reversed }) => amount + fee - reversed,
    })),
  },
  "over-remaining-takes-a-franc": {
    violates: ["reversals/over-remaining-changes-nothing"],
    summary: "A reversal that is refused for the remainder reduces it by one franc.",
    replace: refusing("reversals", "remainder", (refusal, input) => {
      const allocation = allocationOf(input);
      if (allocation === undefined || allocation.reversed >= allocation.amount) return refusal;
      return {
        ...refusal,
        writes: [put(allocations, { ...allocation, reversed: allocation.reversed + 1 })],
      };
    }),
  },
  ...byId([strangeRefusedTooLate("createAllocationReversal", "reversals/refused-reversal-moves-no-money")]),
});
