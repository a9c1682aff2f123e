import { unknownIds } from "../../generators/index.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { retrievalOf } from "./observing.ts";
import { readBack } from "./reading.ts";
import { expectRefusal } from "./refusals.ts";

/** A resource that is created, and retrieved by its id. */
export interface Retrieval {
  readonly prefix: string;
  /** Its operation in the contract. */
  readonly operation: string;
  readonly create: (check: Check) => Promise<Answer>;
  readonly retrieve: (check: Check, id: string) => Promise<Answer>;
}

/** Ids of the same form as an id that was just issued and is found; only the identity differs. */
export function unknownIdIs404(id: RuleId, { prefix, operation, create, retrieve }: Retrieval): RuleCheck {
  const judge = async (check: Check): Promise<void> => {
    const known = await createdId(check, create);
    await readBack(check, () => retrieve(check, known));
    await check.property({
      effort: 0.5,
      from: unknownIds(prefix, { like: known }),
      holds: async (unknown) => {
        const answer = await retrieve(check, unknown);
        check.expect(answer).toAnswer(404);
        check.observe("not-found-resource-words", messageOf(answer));
      },
    });
    // The issued id and more: whether that is malformed is open, but it is not the issued one.
    expectRefusal(await retrieve(check, `${known}x`), "an issued id with a character more");
    // A router may refuse a longer one, and a foreign letter, in its own format.
    for (const [more, words] of [
      ["x".repeat(300), "300 letters"],
      ["\u00e9", "a letter with an accent"],
    ])
      expectRefusal(
        await retrievalOf(check, operation, `${known}${more}`),
        `an issued id followed by ${words}`,
      );
  };
  return rule(id, { serves: ["conventions"] }, judge);
}

/** The id of a new object. */
export async function createdId(check: Check, create: Retrieval["create"]): Promise<string> {
  return String(check.succeeded((await create(check)) as Answer<{ readonly id: string }>).field("id"));
}

function messageOf(answer: Answer): string {
  const body = answer.read.kind === "json" ? answer.read.value : null;
  return String((body as { message?: unknown } | null)?.message);
}

/** The id of an object is unknown where another kind is retrieved; how an id in another format is refused is open. */
export function foundAsNothingElse(
  id: RuleId,
  { create, retrieve }: Omit<Retrieval, "prefix" | "operation">,
): RuleCheck {
  return rule(id, async (check) => {
    const created = await createdId(check, create);
    expectRefusal(await retrieve(check, created), "the id of an object of another kind");
  });
}
