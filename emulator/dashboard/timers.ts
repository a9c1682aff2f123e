/** What each kind of timer does, as dashboards name it. */
const timerNames: Readonly<Record<string, string>> = {
  "account.mature": "payment available",
  "checkoutSession.expire": "session expiry",
  "connect.mature": "credit available",
  "connect.payday": "scheduled payouts",
  "connect.withdrawal.settle": "end of the withdrawal",
  "delivery.retry": "next delivery attempt",
  "disbursement.settle": "end of the disbursement",
  "remittance.settle": "end of the remittance",
  "subscription.activation": "activation",
  "subscription.cancellation": "scheduled cancellation",
  "subscription.due": "renewal",
  "subscription.reminder": "invoice of the next period",
  "subscription.retry": "payment retry",
  "subscription.trialEnd": "end of the trial",
};

/** In words; the kind of one that has no name. */
export const timerName = (kind: string): string => timerNames[kind] ?? kind;
