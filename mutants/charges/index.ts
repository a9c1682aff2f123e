import type { Mutant } from "../mutant.ts";
import { chargesCommissionsMutants } from "./commissions.ts";
import { chargesOutagesMutants } from "./outages.ts";
import { chargesRefundsMutants } from "./refunds.ts";

/** The mutants of charges, a file for each of `suites/charges/`. */
export const chargeMutants: readonly Mutant[] = [
  ...chargesCommissionsMutants,
  ...chargesOutagesMutants,
  ...chargesRefundsMutants,
];
