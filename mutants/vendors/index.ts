import type { Mutant } from "../mutant.ts";
import { mutants as afterOthers } from "./after-others.ts";
import { mutants as created } from "./created.ts";
import { mutants as fields } from "./fields.ts";
import { mutants as keysOnce } from "./keys-once.ts";
import { mutants as keys } from "./keys.ts";
import { mutants as list } from "./list.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as rate } from "./rate.ts";
import { mutants as refusals } from "./refusals.ts";

export const mutants: readonly Mutant[] = [
  ...afterOthers,
  ...created,
  ...fields,
  ...keysOnce,
  ...keys,
  ...list,
  ...passive,
  ...rate,
  ...refusals,
];
