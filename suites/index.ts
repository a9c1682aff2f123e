import type { RuleCheck } from "../harness/rule.ts";
import activation from "./activation/index.ts";
import allocations from "./allocations/index.ts";
import authentication from "./authentication/index.ts";
import charges from "./charges/index.ts";
import checkoutSessions from "./checkout-sessions/index.ts";
import compliance from "./compliance/index.ts";
import connectEvents from "./connect-events/index.ts";
import connectGuards from "./connect-guards/index.ts";
import connectTargets from "./connect-targets/index.ts";
import conventions from "./conventions/index.ts";
import disbursements from "./disbursements/index.ts";
import invoices from "./invoices/index.ts";
import onboarding from "./onboarding/index.ts";
import accepted from "./operations/accepted.ts";
import served from "./operations/served.ts";
import overview from "./overview/index.ts";
import paymentIntents from "./payment-intents/index.ts";
import payoutSchedule from "./payout-schedule/index.ts";
import remittances from "./remittances/index.ts";
import reversals from "./reversals/index.ts";
import subscriptionEvents from "./subscription-events/index.ts";
import subscriptions from "./subscriptions/index.ts";
import testClocks from "./test-clocks/index.ts";
import transactions from "./transactions/index.ts";
import vendors from "./vendors/index.ts";
import withdrawals from "./withdrawals/index.ts";

/** Every check of the suite. One folder an area, one file a family of rules. */
export const checks: readonly RuleCheck[] = [
  ...served,
  ...accepted,
  ...conventions,
  ...authentication,
  ...paymentIntents,
  ...checkoutSessions,
  ...disbursements,
  ...remittances,
  ...activation,
  ...payoutSchedule,
  ...overview,
  ...allocations,
  ...reversals,
  ...withdrawals,
  ...connectTargets,
  ...vendors,
  ...transactions,
  ...compliance,
  ...onboarding,
  ...charges,
  ...connectGuards,
  ...connectEvents,
  ...invoices,
  ...subscriptionEvents,
  ...subscriptions,
  ...testClocks,
];
