import type { Check } from "../../harness/check.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import type { Resource } from "./creations.ts";
import { aDozen } from "../fixtures/together.ts";
import { found } from "./reading.ts";
import { expectAcceptance } from "./refusals.ts";

/**
 * A dozen, two at a time, each under an id of its own; then each by its id, the oldest first. `create` makes one and returns its
 * id.
 */
export function earlierIsRetrieved(
  id: RuleId,
  create: (check: Check) => Promise<string>,
  retrieve: Resource["retrieve"],
): RuleCheck {
  return rule(id, async (check: Check) => {
    const ids = await aDozen(() => create(check), { abreast: 2 });
    check.expect.that("the ids of twelve creations", ids).toBe([...new Set(ids)]);
    for (const [index, known] of ids.entries()) {
      const what = `${known}, after which ${ids.length - 1 - index} more were created,`;
      expectAcceptance(await found(check, what, () => retrieve(check.api, known)), `the id of ${what}`);
    }
  });
}
