import type { Mutant } from "../mutant.ts";
import { mutants as advanced } from "./advanced.ts";
import { mutants as afterOthers } from "./after-others.ts";
import { mutants as attached } from "./attached.ts";
import { mutants as clockInAnswers } from "./clock-in-answers.ts";
import { mutants as created } from "./created.ts";
import { mutants as deleted } from "./deleted.ts";
import { mutants as listed } from "./listed.ts";
import { mutants as liveKey } from "./live-key.ts";
import { mutants as model } from "./model.ts";
import { mutants as notFound } from "./not-found.ts";
import { mutants as replayed } from "./replayed.ts";
import { mutants as simulated } from "./simulated.ts";

export const mutants: readonly Mutant[] = [
  ...advanced,
  ...afterOthers,
  ...attached,
  ...clockInAnswers,
  ...created,
  ...deleted,
  ...listed,
  ...liveKey,
  ...model,
  ...notFound,
  ...replayed,
  ...simulated,
];
