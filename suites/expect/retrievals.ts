import { unknownIds } from "../../generators/index.ts";
import { type Check, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import { found, memberOf, readBack } from "../fixtures/reading.ts";
import { createdId } from "../fixtures/created-objects.ts";
import { type Resource } from "../fixtures/resources.ts";
import { aDozen } from "../fixtures/together.ts";
import { retrievalOf } from "./observing.ts";
import { expectAcceptance, expectRefusal } from "./refusals.ts";

/** Retrieves unknown ids of the same form as an id that exists. */
export function unknownIdIs404(id: RuleId, resource: Resource): RuleCheck {
  const { prefix, retrieve } = resource;
  return rule(id, { serves: ["conventions"] }, async (check) => {
    const { api } = check;
    const known = await createdId(check, resource);
    await readBack(check, () => retrieve(api, known));
    await check.property({
      effort: 0.5,
      from: unknownIds(prefix, { like: known }),
      holds: async (unknown) => {
        const answer = await retrieve(api, unknown);
        check.expect(answer).toAnswer(404);
        check.observe("not-found-resource-words", textOf(memberOf(answer, "message")));
      },
    });
    // The issued id plus a character: it may be malformed, but it is not the issued one.
    expectRefusal(await retrieve(api, `${known}x`), "an issued id plus a character");
    // A router may refuse several more characters, or a non-ASCII letter, in its own format.
    for (const [more, words] of [
      ["x".repeat(300), "300 letters"],
      ["\u00e9", "a letter with an accent"],
    ])
      expectRefusal(
        await retrievalOf(check, resource, `${known}${more}`),
        `an issued id followed by ${words}`,
      );
  });
}

/** Retrieves the id of one kind of object as another kind, where it is unknown. The format of the refusal is open. */
export function foundAsNothingElse(id: RuleId, resource: Resource, other: Resource): RuleCheck {
  return rule(id, async (check) => {
    const created = await createdId(check, resource);
    expectRefusal(await other.retrieve(check.api, created), "the id of an object of another kind");
  });
}

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
