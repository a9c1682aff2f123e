import type { Mutant } from "../mutant.ts";
import { mutants as account } from "./account.ts";
import { mutants as kept } from "./kept.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as refusals } from "./refusals.ts";

export const mutants: readonly Mutant[] = [...account, ...kept, ...passive, ...refusals];
