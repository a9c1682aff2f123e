import { allocations } from "../../emulator/areas/connect/records.ts";
import { coded } from "../../emulator/kernel/answers.ts";
import { put } from "../../emulator/kernel/table.ts";
import { changingRefusal, connectPart, refusing, withAnswer } from "../connect/parts.ts";
import { byId, named } from "../mutant.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { emptying } from "./parts.ts";

const EXCEEDS = "connect.reversal_exceeds_remaining";

export const mutants = named({
  "reversal-cap-before-the-fee": {
    violates: ["reversals/cap-is-what-the-vendor-received"],
    summary: "The fee can be reversed, though the vendor never received it.",
    replace: connectPart("reversals", () => ({
      remaining: ({ amount, fee, reversed }) => amount + fee - reversed,
    })),
  },
  "over-remaining-reported-as-conflict": {
    violates: ["reversals/over-remaining-refused"],
    summary: "A reversal beyond the remainder is refused with 409.",
    replace: connectPart("reversals", ({ exceedsRefusal }) => ({
      exceedsRefusal: (requested, remaining) => ({ ...exceedsRefusal(requested, remaining), status: 409 }),
    })),
  },
  "over-remaining-without-code-when-reversed-before": {
    violates: ["reversals/over-remaining-refused"],
    summary: "A reversal beyond the remainder of a partly reversed allocation has another code.",
    replace: refusing("reversals", "remainder", (refusal, { state, command }) => {
      const before = state.get(allocations, command.params["allocationId"] ?? "")?.reversed ?? 0;
      return before === 0
        ? refusal
        : withAnswer(refusal, (body) => {
            body["code"] = "connect.reversal_exceeds_allocation";
          });
    }),
  },
  "over-remaining-requested-is-the-excess": {
    violates: ["reversals/over-remaining-requested"],
    summary: "`requested` is only the excess over the remainder.",
    replace: connectPart("reversals", ({ exceedsRefusal }) => ({
      exceedsRefusal: (requested, remaining) => exceedsRefusal(requested - remaining, remaining),
    })),
  },
  "over-remaining-remaining-is-the-whole": {
    violates: ["reversals/over-remaining-remaining"],
    summary: "`remaining` is the whole allocation.",
    replace: changingRefusal("reversals", "remainder", (body, { state, command }) => {
      body["remaining"] = state.get(allocations, command.params["allocationId"] ?? "")?.amount;
    }),
  },
  "over-remaining-takes-a-franc": {
    violates: ["reversals/over-remaining-changes-nothing"],
    summary: "A reversal that is refused for the remainder reduces it by one franc.",
    replace: refusing("reversals", "remainder", (refusal, { state, command }) => {
      const allocation = state.get(allocations, command.params["allocationId"] ?? "");
      if (allocation === undefined || allocation.reversed >= allocation.amount) return refusal;
      return {
        ...refusal,
        writes: [put(allocations, { ...allocation, reversed: allocation.reversed + 1 })],
      };
    }),
  },
  "nothing-left-without-remaining": {
    violates: ["reversals/nothing-left-refused"],
    summary: "The refusal has no `remaining` when nothing remains.",
    replace: connectPart("reversals", ({ exceedsRefusal }) => ({
      exceedsRefusal: (requested, remaining) =>
        remaining === 0
          ? coded(422, EXCEEDS, "Nothing remains", { requested })
          : exceedsRefusal(requested, remaining),
    })),
  },
  "over-remaining-empties-the-vendor": {
    violates: ["reversals/refused-reversal-moves-no-money"],
    summary: "A reversal beyond the remainder is refused, but takes all funds of the vendor.",
    replace: refusing("reversals", "remainder", (refusal, input) => ({
      ...refusal,
      postings: [emptying(input)],
    })),
  },
  ...byId([strangeRefusedTooLate("createAllocationReversal", "reversals/refused-reversal-moves-no-money")]),
});
