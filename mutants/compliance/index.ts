import type { Mutant } from "../mutant.ts";
import { mutants as files } from "./files.ts";
import { mutants as outages } from "./outages.ts";
import { mutants as passive } from "./passive.ts";

export const mutants: readonly Mutant[] = [...files, ...outages, ...passive];
