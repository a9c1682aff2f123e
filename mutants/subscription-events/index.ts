import type { Mutant } from "../mutant.ts";
import { astrayMutants } from "./astray.ts";
import { cancellationMutants } from "./cancellations.ts";
import { creationEventMutants } from "./creations.ts";
import { disagreeingMutants } from "./disagreeing.ts";
import { lifeMutants } from "./lives.ts";
import { paymentMutants } from "./payments.ts";
import { rareSubscriptionEventMutants } from "./rare.ts";
import { streamMutants } from "./stream.ts";

export const subscriptionEventMutants: readonly Mutant[] = [
  ...lifeMutants,
  ...cancellationMutants,
  ...paymentMutants,
  ...streamMutants,
  ...rareSubscriptionEventMutants,
  ...astrayMutants,
  ...disagreeingMutants,
  ...creationEventMutants,
];
