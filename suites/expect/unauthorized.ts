import type { Api } from "../../harness/api.ts";
import { type Check, type RuleCheck, rule } from "../../harness/check.ts";
import { contractOperations } from "../../harness/contract.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { RequestParts } from "../../harness/http/client.ts";
import { mayMeanNoRoute } from "../../harness/judge/routes.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { sendUnjudged } from "./observing.ts";
import { memberOf } from "./reading.ts";
import { type Guarded, invalidKeysOf } from "./secret-keys.ts";

/** What the 401 of a route has (§5.6, §7.1). */
const BODIES = { message: "Unauthorized", error: "Unauthorized", code: "E_UNAUTHORIZED" } as const;

interface Refusing {
  /** The member of the body that the document names for this route. */
  readonly member: keyof typeof BODIES;
  /** The request without its objects and parameters. A 401 needs neither. */
  readonly bare: (check: Check, key: string | null | undefined) => Promise<Answer>;
  /** The request in order, for a target that refuses the bare one before it reads the key. */
  readonly inOrder: Guarded;
}

/**
 * Judges the body of a route's 401 for each kind of invalid key. Other rules judge that it is a 401.
 * @throws Inconclusive if no request is answered 401
 */
export function refusesInDocumentedForm(id: RuleId, { member, bare, inOrder }: Refusing): RuleCheck {
  return rule(id, async (check) => {
    let judged = 0;
    for (const key of await invalidKeysOf(check)) {
      let answer = await bare(check, key);
      if (answer.status !== 401) answer = await (await inOrder.prepare(check))({ key });
      if (answer.status !== 401) continue;
      judged += 1;
      const value = memberOf(answer, member);
      if (value !== BODIES[member]) await requireRoute(check, { bare, inOrder });
      check.expect.field(member, value, answer).toBe(BODIES[member]);
    }
    if (judged === 0) throw new Inconclusive("no request with an invalid key was answered 401");
  });
}

/**
 * A target may refuse a key before it looks for the route: the right key shows whether the route exists.
 * @throws NeedMissing or Inconclusive if it does not show that
 */
async function requireRoute(check: Check, { bare, inOrder }: Omit<Refusing, "member">): Promise<void> {
  const { status } = await bare(check, undefined);
  // An unknown object is answered like a missing route.
  if (mayMeanNoRoute(status)) check.succeeded(await (await inOrder.prepare(check))({}));
}

/**
 * Requests of an operation of the contract that name no object and have no parameters. How a core resource refuses an id of another form is
 * open (`malformed-identifiers`), so passive rules do not judge those.
 */
export const bareRequest =
  (operation: keyof Api): Refusing["bare"] =>
  (check, key) => {
    const { method = "", path = "" } = contractOperations.get(operation) ?? {};
    const parts: RequestParts = {
      path: { id: "nothing", acct: "nothing", allocationId: "nothing" },
      ...(method === "POST" ? { json: {} } : {}),
    };
    if (path.endsWith("/{id}"))
      return sendUnjudged(check, { operation }, { ...parts, ...(key === undefined ? {} : { key }) });
    const api = key === undefined ? check.api : check.as(key);
    return (api[operation] as (parts: RequestParts) => Promise<Answer>)(parts);
  };
