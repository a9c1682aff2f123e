import { named } from "../named.ts";
import { showing } from "./parts.ts";

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "compliance-no-policy-of-suspended-allows": {
    violates: ["compliance/operation-documented"],
    summary: "A policy that allows payouts reports an undocumented operation.",
    replace: showing({
      allowed_operations: ({ policy }) =>
        (policy ?? []).map((one) => (one === "withdraw" && policy?.length === 1 ? "payout" : one)),
    }),
  },
  "compliance-operation-in-an-object-when-alone": {
    violates: ["compliance/operation-text"],
    summary: "A single allowed operation is an object.",
    replace: showing({
      allowed_operations: ({ policy }) => (policy?.length === 1 ? [{ name: policy[0] }] : (policy ?? [])),
    }),
  },
});
