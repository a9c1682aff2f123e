import * as fc from "fast-check";
import { MEMBER_NAMES } from "../../generators/index.ts";
import type { Answer, Check } from "../kit.ts";
import { memberOf } from "../fixtures/reading.ts";

/** Words that a lookup among the choices finds although none of them is one: names that every object has, and numbers of entries. */
export const NAMES_OF_MEMBERS: readonly string[] = [
  ...MEMBER_NAMES,
  "hasOwnProperty",
  "valueOf",
  "length",
  "0",
];

/** Lowercase words other than these, in any casing. */
export function otherWords(words: readonly string[]): fc.Arbitrary<string> {
  const known = words.map((word) => word.toLowerCase());
  return fc
    .string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 3, maxLength: 12 })
    .filter((word) => !known.includes(word));
}

/** The refusals of a missing choice, of an unknown one, and of one of another type. @throws Violation if one is not a 422 */
export async function refusedChoices(
  check: Check,
  words: readonly string[],
  send: (word: string | number | undefined) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const [word] = fc.sample(otherWords(words), { numRuns: 1, seed: check.seed });
  const answers = [await send(undefined), await send(word), await send(7)];
  for (const answer of answers) check.expect(answer).toAnswer(422);
  return answers;
}

/** Expects refusals without a code. */
export function expectNoCode(check: Check, refusals: readonly Answer[]): void {
  for (const answer of refusals)
    check.expect.that("the code of the refusal", memberOf(answer, "code") ?? null, answer).toBe(null);
}

/** The choices in a refusal (§7.4), at the top level or in an entry of `errors`, which is open. */
function choicesIn(answer: Answer): { readonly choices: unknown; readonly location: string } {
  const body = answer.body as { meta?: Meta; errors?: unknown };
  if (body.meta?.choices !== undefined) return { choices: body.meta.choices, location: "at the top level" };
  const entries = Array.isArray(body.errors) ? (body.errors as ({ meta?: Meta } | null)[]) : [];
  for (const entry of entries) {
    if (entry?.meta?.choices !== undefined)
      return { choices: entry.meta.choices, location: "in an entry of errors" };
  }
  return { choices: undefined, location: "nowhere" };
}

type Meta = { readonly choices?: unknown } | null;

/**
 * Expects that a refusal names the choices. A list of strings must contain exactly these. Any other form must contain each of them, as its
 * form is open.
 * @returns their location and form
 */
export function expectChoices(
  check: Check,
  answer: Answer,
  words: readonly string[],
): { readonly location: string; readonly form: string } {
  const { choices, location } = choicesIn(answer);
  if (Array.isArray(choices) && choices.every((choice) => typeof choice === "string")) {
    check.expect.that("meta.choices, sorted", [...choices].sort(), answer).toBe(words);
    return { location, form: "a list of texts" };
  }
  const named = wordsIn(choices);
  check.expect
    .field("meta.choices", choices, answer)
    .toSatisfy(`a value that contains ${words.join(" and ")}`, () => words.every((word) => named.has(word)));
  return { location, form: Array.isArray(choices) ? "another list" : typeof choices };
}

/** The words in a value, names of members included. */
function wordsIn(value: unknown): ReadonlySet<string> {
  return new Set((JSON.stringify(value) ?? "").toLowerCase().split(/[^a-z]+/));
}
