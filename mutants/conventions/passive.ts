import type { Mutant } from "../mutant.ts";
import { answers, isObject, type Place } from "../shared/answers.ts";
import { constantly, fieldMutants, wrapped } from "../shared/fields.ts";
import { refusedIntents } from "./parts.ts";

const unknownIntent = fieldMutants("404 of an intent", {
  operations: ["retrievePaymentIntent"],
  status: 404,
});

const unknownPayouts: Place = { operations: ["retrieveDisbursement", "retrieveRemittance"], status: 404 };

const unknownPayout = fieldMutants("404 of a payout", unknownPayouts);

/** Mutants that break a passive rule in some answers only. */
export const conventionsPassiveMutants: readonly Mutant[] = [
  unknownIntent.drops("message", "conventions/not-found-message"),
  unknownPayout.gives("message", "conventions/not-found-message", wrapped),
  unknownIntent.gives("message", "conventions/not-found-message-words", constantly("No such intent")),
  unknownPayout.gives("message", "conventions/not-found-message-words", constantly("not_found")),
  answers(
    {
      id: "unknown-payout-in-a-list",
      violates: "conventions/not-found-body",
      summary: "The 404 of a payout is a list.",
    },
    unknownPayouts,
    (answer) => ({ ...answer, body: [answer.body] }),
  ),
  answers(
    {
      id: "unknown-intent-in-a-word",
      violates: "conventions/not-found-body",
      summary: "The 404 of an intent is a word.",
    },
    { operations: ["retrievePaymentIntent"], status: 404 },
    (answer) => ({ ...answer, body: "Payment intent not found" }),
  ),
  answers(
    {
      id: "refused-intent-in-a-list",
      violates: "conventions/refusal-body",
      summary: "A refused intent is answered with its faults alone.",
    },
    refusedIntents,
    (answer) => ({ ...answer, body: isObject(answer.body) ? answer.body["errors"] : [] }),
  ),
  answers(
    {
      id: "refused-session-in-a-word",
      violates: "conventions/refusal-body",
      summary: "A refused session is answered with a sentence.",
    },
    { operations: ["createSession"], status: 400 },
    (answer) => ({ ...answer, body: "The request is not valid" }),
  ),
];
