import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { answers } from "./answers.ts";

/** The rules on how one operation answers at all. */
export interface WireRules {
  readonly operation: string;
  /** "the creation of an intent" */
  readonly what: string;
  readonly id: string;
  readonly success: number;
  /** The document shows no status: any success will do. */
  readonly anySuccess?: true;
  readonly contentType: RuleId;
  readonly status: RuleId;
  readonly body?: RuleId;
}

/** Wrong statuses, wrong declarations and wrong bodies of one operation's successes. */
export function wireMutants(rules: WireRules): readonly Mutant[] {
  const { operation, what, id, success, contentType, status, body } = rules;
  const place = { operations: [operation], status: success };
  return [
    answers(
      { id: `${id}-html`, violates: contentType, summary: `The answer to ${what} says that it is HTML.` },
      place,
      (answer) => ({ ...answer, headers: { ...answer.headers, "content-type": "text/html" } }),
    ),
    answers(
      {
        id: `${id}-cut-short`,
        violates: contentType,
        summary: `The answer to ${what} ends before its JSON does.`,
      },
      place,
      (answer) => ({ ...answer, raw: JSON.stringify(answer.body).slice(0, -1) }),
    ),
    rules.anySuccess === true
      ? crashes({ operation, status: success, id: `${id}-crashes`, what, violates: status })
      : answers(
          {
            id: `${id}-other-success`,
            violates: status,
            summary: `${capital(what)} succeeds with another 2xx.`,
          },
          place,
          (answer) => ({ ...answer, status: success === 200 ? 201 : 200 }),
        ),
    ...(body === undefined
      ? []
      : [
          answers(
            {
              id: `${id}-in-a-list`,
              violates: body,
              summary: `${capital(what)} is answered with a list of one.`,
            },
            place,
            (answer) => ({ ...answer, body: [answer.body] }),
          ),
        ]),
  ];
}

/** A refusal with a 500 in place of its status. */
export function crashes(fault: {
  operation: string;
  status: number;
  id: string;
  what: string;
  violates: RuleId;
}): Mutant {
  return answers(
    { id: fault.id, violates: fault.violates, summary: `${capital(fault.what)} ends in a 500.` },
    { operations: [fault.operation], status: fault.status },
    (answer) => ({ ...answer, status: 500 }),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
