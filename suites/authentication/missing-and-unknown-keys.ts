import type { RuleCheck } from "../../harness/rule.ts";
import { refusesNoKey, refusesUnknownKey } from "../expect/secret-keys.ts";
import { ACTS } from "../fixtures/subscription-operations.ts";
import { GUARDED } from "../fixtures/core-operations.ts";

const ALL = { ...GUARDED, ...ACTS };
type Name = keyof typeof ALL;

/** No documented route accepts a request without a key, or with an unknown key (§5.1, §5.6). */
export default (Object.keys(ALL) as Name[]).flatMap((name): readonly RuleCheck[] => [
  refusesNoKey(`authentication/${name}-without-key`, ALL[name]),
  refusesUnknownKey(`authentication/${name}-with-unknown-key`, ALL[name]),
]);
