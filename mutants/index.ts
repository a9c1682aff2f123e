import { mutants as activation } from "./activation/index.ts";
import { aliases } from "./aliases.ts";
import { mutants as allocations } from "./allocations/index.ts";
import { mutants as authentication } from "./authentication/index.ts";
import { mutants as charges } from "./charges/index.ts";
import { mutants as checkoutSessions } from "./checkout-sessions/index.ts";
import { mutants as compliance } from "./compliance/index.ts";
import { mutants as connectEvents } from "./connect-events/index.ts";
import { mutants as connectGuards } from "./connect-guards/index.ts";
import { mutants as connectTargets } from "./connect-targets/index.ts";
import { mutants as conventions } from "./conventions/index.ts";
import { mutants as disbursements } from "./disbursements/index.ts";
import { mutants as invoices } from "./invoices/index.ts";
import type { Mutant } from "./mutant.ts";
import { mutants as onboarding } from "./onboarding/index.ts";
import { refusedRequestMutants } from "./operations/accepted.ts";
import { absentRouteMutants } from "./operations/served.ts";
import { mutants as overview } from "./overview/index.ts";
import { everyPassiveMutant, passiveMutantsFor } from "./passive/index.ts";
import { mutants as paymentIntents } from "./payment-intents/index.ts";
import { mutants as payoutSchedule } from "./payout-schedule/index.ts";
import { mutants as remittances } from "./remittances/index.ts";
import { mutants as reversals } from "./reversals/index.ts";
import { mutants as subscriptionEvents } from "./subscription-events/index.ts";
import { mutants as subscriptions } from "./subscriptions/index.ts";
import { mutants as testClocks } from "./test-clocks/index.ts";
import { mutants as transactions } from "./transactions/index.ts";
import { mutants as vendors } from "./vendors/index.ts";
import { mutants as withdrawals } from "./withdrawals/index.ts";

/** Mutants made by hand: `mutants/<area>/<file>.ts` has those of the rules that `suites/<area>/<file>.ts` judges. */
const handmade: readonly Mutant[] = [
  ...absentRouteMutants,
  ...refusedRequestMutants,
  ...conventions,
  ...authentication,
  ...paymentIntents,
  ...checkoutSessions,
  ...disbursements,
  ...remittances,
  ...invoices,
  ...subscriptionEvents,
  ...subscriptions,
  ...testClocks,
  ...allocations,
  ...reversals,
  ...withdrawals,
  ...connectTargets,
  ...connectEvents,
  ...charges,
  ...connectGuards,
  ...activation,
  ...compliance,
  ...onboarding,
  ...payoutSchedule,
  ...transactions,
  ...vendors,
  ...overview,
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
