/** The documented operations on payment intents, sessions and payouts by their names in rule ids. */
export const CORE_OPERATIONS = [
  ["create-payment-intent", "createPaymentIntent"],
  ["retrieve-payment-intent", "retrievePaymentIntent"],
  ["create-session", "createSession"],
  ["retrieve-session", "retrieveSession"],
  ["create-disbursement", "createDisbursement"],
  ["retrieve-disbursement", "retrieveDisbursement"],
  ["create-remittance", "createRemittance"],
  ["retrieve-remittance", "retrieveRemittance"],
  ["list-remittances", "listRemittances"],
] as const;
