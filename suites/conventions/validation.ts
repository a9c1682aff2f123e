import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { isObject } from "../../spec/json.ts";
import { sessions } from "../fixtures/checkout-session-creation.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { disbursementCreation, remittanceCreation } from "../fixtures/payout-creation.ts";
import { type Creation, provokedRefusals } from "../expect/creations.ts";

const CREATIONS: readonly Creation[] = [intents, sessions, disbursementCreation, remittanceCreation];

/** The statuses that validation failures have (§7.1). */
const VALIDATION = [400, 422];

/**
 * The body of a validation failure (§7.1). Other failures share its statuses, so validation failures are provoked: one invalid
 * parameter at a time.
 */
export default [
  rule("conventions/validation-errors-list", async (check) => {
    for (const { answer, errors } of await givenErrors(check))
      check.expect.that("errors", errors, answer).toSatisfy("a list", Array.isArray);
  }),

  rule("conventions/validation-errors-entry", (check) =>
    eachEntry(check, (entry, answer) => {
      check.expect.that("an entry of errors", entry, answer).toSatisfy("an object", () => isObject(entry));
    }),
  ),

  ...(["rule", "field", "message"] as const).map((name) =>
    carries(`conventions/validation-errors-${name}`, name),
  ),
];

/** Each entry has a member that is a text. */
function carries(id: RuleId, name: string): RuleCheck {
  return rule(id, (check) =>
    eachEntry(check, (entry, answer) => {
      if (!isObject(entry)) return;
      check.expect
        .that(`${name} of an entry of errors`, entry[name], answer)
        .toSatisfy("a text", (value) => typeof value === "string");
    }),
  );
}

async function eachEntry(check: Check, judge: (entry: unknown, answer: Answer) => void): Promise<void> {
  for (const { answer, errors } of await givenErrors(check)) {
    if (Array.isArray(errors)) for (const entry of errors as unknown[]) judge(entry, answer);
  }
}

interface Emitted {
  readonly answer: Answer;
  readonly errors: unknown;
}

/** What the validation failures of all creations have under `errors`. @throws Inconclusive when none has anything */
async function givenErrors(check: Check): Promise<readonly Emitted[]> {
  const answers = await check.once("validation failures", async (maker) => {
    const made: Answer[] = [];
    for (const creation of CREATIONS) made.push(...(await refusalsOf(maker, creation)));
    return made;
  });
  const reported = answers.flatMap((answer): readonly Emitted[] => {
    if (!VALIDATION.includes(answer.status) || answer.read.kind !== "json") return [];
    const { errors } = (answer.read.value ?? {}) as { errors?: unknown };
    return errors === undefined ? [] : [{ answer, errors }];
  });
  if (reported.length === 0) throw new Inconclusive("no refusal of an invalid parameter has errors");
  return reported;
}

/** The refusals of one creation; none where the target does not offer it. */
async function refusalsOf(check: Check, creation: Creation): Promise<readonly Answer[]> {
  try {
    return await provokedRefusals(check, creation);
  } catch (error) {
    if (error instanceof NeedMissing || error instanceof Inconclusive) return [];
    throw error;
  }
}
