import type { Mutant } from "../mutant.ts";
import { paymentIntentsCreatedMutants } from "./created.ts";
import { paymentIntentsOptionalFieldsMutants } from "./optional-fields.ts";
import { paymentIntentsPassiveMutants } from "./passive.ts";
import { paymentIntentsRefusalsMutants } from "./refusals.ts";
import { paymentIntentsRetrievedMutants } from "./retrieved.ts";

/** The mutants of payment-intents, a file for each of `suites/payment-intents/`. */
export const paymentIntentMutants: readonly Mutant[] = [
  ...paymentIntentsCreatedMutants,
  ...paymentIntentsOptionalFieldsMutants,
  ...paymentIntentsPassiveMutants,
  ...paymentIntentsRefusalsMutants,
  ...paymentIntentsRetrievedMutants,
];
