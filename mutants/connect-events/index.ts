import type { Mutant } from "../mutant.ts";
import { astrayConnectMutants } from "./astray.ts";
import { blockedEventMutants } from "./blocked.ts";
import { chargeEventMutants } from "./charges.ts";
import { deliveryMutants } from "./delivery.ts";
import { fundEventMutants } from "./funds.ts";
import { rareEventMutants } from "./rare.ts";
import { sequenceEventMutants } from "./sequences.ts";
import { transferEventMutants } from "./transfers.ts";

/** The events of Connect with one thing wrong (§6, §6.2). */
export const connectEventMutants: readonly Mutant[] = [
  ...transferEventMutants,
  ...astrayConnectMutants,
  ...blockedEventMutants,
  ...chargeEventMutants,
  ...fundEventMutants,
  ...deliveryMutants,
  ...rareEventMutants,
  ...sequenceEventMutants,
];
