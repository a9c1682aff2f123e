import type { Mutant } from "../mutant.ts";
import { keys } from "./parts.ts";

export const mutants: readonly Mutant[] = keys.counted;
