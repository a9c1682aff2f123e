import type { Mutant } from "../mutant.ts";
import { payoutScheduleAccountMutants } from "./account.ts";
import { payoutScheduleKeptMutants } from "./kept.ts";
import { payoutSchedulePassiveMutants } from "./passive.ts";
import { payoutScheduleRefusalsMutants } from "./refusals.ts";

/** The mutants of payout-schedule, a file for each of `suites/payout-schedule/`. */
export const payoutScheduleMutants: readonly Mutant[] = [
  ...payoutScheduleAccountMutants,
  ...payoutScheduleKeptMutants,
  ...payoutSchedulePassiveMutants,
  ...payoutScheduleRefusalsMutants,
];
