import type { Mutant } from "../mutant.ts";
import { mutants as figures } from "./figures.ts";
import { mutants as keysOnce } from "./keys-once.ts";
import { mutants as keys } from "./keys.ts";
import { mutants as maturity } from "./maturity.ts";
import { mutants as outages } from "./outages.ts";
import { mutants as races } from "./races.ts";
import { mutants as refusals } from "./refusals.ts";

export const mutants: readonly Mutant[] = [
  ...figures,
  ...keysOnce,
  ...keys,
  ...maturity,
  ...outages,
  ...races,
  ...refusals,
];
