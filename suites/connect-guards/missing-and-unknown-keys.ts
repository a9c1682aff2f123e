import type { RuleCheck } from "../../harness/rule.ts";
import { type Guarded, refusesNoKey, refusesUnknownKey } from "../expect/secret-keys.ts";
import { type ConnectOperation, ONBOARDING, OPERATIONS } from "../fixtures/connect-operations.ts";

type Name = keyof typeof OPERATIONS;

/** No Connect route accepts a request without a key, or with an unknown key (§5.1, §5.6). */
export default [
  ...(Object.keys(OPERATIONS) as Name[]).flatMap((name): readonly RuleCheck[] => [
    scheduled(name, refusesNoKey(`connect-guards/${name}-without-key`, guarded(OPERATIONS[name]))),
    scheduled(name, refusesUnknownKey(`connect-guards/${name}-with-unknown-key`, guarded(OPERATIONS[name]))),
  ]),
  refusesNoKey("connect-guards/onboarding-link-without-key", guarded(ONBOARDING)),
  refusesUnknownKey("connect-guards/onboarding-link-with-unknown-key", guarded(ONBOARDING)),
];

/** What writes a configuration that the whole account shares runs alone. */
function scheduled(name: Name, check: RuleCheck): RuleCheck {
  return name === "write-payout-schedule" ? { ...check, options: { alone: true } } : check;
}

function guarded(operation: ConnectOperation): Guarded {
  const { prepare, mayFailOtherwise = false } = operation;
  return {
    mayFailOtherwise,
    prepare: async (check) => {
      const send = await prepare(check);
      return (key) => send(key === undefined ? {} : { key });
    },
  };
}
