import type { RuleId } from "../../spec/index.ts";
import type { Mutant, Wrap } from "../mutant.ts";
import { changingAnswers } from "./answers.ts";

/** Mutants whose successes are declared as HTML, or end too early. */
export function contentTypeMutants(fault: {
  readonly operation: string;
  /** E.g. "the creation of an intent". */
  readonly what: string;
  /** The prefix of the ids. */
  readonly id: string;
  readonly violates: RuleId;
}): readonly Mutant[] {
  const { operation, what, id, violates } = fault;
  return [
    {
      id: `${id}-html`,
      violates: [violates],
      summary: `The answer to ${what} is declared as HTML.`,
      replace: changingAnswers(operation, 200, (answer) => ({
        ...answer,
        headers: { ...answer.headers, "content-type": "text/html" },
      })),
    },
    {
      id: `${id}-cut-short`,
      violates: [violates],
      summary: `The answer to ${what} ends before its JSON does.`,
      replace: changingAnswers(operation, 200, (answer) => ({
        ...answer,
        raw: JSON.stringify(answer.body).slice(0, -1),
      })),
    },
  ];
}

/** A mutant that returns 500 instead of a refusal. */
export function crashes(fault: {
  readonly operation: string;
  readonly status: number;
  readonly id: string;
  /** E.g. "a refused intent". */
  readonly what: string;
  readonly violates: RuleId;
}): Mutant {
  const { operation, status, id, what, violates } = fault;
  return {
    id,
    violates: [violates],
    summary: `${what.charAt(0).toUpperCase()}${what.slice(1)} returns 500.`,
    replace: changingAnswers(operation, status, (answer) => ({ ...answer, status: 500 })),
  };
}

/** Retrievals at these paths return 500. */
export const breakingOn =
  (path: RegExp): Wrap =>
  (handler) =>
  (request) =>
    path.test(new URL(request.url).pathname)
      ? Promise.resolve(Response.json({ message: "Internal server error" }, { status: 500 }))
      : handler(request);
