import type { Mutant } from "../mutant.ts";
import { mutants as mode } from "./mode.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as retrieval } from "./retrieval.ts";

export const mutants: readonly Mutant[] = [...mode, ...passive, ...retrieval];
