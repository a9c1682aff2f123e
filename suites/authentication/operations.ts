import type { RuleCheck } from "../../harness/rule.ts";
import { refusesNoKey, refusesUnknownKey } from "../shared/keys.ts";
import { GUARDED } from "./guarded.ts";

type Name = keyof typeof GUARDED;

/** No documented route answers without a key, or to one that nobody was given (§5.1, §5.6). */
export default (Object.keys(GUARDED) as Name[]).flatMap((name): readonly RuleCheck[] => [
  refusesNoKey(`authentication/${name}-without-key`, GUARDED[name]),
  refusesUnknownKey(`authentication/${name}-with-unknown-key`, GUARDED[name]),
]);
