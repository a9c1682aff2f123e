import type { Mutant } from "../mutant.ts";
import { payoutCreationMutants } from "../shared/payout-creations.ts";
import { payouts } from "./parts.ts";

export const mutants: readonly Mutant[] = [...payoutCreationMutants(payouts)];
