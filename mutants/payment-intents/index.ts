import type { Mutant } from "../mutant.ts";
import { mutants as created } from "./created.ts";
import { mutants as optionalFields } from "./optional-fields.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as refusals } from "./refusals.ts";
import { mutants as retrieved } from "./retrieved.ts";

export const mutants: readonly Mutant[] = [
  ...created,
  ...optionalFields,
  ...passive,
  ...refusals,
  ...retrieved,
];
