import type { RuleId } from "../../spec/index.ts";
import { treating } from "../faults/exchange.ts";
import type { Mutant, Wrap } from "../mutant.ts";
import { changingAnswers } from "./answers.ts";

/** Mutants whose successes are declared as HTML, or end too early. `id` begins their ids. */
export const contentTypeMutants = (operation: string, id: string, violates: RuleId): readonly Mutant[] => [
  {
    id: `${id}-html`,
    violates: [violates],
    summary: `The 200 of ${operation} is declared as HTML.`,
    replace: changingAnswers(operation, 200, (answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-type": "text/html" },
    })),
  },
  {
    id: `${id}-cut-short`,
    violates: [violates],
    summary: `The 200 of ${operation} ends before its JSON does.`,
    replace: changingAnswers(operation, 200, (answer) => ({
      ...answer,
      raw: JSON.stringify(answer.body).slice(0, -1),
    })),
  },
];

/** A mutant that returns 500 instead of a refusal. */
export const crashes = (operation: string, status: number, id: string, violates: RuleId): Mutant => ({
  id,
  violates: [violates],
  summary: `${operation} returns 500 instead of ${status}.`,
  replace: changingAnswers(operation, status, (answer) => ({ ...answer, status: 500 })),
});

/** Requests to these paths return 500. */
export const breakingOn = (path: RegExp): Wrap =>
  treating(path, () => async () => Response.json({ message: "Internal server error" }, { status: 500 }));
