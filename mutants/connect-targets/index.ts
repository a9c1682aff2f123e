import type { Mutant } from "../mutant.ts";
import { mutants as effects } from "./effects.ts";
import { mutants as unreachableVendors } from "./unreachable-vendors.ts";
import { mutants as outages } from "./outages.ts";

export const mutants: readonly Mutant[] = [...effects, ...unreachableVendors, ...outages];
