import type { Mutant } from "../mutant.ts";
import { remittancesCreatedMutants } from "./created.ts";
import { remittancesListOwnMutants } from "./list-own.ts";
import { remittancesListMutants } from "./list.ts";
import { remittancesNoTraceMutants } from "./no-trace.ts";
import { remittancesPassiveMutants } from "./passive.ts";
import { remittancesRefusalsMutants } from "./refusals.ts";

/** The mutants of remittances, a file for each of `suites/remittances/`. */
export const remittanceMutants: readonly Mutant[] = [
  ...remittancesCreatedMutants,
  ...remittancesListOwnMutants,
  ...remittancesListMutants,
  ...remittancesNoTraceMutants,
  ...remittancesPassiveMutants,
  ...remittancesRefusalsMutants,
];
