import type { Mutant } from "../mutant.ts";
import { payoutRefusalMutants } from "../shared/payout-refusals.ts";
import { payouts } from "./parts.ts";

/** Mutants of the rules that `suites/disbursements/refusals.ts` judges. */
export const disbursementsRefusalsMutants: readonly Mutant[] = [...payoutRefusalMutants(payouts)];
