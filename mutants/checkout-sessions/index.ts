import type { Mutant } from "../mutant.ts";
import { mutants as created } from "./created.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as refusals } from "./refusals.ts";

export const mutants: readonly Mutant[] = [...created, ...passive, ...refusals];
