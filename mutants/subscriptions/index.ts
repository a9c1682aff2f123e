import type { Mutant } from "../mutant.ts";
import { mutants as canceled } from "./canceled.ts";
import { mutants as created } from "./created.ts";
import { mutants as ignoredLater } from "./ignored-later.ts";
import { mutants as retriesAndPauses } from "./retries-and-pauses.ts";
import { mutants as siblings } from "./siblings.ts";
import { mutants as transitions } from "./transitions.ts";

export const mutants: readonly Mutant[] = [
  ...canceled,
  ...created,
  ...ignoredLater,
  ...retriesAndPauses,
  ...siblings,
  ...transitions,
];
