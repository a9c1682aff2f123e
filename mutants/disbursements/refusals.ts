import type { Mutant } from "../mutant.ts";
import { payoutRefusalMutants } from "../shared/payout-refusals.ts";
import { payouts } from "./parts.ts";

export const mutants: readonly Mutant[] = [...payoutRefusalMutants(payouts)];
