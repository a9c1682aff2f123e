import type { RuleCheck } from "../../harness/rule.ts";
import { bareRequest, refusesInDocumentedForm } from "../expect/unauthorized.ts";
import { GUARDED } from "../fixtures/core-operations.ts";

/**
 * The operations whose 401 has a documented body. The document gives the errors of test clocks and subscriptions shapes of their own, so
 * their 401 is open (`unauthorized-most-routes`).
 */
export const OPERATIONS = {
  "create-payment-intent": ["createPaymentIntent", "error"],
  "retrieve-payment-intent": ["retrievePaymentIntent", "error"],
  "create-session": ["createSession", "message"],
  "retrieve-session": ["retrieveSession", "message"],
  "create-disbursement": ["createDisbursement", "message"],
  "retrieve-disbursement": ["retrieveDisbursement", "message"],
  "create-remittance": ["createRemittance", "message"],
  "retrieve-remittance": ["retrieveRemittance", "message"],
  "list-remittances": ["listRemittances", "message"],
} as const;

/** The bodies of the 401s of each route (§5.6, §7.1). */
export default (Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]).map((name): RuleCheck => {
  const [operation, member] = OPERATIONS[name];
  return refusesInDocumentedForm(`authentication/${name}-unauthorized-body`, {
    member,
    bare: bareRequest(operation),
    inOrder: GUARDED[name],
  });
});
