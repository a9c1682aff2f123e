import * as fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";

/** Words of lowercase letters that are none of these, in no casing. */
export function otherWords(words: readonly string[]): fc.Arbitrary<string> {
  const known = words.map((word) => word.toLowerCase());
  return fc
    .string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 3, maxLength: 12 })
    .filter((word) => !known.includes(word));
}

/** The documented choices of a refusal (§7.4), at the top or in an entry of `errors`: which of the two is open. */
function choicesIn(answer: Answer): { readonly choices: unknown; readonly location: string } {
  const body = answer.body as { meta?: Meta; errors?: unknown };
  if (body.meta?.choices !== undefined) return { choices: body.meta.choices, location: "at the top" };
  const entries = Array.isArray(body.errors) ? (body.errors as ({ meta?: Meta } | null)[]) : [];
  for (const entry of entries) {
    if (entry?.meta?.choices !== undefined)
      return { choices: entry.meta.choices, location: "in an entry of errors" };
  }
  return { choices: undefined, location: "nowhere" };
}

type Meta = { readonly choices?: unknown } | null;

/**
 * Judges that a refusal names the choices: a list of strings contains exactly these, any other form contains each of them, as
 * its form is open.
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
    .that("meta.choices", choices, answer)
    .toSatisfy(`something that names ${words.join(" and ")}`, () => words.every((word) => named.has(word)));
  return { location, form: Array.isArray(choices) ? "another list" : typeof choices };
}

/** The words of a value's texts and of its members' names. */
function wordsIn(value: unknown): ReadonlySet<string> {
  return new Set((JSON.stringify(value) ?? "").toLowerCase().split(/[^a-z]+/));
}
