import type { Check, RuleCheck } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { isObject } from "../../spec/json.ts";
import { refusesNoKey, refusesUnknownKey } from "../expect/secret-keys.ts";
import { ACTS } from "../fixtures/subscription-operations.ts";
import { GUARDED, WITH_401_BODY } from "../fixtures/core-operations.ts";

const ALL = { ...GUARDED, ...ACTS };
type Name = keyof typeof ALL;

/** No documented route accepts a request without a key, or with an unknown key (§5.1, §5.6). */
export default (Object.keys(ALL) as Name[]).flatMap((name): readonly RuleCheck[] => [
  refusesNoKey(
    `authentication/${name}-without-key`,
    ALL[name],
    name in WITH_401_BODY ? undefined : observeBody,
  ),
  refusesUnknownKey(`authentication/${name}-with-unknown-key`, ALL[name]),
]);

/** Records the members of a 401 whose body is open. */
function observeBody(check: Check, refused: Answer): void {
  const members = isObject(refused.body) ? Object.keys(refused.body) : [];
  check.observe("unauthorized-most-routes", `${refused.what}: ${members.join(", ") || "no members"}`);
}
