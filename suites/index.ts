import type { RuleCheck } from "../harness/rule.ts";
import paymentIntents from "./payment-intents/index.ts";

/** Every check of the suite. One folder an area, one file a family of rules. */
export const checks: readonly RuleCheck[] = [...paymentIntents];
