import type { Mutant } from "../mutant.ts";
import { disbursementsCreatedMutants } from "./created.ts";
import { disbursementsPassiveMutants } from "./passive.ts";
import { disbursementsRefusalsMutants } from "./refusals.ts";

/** The mutants of disbursements, a file for each of `suites/disbursements/`. */
export const disbursementMutants: readonly Mutant[] = [
  ...disbursementsCreatedMutants,
  ...disbursementsPassiveMutants,
  ...disbursementsRefusalsMutants,
];
