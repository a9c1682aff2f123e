import type { Mutant } from "../mutant.ts";
import { connectEventsApplicationFeesMutants } from "./application-fees.ts";
import { connectEventsBlockedMutants } from "./blocked.ts";
import { connectEventsCausesMutants } from "./causes.ts";
import { connectEventsEndpointsMutants } from "./endpoints.ts";
import { connectEventsFundsAvailableMutants } from "./funds-available.ts";
import { connectEventsPassiveMutants } from "./passive.ts";
import { connectEventsTransfersMutants } from "./transfers.ts";

/** The mutants of connect-events, a file for each of `suites/connect-events/`. */
export const connectEventMutants: readonly Mutant[] = [
  ...connectEventsApplicationFeesMutants,
  ...connectEventsBlockedMutants,
  ...connectEventsCausesMutants,
  ...connectEventsEndpointsMutants,
  ...connectEventsFundsAvailableMutants,
  ...connectEventsPassiveMutants,
  ...connectEventsTransfersMutants,
];
