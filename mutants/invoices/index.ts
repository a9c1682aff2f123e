import type { Mutant } from "../mutant.ts";
import { mutants as calendar } from "./calendar.ts";
import { mutants as finalized } from "./finalized.ts";
import { mutants as paid } from "./paid.ts";
import { mutants as voided } from "./voided.ts";

export const mutants: readonly Mutant[] = [...calendar, ...finalized, ...paid, ...voided];
