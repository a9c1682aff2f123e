import type { Check } from "../../harness/check.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { aDozen } from "../fixtures/together.ts";
import { found } from "./reading.ts";
import { expectAcceptance } from "./refusals.ts";
import { createdId, type Retrieval } from "./unknown-ids.ts";

/** A dozen, then each by its id, the oldest first. */
export function earlierIsRetrieved(
  id: RuleId,
  { create, retrieve }: Omit<Retrieval, "prefix" | "operation">,
): RuleCheck {
  return rule(id, async (check: Check) => {
    const ids = await aDozen(() => createdId(check, create));
    for (const [index, known] of ids.entries()) {
      const what = `${known}, after which ${ids.length - 1 - index} more were created,`;
      expectAcceptance(await found(check, what, () => retrieve(check, known)), `the id of ${what}`);
    }
  });
}
