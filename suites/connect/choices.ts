import fc from "fast-check";
import type { Answer } from "../../harness/http/answer.ts";

/** Words of lowercase letters that are none of these, in no casing. */
export function otherWords(words: readonly string[]): fc.Arbitrary<string> {
  const known = words.map((word) => word.toLowerCase());
  return fc
    .string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 3, maxLength: 12 })
    .filter((word) => !known.includes(word));
}

/** The documented choices of a refusal (§7.4), at the top or in an entry of `errors`: which of the two is open. */
export function choicesIn(answer: Answer): { readonly choices: unknown; readonly place: string } {
  const body = answer.body as { meta?: Meta; errors?: unknown };
  if (body.meta?.choices !== undefined) return { choices: body.meta.choices, place: "at the top" };
  const entries = Array.isArray(body.errors) ? (body.errors as ({ meta?: Meta } | null)[]) : [];
  for (const entry of entries) {
    if (entry?.meta?.choices !== undefined)
      return { choices: entry.meta.choices, place: "in an entry of errors" };
  }
  return { choices: undefined, place: "nowhere" };
}

type Meta = { readonly choices?: unknown } | null;
