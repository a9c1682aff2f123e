import type { RuleCheck } from "../../harness/check.ts";
import { bareRequest, refusesInDocumentedForm } from "../expect/unauthorized.ts";
import { GUARDED, WITH_401_BODY } from "../fixtures/core-operations.ts";

/** The bodies of the 401s of each route (§5.6, §7.1). */
export default (Object.keys(WITH_401_BODY) as (keyof typeof WITH_401_BODY)[]).map((name): RuleCheck => {
  const [operation, member] = WITH_401_BODY[name];
  return refusesInDocumentedForm(`authentication/${name}-unauthorized-body`, {
    member,
    bare: bareRequest(operation),
    inOrder: GUARDED[name],
  });
});
