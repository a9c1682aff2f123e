import { guard } from "../../kernel/guards.ts";
import { fieldError, json } from "../../kernel/answers.ts";
import { valueAt } from "../../kernel/validate.ts";
import type { ChoiceParts, ConnectGuard, ConnectInput } from "./parts.ts";

/** A field whose refusal lists its choices (§7.4). */
export const choice = (field: string, choices: readonly string[]): ChoiceParts => ({
  field,
  choices,
  accepts: (value, words) => typeof value === "string" && words.includes(value),
  refuse: (name, rule, words) =>
    json(422, {
      message: `Choose ${name} out of ${words.join(", ")}`,
      errors: [fieldError(rule, name)],
      meta: { choices: words },
    }),
});

/** Refuses a body whose field is not one of the choices. */
export const choiceGuard = (read: (input: ConnectInput) => ChoiceParts): ConnectGuard =>
  guard("choice", (input) => {
    const { field, choices, accepts, refuse } = read(input);
    const value = valueAt(input.command.body, field);
    if (accepts(value, choices)) return undefined;
    return refuse(field, value === undefined || value === null ? "required" : "enum", choices);
  });
