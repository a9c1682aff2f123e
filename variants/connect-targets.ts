import { targetedOperations, type TargetParts } from "../emulator/areas/connect/targets.ts";
import { vendors } from "../emulator/areas/connect/vendor.ts";
import { json, message, only, validationFailed } from "../emulator/kernel/answers.ts";
import type { Answer } from "../emulator/kernel/request.ts";
import { connectPart, refusing } from "../mutants/connect/parts.ts";
import { inOrder, named, part, type PartChange, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";

/** Changes how all operations look up their vendors. */
const targeting = (change: PartChange<TargetParts>): Replace =>
  inOrder(...targetedOperations.map((operation) => part(["connect", "targets", operation], change)));

/** Other choices at the open points in `spec/areas/connect-targets.yaml`. */
export const variants = named<Variant>({
  "environment-before-owner": {
    openPoints: ["cross-mode-foreign"],
    what: "A vendor of the other mode gets the 401, even if it is deleted or belongs to another marketplace",
    replace: targeting(({ classify }) => ({
      classify: (state, caller, id) => {
        const vendor = state.get(vendors, id);
        const cause = classify(state, caller, id);
        return (cause === "foreign" || cause === "deleted") && vendor?.mode !== caller.mode
          ? "otherMode"
          : cause;
      },
    })),
  },
  "targets-with-headers": {
    openPoints: ["target-header-bytes"],
    what: "The refusals of unreachable vendors differ in a header",
    replace: targeting(({ answers }) => {
      const by = (name: string, answer: () => Answer) => () => ({
        ...answer(),
        headers: { "x-handled-by": name },
      });
      const { malformed, unknown, foreign } = answers;
      return {
        answers: {
          ...answers,
          malformed: by("parser", malformed),
          unknown: by("store", unknown),
          foreign: by("guard", foreign),
        },
      };
    }),
  },
  "allocation-to-oneself-explained": {
    openPoints: ["self-allocation-body"],
    what: "An allocation to oneself is refused with another body",
    replace: part(["connect", "allocations", "refusals"], () => ({
      toOneself: () => json(403, { error: "Forbidden", message: "Forbidden", reason: "own account" }),
    })),
  },
  "unknown-allocations-are-404": {
    openPoints: ["reversal-unknown-allocation"],
    what: "The reversal of an unknown allocation returns 404",
    replace: connectPart("reversals", () => ({ unknown: () => message(404, "allocation not found") })),
  },
  "unknown-allocations-are-gone": {
    openPoints: ["reversal-unknown-allocation"],
    what: "The reversal of an unknown allocation returns 410",
    replace: connectPart("reversals", () => ({ unknown: () => message(410, "Gone") })),
  },
  "unknown-allocations-are-422": {
    openPoints: ["reversal-unknown-allocation"],
    what: "The reversal of an unknown allocation is refused as an invalid parameter",
    replace: connectPart("reversals", () => ({
      unknown: () =>
        validationFailed(422, [{ rule: "exists", field: "allocationId", message: "exists failed" }]),
    })),
  },
  "unknown-allocations-distinguished": {
    openPoints: ["reversal-unknown-allocation"],
    what: "A malformed allocation id is refused with 400",
    replace: refusing("reversals", "allocation", (refusal, { command }) =>
      /^ctr_\w+$/.test(command.params["allocationId"] ?? "")
        ? refusal
        : only(json(400, { message: "This is no allocation" })),
    ),
  },
});
