import type { RuleCheck } from "../../harness/check.ts";
import { refusesNoKey, refusesUnknownKey } from "../expect/secret-keys.ts";
import { ONBOARDING, OPERATIONS } from "../fixtures/connect-operations.ts";

type Name = keyof typeof OPERATIONS;

/** No Connect route accepts a request without a key, or with an unknown key (§5.1, §5.6). */
export default [
  ...(Object.keys(OPERATIONS) as Name[]).flatMap((name): readonly RuleCheck[] => [
    scheduled(name, refusesNoKey(`connect-guards/${name}-without-key`, OPERATIONS[name])),
    scheduled(name, refusesUnknownKey(`connect-guards/${name}-with-unknown-key`, OPERATIONS[name])),
  ]),
  refusesNoKey("connect-guards/onboarding-link-without-key", ONBOARDING),
  refusesUnknownKey("connect-guards/onboarding-link-with-unknown-key", ONBOARDING),
];

/** Writing the payout schedule affects the whole account, so that check runs alone. */
function scheduled(name: Name, check: RuleCheck): RuleCheck {
  return name === "write-payout-schedule" ? { ...check, options: { alone: true } } : check;
}
