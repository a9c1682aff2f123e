import type { Mutant } from "../mutant.ts";
import { vendorsAfterOthersMutants } from "./after-others.ts";
import { vendorsCreatedMutants } from "./created.ts";
import { vendorsFieldsMutants } from "./fields.ts";
import { vendorsKeysOnceMutants } from "./keys-once.ts";
import { vendorsKeysMutants } from "./keys.ts";
import { vendorsListMutants } from "./list.ts";
import { vendorsPassiveMutants } from "./passive.ts";
import { vendorsRateMutants } from "./rate.ts";
import { vendorsRefusalsMutants } from "./refusals.ts";

/** The mutants of vendors, a file for each of `suites/vendors/`. */
export const vendorMutants: readonly Mutant[] = [
  ...vendorsAfterOthersMutants,
  ...vendorsCreatedMutants,
  ...vendorsFieldsMutants,
  ...vendorsKeysOnceMutants,
  ...vendorsKeysMutants,
  ...vendorsListMutants,
  ...vendorsPassiveMutants,
  ...vendorsRateMutants,
  ...vendorsRefusalsMutants,
];
