import type { Mutant } from "../mutant.ts";
import { answerFaults } from "../faults/answers.ts";
import { objectsIn } from "../shared/answers.ts";
import { constantly, lowercase } from "../faults/values.ts";

/** Every vendor on a page except the first. */
const later = answerFaults(
  "vendor after the first of a page",
  { operations: ["listAccounts"], status: 200, objects: (body) => objectsIn(body, "data").slice(1) },
  "vendors/listed-",
);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  later.drops("type", "type"),
  later.gives("country", "country-uppercase", lowercase),
  later.gives("currency", "currency-uppercase", lowercase),
  later.gives("object", "object-word", constantly("account")),
];
