import type { Mutant } from "../mutant.ts";
import { payoutCreationMutants } from "../shared/payout-creations.ts";
import { payouts } from "./parts.ts";

/** Mutants of the rules that `suites/remittances/created.ts` judges. */
export const remittancesCreatedMutants: readonly Mutant[] = [...payoutCreationMutants(payouts)];
