import type { Mutant } from "../mutant.ts";
import { mutants as afterOthers } from "./after-others.ts";
import { mutants as amounts } from "./amounts.ts";
import { mutants as balances } from "./balances.ts";
import { mutants as insufficient } from "./insufficient.ts";
import { mutants as model } from "./model.ts";
import { mutants as races } from "./races.ts";
import { mutants as refusals } from "./refusals.ts";

export const mutants: readonly Mutant[] = [
  ...afterOthers,
  ...amounts,
  ...balances,
  ...insufficient,
  ...model,
  ...races,
  ...refusals,
];
