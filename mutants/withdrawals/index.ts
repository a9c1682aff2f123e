import type { Mutant } from "../mutant.ts";
import { mutants as balance } from "./balance.ts";
import { mutants as keysOnce } from "./keys-once.ts";
import { mutants as keys } from "./keys.ts";
import { mutants as races } from "./races.ts";
import { mutants as refusals } from "./refusals.ts";

export const mutants: readonly Mutant[] = [...balance, ...keysOnce, ...keys, ...races, ...refusals];
