import type { Check } from "../../harness/check.ts";

/** An intent that the target accepts, with every field that the document shows. */
export function ordinaryIntent(check: Check): {
  amount: number;
  currency: string;
  description: string;
  metadata: Record<string, string>;
} {
  const { amount, currency } = check.profile.ordinary;
  return {
    amount,
    currency: currency.toLowerCase(),
    description: check.name("intent"),
    metadata: { reference: check.name("reference") },
  };
}
