import type { Mutant } from "../mutant.ts";
import { testClocksAdvancedMutants } from "./advanced.ts";
import { testClocksAfterOthersMutants } from "./after-others.ts";
import { testClocksAttachedMutants } from "./attached.ts";
import { testClocksClockInAnswersMutants } from "./clock-in-answers.ts";
import { testClocksCreatedMutants } from "./created.ts";
import { testClocksDeletedMutants } from "./deleted.ts";
import { testClocksListedMutants } from "./listed.ts";
import { testClocksLiveKeyMutants } from "./live-key.ts";
import { testClocksModelMutants } from "./model.ts";
import { testClocksNotFoundMutants } from "./not-found.ts";
import { testClocksReplayedMutants } from "./replayed.ts";
import { testClocksSimulatedMutants } from "./simulated.ts";

/** The mutants of test-clocks, a file for each of `suites/test-clocks/`. */
export const testClockMutants: readonly Mutant[] = [
  ...testClocksAdvancedMutants,
  ...testClocksAfterOthersMutants,
  ...testClocksAttachedMutants,
  ...testClocksClockInAnswersMutants,
  ...testClocksCreatedMutants,
  ...testClocksDeletedMutants,
  ...testClocksListedMutants,
  ...testClocksLiveKeyMutants,
  ...testClocksModelMutants,
  ...testClocksNotFoundMutants,
  ...testClocksReplayedMutants,
  ...testClocksSimulatedMutants,
];
