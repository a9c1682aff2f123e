import type { Mutant } from "../mutant.ts";
import { vendorCreationMutants } from "./creation.ts";
import { vendorKeyMutants } from "./keys.ts";
import { vendorListMutants } from "./list.ts";
import { rareVendorMutants } from "./rare.ts";
import { vendorViewMutants } from "./views.ts";

/** Vendors with one thing wrong (§2.10, §4.7, §7.6, §8). */
export const vendorMutants: readonly Mutant[] = [
  ...vendorCreationMutants,
  ...vendorViewMutants,
  ...vendorListMutants,
  ...vendorKeyMutants,
  ...rareVendorMutants,
];
