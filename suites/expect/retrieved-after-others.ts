import { type Check, type RuleCheck, rule } from "../../harness/check.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import type { Resource } from "./creations.ts";
import { aDozen } from "../fixtures/together.ts";
import { found } from "./reading.ts";
import { expectAcceptance } from "./refusals.ts";

/** Creates a dozen objects, two at a time, each with its own id, and retrieves each, oldest first. `create` returns the id. */
export function earlierIsRetrieved(
  id: RuleId,
  create: (check: Check) => Promise<string>,
  retrieve: Resource["retrieve"],
): RuleCheck {
  return rule(id, async (check: Check) => {
    const ids = await aDozen(() => create(check), { abreast: 2 });
    check.expect.that("the ids of twelve creations", ids).toBe([...new Set(ids)]);
    for (const [index, known] of ids.entries()) {
      const what = `${known}, followed by ${ids.length - 1 - index} others,`;
      expectAcceptance(await found(check, what, () => retrieve(check.api, known)), `the id of ${what}`);
    }
  });
}
