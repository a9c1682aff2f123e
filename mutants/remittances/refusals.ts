import type { Mutant } from "../mutant.ts";
import { creationFaults } from "../shared/creation-faults.ts";
import { payoutRefusalMutants } from "../shared/payout-refusals.ts";
import { payouts } from "./parts.ts";

const { area, word, create } = payouts;
const remittance = creationFaults({ area, word, operation: create, status: 400 });

export const mutants: readonly Mutant[] = [
  ...payoutRefusalMutants(payouts),
  remittance.refuses("metadata", "absent", "metadata-may-be-omitted"),
  remittance.refuses("metadata", "present", "metadata-is-accepted"),
  remittance.accepts("word", "metadata", "metadata-of-wrong-type", {}),
  remittance.accepts("number", "metadata", "metadata-of-wrong-type", {}),
];
