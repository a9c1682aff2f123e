import type { Mutant } from "../mutant.ts";
import { vendorCreationMutants } from "./creation.ts";
import { vendorKeyMutants } from "./keys.ts";
import { vendorListMutants } from "./list.ts";
import { rareVendorMutants } from "./rare.ts";
import { vendorViewMutants } from "./views.ts";
import { keyedRequestMutants } from "../shared/keyed-requests.ts";

/** Vendors with one thing wrong (§2.10, §4.7, §7.6, §8). */
export const vendorMutants: readonly Mutant[] = [
  ...vendorCreationMutants,
  ...vendorViewMutants,
  ...vendorListMutants,
  ...vendorKeyMutants,
  ...rareVendorMutants,
  ...keyedRequestMutants({
    name: "vendor",
    path: /\/v1\/connect\/accounts$/,
    rules: {
      conflict: "vendors/conflict-creates-once",
      conflictEnds: "vendors/key-in-progress-ends",
      refusal: "vendors/key-after-refusal-creates-once",
      outage: "vendors/key-after-outage-creates-once",
      others: "vendors/key-outlasts-others",
    },
  }),
];
