/** The documented Connect operations by their names in rule ids. */
export const CONNECT_OPERATIONS = [
  ["create-allocation", "createAllocation"],
  ["reverse-allocation", "createAllocationReversal"],
  ["read-activation", "retrieveActivation"],
  ["read-payout-schedule", "retrievePayoutSchedule"],
  ["write-payout-schedule", "replacePayoutSchedule"],
  ["read-overview", "retrieveOverview"],
  ["create-vendor", "createAccount"],
  ["list-vendors", "listAccounts"],
  ["read-vendor", "retrieveAccount"],
  ["list-transactions", "listAccountTransactions"],
  ["read-compliance", "retrieveAccountCompliance"],
  ["withdraw", "createWithdrawal"],
] as const;
