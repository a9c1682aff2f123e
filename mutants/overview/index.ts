import type { Mutant } from "../mutant.ts";
import { mutants as calendarEdges } from "./calendar-edges.ts";
import { mutants as figures } from "./figures.ts";
import { mutants as growth } from "./growth.ts";
import { mutants as namedAccount } from "./named-account.ts";
import { mutants as parameters } from "./parameters.ts";
import { mutants as passive } from "./passive.ts";
import { mutants as reference } from "./reference.ts";
import { mutants as topVolume } from "./top-volume.ts";
import { mutants as windows } from "./windows.ts";

export const mutants: readonly Mutant[] = [
  ...calendarEdges,
  ...figures,
  ...growth,
  ...namedAccount,
  ...parameters,
  ...passive,
  ...reference,
  ...topVolume,
  ...windows,
];
