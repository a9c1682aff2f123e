import type { Variant } from "../mutant.ts";
import { activationVariants } from "./activation.ts";
import { allocationsVariants } from "./allocations.ts";
import { allocationsKeysVariants } from "./allocations-keys.ts";
import { authenticationVariants } from "./authentication.ts";
import { chargesVariants } from "./charges.ts";
import { checkoutSessionsVariants } from "./checkout-sessions.ts";
import { complianceVariants } from "./compliance.ts";
import { connectEventsVariants } from "./connect-events.ts";
import { connectGuardsVariants } from "./connect-guards.ts";
import { connectTargetsVariants } from "./connect-targets.ts";
import { conventionsVariants } from "./conventions.ts";
import { conventionsHttpVariants } from "./conventions-http.ts";
import { conventionsTimestampsVariants } from "./conventions-timestamps.ts";
import { disbursementsVariants } from "./disbursements.ts";
import { everyAreaVariants } from "./every-area.ts";
import { everyAreaDelaysVariants } from "./every-area-delays.ts";
import { invoicesVariants } from "./invoices.ts";
import { onboardingVariants } from "./onboarding.ts";
import { overviewVariants } from "./overview.ts";
import { overviewWindowsVariants } from "./overview-windows.ts";
import { paymentIntentsVariants } from "./payment-intents.ts";
import { payoutScheduleVariants } from "./payout-schedule.ts";
import { remittancesVariants } from "./remittances.ts";
import { reversalsVariants } from "./reversals.ts";
import { subscriptionEventsVariants } from "./subscription-events.ts";
import { subscriptionEventsFieldsVariants } from "./subscription-events-fields.ts";
import { subscriptionsVariants } from "./subscriptions.ts";
import { subscriptionsAnswersVariants } from "./subscriptions-answers.ts";
import { testClocksVariants } from "./test-clocks.ts";
import { testClocksAnswersVariants } from "./test-clocks-answers.ts";
import { testClocksRequestsVariants } from "./test-clocks-requests.ts";
import { transactionsVariants } from "./transactions.ts";
import { vendorsVariants } from "./vendors.ts";
import { vendorsCreationVariants } from "./vendors-creation.ts";
import { vendorsListsVariants } from "./vendors-lists.ts";
import { withdrawalsVariants } from "./withdrawals.ts";

/** Every variant, in the order in which several are combined: the first is the innermost. Connect's guards follow the areas whose keys they bind. */
export const variants: readonly Variant[] = [
  ...everyAreaVariants,
  ...conventionsVariants,
  ...conventionsTimestampsVariants,
  ...conventionsHttpVariants,
  ...authenticationVariants,
  ...paymentIntentsVariants,
  ...checkoutSessionsVariants,
  ...disbursementsVariants,
  ...remittancesVariants,
  ...everyAreaDelaysVariants,
  ...connectTargetsVariants,
  ...allocationsVariants,
  ...allocationsKeysVariants,
  ...reversalsVariants,
  ...chargesVariants,
  ...vendorsVariants,
  ...vendorsCreationVariants,
  ...vendorsListsVariants,
  ...transactionsVariants,
  ...withdrawalsVariants,
  ...connectGuardsVariants,
  ...activationVariants,
  ...payoutScheduleVariants,
  ...complianceVariants,
  ...onboardingVariants,
  ...overviewWindowsVariants,
  ...overviewVariants,
  ...connectEventsVariants,
  ...testClocksRequestsVariants,
  ...testClocksAnswersVariants,
  ...testClocksVariants,
  ...subscriptionsVariants,
  ...subscriptionsAnswersVariants,
  ...subscriptionEventsVariants,
  ...subscriptionEventsFieldsVariants,
  ...invoicesVariants,
];
