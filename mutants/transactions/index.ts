import type { Mutant } from "../mutant.ts";
import { mutants as pages } from "./pages.ts";
import { mutants as passive } from "./passive.ts";

export const mutants: readonly Mutant[] = [...pages, ...passive];
