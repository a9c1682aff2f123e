import { keyFaults } from "../faults/keys.ts";

export const keys = keyFaults({
  place: "withdrawals",
  operation: "createWithdrawal",
  name: "withdrawal",
  area: "withdrawals",
  once: "withdraws-once",
});
