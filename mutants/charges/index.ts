import type { Mutant } from "../mutant.ts";
import { mutants as commissions } from "./commissions.ts";
import { mutants as outages } from "./outages.ts";
import { mutants as refunds } from "./refunds.ts";

export const mutants: readonly Mutant[] = [...commissions, ...outages, ...refunds];
