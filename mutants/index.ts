import { activationMutants } from "./activation/index.ts";
import { aliases } from "./aliases.ts";
import { allocationMutants } from "./allocations/index.ts";
import { authenticationMutants } from "./authentication/index.ts";
import { chargeMutants } from "./charges/index.ts";
import { checkoutSessionMutants } from "./checkout-sessions/index.ts";
import { complianceMutants } from "./compliance/index.ts";
import { connectEventMutants } from "./connect-events/index.ts";
import { connectGuardMutants } from "./connect-guards/index.ts";
import { connectTargetMutants } from "./connect-targets/index.ts";
import { conventionMutants } from "./conventions/index.ts";
import { disbursementMutants } from "./disbursements/index.ts";
import { invoiceMutants } from "./invoices/index.ts";
import type { Mutant } from "./mutant.ts";
import { onboardingMutants } from "./onboarding/index.ts";
import { refusedRequestMutants } from "./operations/accepted.ts";
import { absentRouteMutants } from "./operations/served.ts";
import { overviewMutants } from "./overview/index.ts";
import { everyPassiveMutant, passiveMutantsFor } from "./passive/index.ts";
import { paymentIntentMutants } from "./payment-intents/index.ts";
import { payoutScheduleMutants } from "./payout-schedule/index.ts";
import { remittanceMutants } from "./remittances/index.ts";
import { reversalMutants } from "./reversals/index.ts";
import { subscriptionEventMutants } from "./subscription-events/index.ts";
import { subscriptionMutants } from "./subscriptions/index.ts";
import { testClockMutants } from "./test-clocks/index.ts";
import { transactionMutants } from "./transactions/index.ts";
import { vendorMutants } from "./vendors/index.ts";
import { withdrawalMutants } from "./withdrawals/index.ts";

/** Mutants made by hand. One folder an area; append yours. */
const handmade: readonly Mutant[] = [
  ...absentRouteMutants,
  ...refusedRequestMutants,
  ...conventionMutants,
  ...authenticationMutants,
  ...paymentIntentMutants,
  ...checkoutSessionMutants,
  ...disbursementMutants,
  ...remittanceMutants,
  ...invoiceMutants,
  ...subscriptionEventMutants,
  ...subscriptionMutants,
  ...testClockMutants,
  ...allocationMutants,
  ...reversalMutants,
  ...withdrawalMutants,
  ...connectTargetMutants,
  ...connectEventMutants,
  ...chargeMutants,
  ...connectGuardMutants,
  ...activationMutants,
  ...complianceMutants,
  ...onboardingMutants,
  ...payoutScheduleMutants,
  ...transactionMutants,
  ...vendorMutants,
  ...overviewMutants,
];

const current = new Set(Object.values(aliases));

/** Derived mutants that were once made by hand. */
const merged = everyPassiveMutant.filter(({ id }) => current.has(id));

/** Every mutant: those made by hand, those merged, and a derived one for each passive rule that none of them breaks. */
export const mutants: readonly Mutant[] = [
  ...handmade,
  ...merged,
  ...passiveMutantsFor([...handmade, ...merged]),
];

/** For the full matrix: each passive rule broken at every operation and event that can show it. */
export const fullMutants: readonly Mutant[] = [...handmade, ...everyPassiveMutant];

export { variants } from "./variants/index.ts";
