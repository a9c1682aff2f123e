import type { Variant } from "../mutant.ts";
import { allocationVariants } from "./allocations.ts";
import { billingEventVariants } from "./billing-events.ts";
import { bindingVariants } from "./bindings.ts";
import { chargeVariants } from "./charges.ts";
import { clockAnswerVariants } from "./clock-answers.ts";
import { clockVariants } from "./clocks.ts";
import { connectEventVariants } from "./connect-events.ts";
import { guardVariants } from "./guards.ts";
import { idempotencyVariants } from "./idempotency.ts";
import { keyScopeVariants } from "./key-scopes.ts";
import { overviewVariants } from "./overview.ts";
import { redeliveryVariants } from "./redelivery.ts";
import { reversalVariants } from "./reversals.ts";
import { lateVariants } from "./late.ts";
import { roughVariants } from "./rough.ts";
import { singletonVariants } from "./singletons.ts";
import { strangerVariants } from "./strangers.ts";
import { subscriptionVariants } from "./subscriptions.ts";
import { vendorListVariants } from "./vendor-lists.ts";
import { vendorVariants } from "./vendors.ts";
import { serverVariants } from "./wire.ts";
import { withdrawalVariants } from "./withdrawals.ts";

/** Variants by topic, beside those of the core resources; a family per file. */
export const topicalVariants: readonly Variant[] = [
  ...serverVariants,
  ...roughVariants,
  ...lateVariants,
  ...guardVariants,
  ...idempotencyVariants,
  ...keyScopeVariants,
  ...allocationVariants,
  ...reversalVariants,
  ...chargeVariants,
  ...vendorVariants,
  ...vendorListVariants,
  ...withdrawalVariants,
  ...singletonVariants,
  ...overviewVariants,
  ...connectEventVariants,
  ...redeliveryVariants,
  ...clockVariants,
  ...clockAnswerVariants,
  ...subscriptionVariants,
  ...strangerVariants,
  ...billingEventVariants,
  ...bindingVariants,
];
