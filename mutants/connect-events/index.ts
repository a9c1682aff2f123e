import type { Mutant } from "../mutant.ts";
import { mutants as applicationFees } from "./application-fees.ts";
import { mutants as blocked } from "./blocked.ts";
import { mutants as causes } from "./causes.ts";
import { mutants as endpoints } from "./endpoints.ts";
import { mutants as fundsAvailable } from "./funds-available.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as transfers } from "./transfers.ts";

export const mutants: readonly Mutant[] = [
  ...applicationFees,
  ...blocked,
  ...causes,
  ...endpoints,
  ...fundsAvailable,
  ...passive,
  ...transfers,
];
