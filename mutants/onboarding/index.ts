import type { Mutant } from "../mutant.ts";
import { mutants as links } from "./links.ts";

export const mutants: readonly Mutant[] = [...links];
