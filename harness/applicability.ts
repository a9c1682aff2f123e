import { matchesRule, type NamedRule } from "./patterns.ts";

/** How rules about keys and targets, each in an area of its own, name the operation that they try; and its area. */
const OPERATIONS: readonly (readonly [names: string, area: string])[] = [
  ["[a-z]+-test-clocks?", "test-clocks"],
  ["[a-z]+-subscription", "subscriptions"],
  ["[a-z]+-payment-intent", "payment-intents"],
  ["[a-z]+-session", "checkout-sessions"],
  ["[a-z]+-disbursement", "disbursements"],
  ["[a-z]+-remittances?", "remittances"],
  ["(create-|foreign-|unknown-)?allocations?", "allocations"],
  ["reverse-allocation|reversals|foreign-reversal", "reversals"],
  ["[a-z]+-vendors?|vendor-reads|account-read", "vendors"],
  ["([a-z]+-)?transactions", "transactions"],
  ["[a-z]+-activation", "activation"],
  ["([a-z]+-)?compliance", "compliance"],
  ["[a-z]+-overview", "overview"],
  ["([a-z]+-)?payout-schedule", "payout-schedule"],
  ["withdraw|withdrawals?", "withdrawals"],
  ["onboarding-link", "onboarding"],
  ["charge", "charges"],
];
const ABOUT = OPERATIONS.map(
  ([names, area]) =>
    [new RegExp(`^(authentication|connect-guards|connect-targets)/(${names})-`), area] as const,
);

/** The area of the operation that a rule of another area is about; the rule's own where it is about no single one. */
export function areaTried(rule: NamedRule): string {
  return ABOUT.find(([names]) => names.test(rule.id))?.[1] ?? rule.area;
}

/** Whether a target offers what a rule is about: nothing in `notOffered` means the rule, or the area that it tries. */
export function isApplicable(notOffered: readonly string[], rule: NamedRule): boolean {
  return !notOffered.some((pattern) => matchesRule(pattern, rule) || pattern === areaTried(rule));
}
