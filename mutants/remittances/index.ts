import type { Mutant } from "../mutant.ts";
import { mutants as created } from "./created.ts";
import { mutants as listOwn } from "./list-own.ts";
import { mutants as list } from "./list.ts";
import { mutants as noTrace } from "./no-trace.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as refusals } from "./refusals.ts";

export const mutants: readonly Mutant[] = [
  ...created,
  ...listOwn,
  ...list,
  ...noTrace,
  ...passive,
  ...refusals,
];
