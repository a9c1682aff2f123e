import type { Mutant } from "../mutant.ts";
import { overviewEdgeMutants } from "./edges.ts";
import { overviewFigureMutants } from "./figures.ts";
import { overviewGrowthMutants } from "./growth.ts";
import { overviewLeaderMutants } from "./leaders.ts";
import { overviewParameterMutants } from "./parameters.ts";
import { rareOverviewMutants } from "./rare.ts";
import { overviewWindowMutants } from "./windows.ts";

/** Overviews with one thing wrong (§2.9, §4.6). */
export const overviewMutants: readonly Mutant[] = [
  ...overviewParameterMutants,
  ...overviewWindowMutants,
  ...overviewEdgeMutants,
  ...overviewFigureMutants,
  ...overviewLeaderMutants,
  ...overviewGrowthMutants,
  ...rareOverviewMutants,
];
