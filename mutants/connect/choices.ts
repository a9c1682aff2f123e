import type { ChoiceParts } from "../../emulator/areas/connect/parts.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import { alsoViolating, type Mutant, type PartChange, type Replace } from "../mutant.ts";

/** Changes the validation of a choice in a body. */
export const choosing =
  (change: PartChange<ChoiceParts>) =>
  (usual: ChoiceParts): ChoiceParts => ({ ...usual, ...change(usual) });

interface Choice {
  readonly area: string;
  readonly word: string;
  /** A word outside the choices. */
  readonly other: string;
  /** Further rules that catch that word. */
  readonly also?: readonly RuleId[];
}

/** The faults of a required choice, whose rules are "cadence-required" and so on. */
export function choiceFaults(
  { area, word, other, also = [] }: Choice,
  choice: (change: PartChange<ChoiceParts>) => Replace,
): readonly Mutant[] {
  const fault = (id: string, rule: string, text: string, change: PartChange<ChoiceParts>): Mutant => ({
    id: `${word}-${id}`,
    violates: [ruleIdOf(`${area}/${word}-${rule}`)],
    summary: `${text} (${word}).`,
    replace: choice(change),
  });
  return [
    fault("missing-is-400", "required", "A missing choice is refused with 400", ({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        status: rule === "required" ? 400 : 422,
      }),
    })),
    fault("may-be-any-text", "unknown-refused", "Any text is accepted", ({ accepts }) => ({
      accepts: (value, words) => typeof value === "string" || accepts(value, words),
    })),
    fault(
      "may-be-a-member-of-every-object",
      "unknown-refused",
      "The name of a member of every object is accepted",
      ({ accepts }) => ({
        accepts: (value, words) => (typeof value === "string" && value in {}) || accepts(value, words),
      }),
    ),
    alsoViolating(
      fault(`may-be-${other}`, "unknown-refused", `The choice ${other} is accepted`, ({ accepts }) => ({
        accepts: (value, words) => value === other || accepts(value, words),
      })),
      ...also,
    ),
    fault("refusal-lists-none", "refusal-lists-choices", "A refusal lists no choices", ({ refuse }) => ({
      refuse: (field, rule, words) => ({
        ...refuse(field, rule, words),
        body: { errors: [{ rule, field, message: rule }] },
      }),
    })),
    fault("refusal-has-a-code", "refusal-has-no-code", "A refusal has a code", ({ refuse }) => ({
      refuse: (field, rule, words) =>
        json(422, { ...(refuse(field, rule, words).body as object), code: `connect.${word}_invalid` }),
    })),
  ];
}

/** An account's id reversed: different for each account, and unknown. */
export const backwards = (id: string): string =>
  `acct_${[...id.slice("acct_".length)].toReversed().join("")}`;
