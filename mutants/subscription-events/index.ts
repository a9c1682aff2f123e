import type { Mutant } from "../mutant.ts";
import { mutants as reportedState } from "./reported-state.ts";
import { mutants as calendar } from "./calendar.ts";
import { mutants as cancellations } from "./cancellations.ts";
import { mutants as causes } from "./causes.ts";
import { mutants as createdItems } from "./created-items.ts";
import { mutants as creations } from "./creations.ts";
import { mutants as endpoints } from "./endpoints.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as pauses } from "./pauses.ts";
import { mutants as payments } from "./payments.ts";
import { mutants as sequence } from "./sequence.ts";
import { mutants as transitions } from "./transitions.ts";

export const mutants: readonly Mutant[] = [
  ...reportedState,
  ...calendar,
  ...cancellations,
  ...causes,
  ...createdItems,
  ...creations,
  ...endpoints,
  ...passive,
  ...pauses,
  ...payments,
  ...sequence,
  ...transitions,
];
