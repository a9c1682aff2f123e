import type { Mutant } from "../mutant.ts";
import { overviewCalendarEdgesMutants } from "./calendar-edges.ts";
import { overviewFiguresMutants } from "./figures.ts";
import { overviewGrowthMutants } from "./growth.ts";
import { overviewNamedAccountMutants } from "./named-account.ts";
import { overviewParametersMutants } from "./parameters.ts";
import { overviewPassiveMutants } from "./passive.ts";
import { overviewReferenceMutants } from "./reference.ts";
import { overviewTopVolumeMutants } from "./top-volume.ts";
import { overviewWindowsMutants } from "./windows.ts";

/** The mutants of overview, a file for each of `suites/overview/`. */
export const overviewMutants: readonly Mutant[] = [
  ...overviewCalendarEdgesMutants,
  ...overviewFiguresMutants,
  ...overviewGrowthMutants,
  ...overviewNamedAccountMutants,
  ...overviewParametersMutants,
  ...overviewPassiveMutants,
  ...overviewReferenceMutants,
  ...overviewTopVolumeMutants,
  ...overviewWindowsMutants,
];
