import type { Mutant } from "../mutant.ts";
import { complianceFilesMutants } from "./files.ts";
import { complianceOutagesMutants } from "./outages.ts";
import { compliancePassiveMutants } from "./passive.ts";

/** The mutants of compliance, a file for each of `suites/compliance/`. */
export const complianceMutants: readonly Mutant[] = [
  ...complianceFilesMutants,
  ...complianceOutagesMutants,
  ...compliancePassiveMutants,
];
