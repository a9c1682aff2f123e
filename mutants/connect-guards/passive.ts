import { named } from "../mutant.ts";
import { changingObjects } from "../shared/answers.ts";

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "connect-code-is-a-number": {
    violates: ["connect-guards/refusal-code"],
    summary: "The code of a refused withdrawal is a number.",
    replace: changingObjects(
      { operations: ["createWithdrawal"], status: 422 },
      (body) => {
        body["code"] = 422;
      },
      (body) => body["code"] !== undefined,
    ),
  },
});
