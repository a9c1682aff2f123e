import type { Mutant } from "../mutant.ts";
import type { AnswerSelector } from "../shared/answers.ts";
import { constantly, fieldMutants, wrapped } from "../shared/fields.ts";
import { authenticating } from "../shared/authentication.ts";

const intents401: AnswerSelector = {
  operations: ["createPaymentIntent", "retrievePaymentIntent"],
  status: 401,
};

const intents = fieldMutants("401 of an intent", intents401);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  intents.gives("error", "authentication/intents-unauthorized-error", wrapped),
  intents.gives("error", "authentication/intents-unauthorized-error-word", constantly("unauthorized")),
  intents.gives("error", "authentication/intents-unauthorized-error-word", constantly("Unauthorized access")),
  {
    id: "401-of-an-intent-like-all-others",
    violates: ["authentication/intents-unauthorized-error"],
    summary: "The 401 of an intent has `message` instead of `error`.",
    replace: authenticating((given) => ({
      unauthorized: { ...given.unauthorized, paymentIntents: given.unauthorized.usual },
    })),
  },
];
