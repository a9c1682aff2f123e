import type { Mutant } from "../mutant.ts";
import { constantly, wrapped } from "../faults/values.ts";
import { answerFaults } from "../faults/answers.ts";
import { authenticating } from "../shared/authentication.ts";

const intents = answerFaults(
  "401 of an intent",
  { operations: ["createPaymentIntent", "retrievePaymentIntent"], status: 401 },
  "authentication/intents-unauthorized-",
);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  intents.gives("error", "error", wrapped),
  intents.gives("error", "error-word", constantly("unauthorized")),
  intents.gives("error", "error-word", constantly("Unauthorized access")),
  {
    id: "401-of-an-intent-like-all-others",
    violates: ["authentication/intents-unauthorized-error"],
    summary: "The 401 of an intent has `message` instead of `error`.",
    replace: authenticating((given) => ({
      unauthorized: { ...given.unauthorized, paymentIntents: given.unauthorized.usual },
    })),
  },
];
