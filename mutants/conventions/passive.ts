import type { Mutant } from "../mutant.ts";
import type { AnswerSelector } from "../shared/answers.ts";
import { constantly, fieldMutants, wrapped } from "../shared/fields.ts";

const unknownIntent = fieldMutants("404 of an intent", {
  operations: ["retrievePaymentIntent"],
  status: 404,
});

const unknownPayouts: AnswerSelector = {
  operations: ["retrieveDisbursement", "retrieveRemittance"],
  status: 404,
};

const unknownPayout = fieldMutants("404 of a payout", unknownPayouts);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  unknownPayout.gives("message", "conventions/not-found-message", wrapped),
  unknownIntent.gives("message", "conventions/not-found-message-words", constantly("No such intent")),
  unknownPayout.gives("message", "conventions/not-found-message-words", constantly("not_found")),
];
