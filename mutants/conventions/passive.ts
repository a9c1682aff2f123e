import type { Mutant } from "../mutant.ts";
import { constantly, wrapped } from "../faults/values.ts";
import { answerFaults } from "../faults/answers.ts";

const unknownIntent = answerFaults(
  "404 of an intent",
  {
    operations: ["retrievePaymentIntent"],
    status: 404,
  },
  "conventions/not-found-",
);

const unknownPayout = answerFaults(
  "404 of a payout",
  { operations: ["retrieveDisbursement", "retrieveRemittance"], status: 404 },
  "conventions/not-found-",
);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  unknownPayout.gives("message", "message", wrapped),
  unknownIntent.gives("message", "message-words", constantly("No such intent")),
  unknownPayout.gives("message", "message-words", constantly("not_found")),
];
