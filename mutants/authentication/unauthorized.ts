import type { Mutant } from "../mutant.ts";
import type { AnswerSelector } from "../shared/answers.ts";
import { constantly, fieldMutants, uppercase, wrapped } from "../shared/fields.ts";
import { authenticating } from "../shared/authentication.ts";

const others401: AnswerSelector = {
  operations: ["createRemittance", "retrieveSession", "listRemittances"],
  status: 401,
};

const others = fieldMutants("401 of another resource", others401);

export const mutants: readonly Mutant[] = [
  others.drops("message", "authentication/unauthorized-documented-body"),
  others.gives("message", "authentication/unauthorized-documented-body", wrapped),
  others.gives("message", "authentication/unauthorized-documented-body", uppercase),
  others.gives("message", "authentication/unauthorized-documented-body", constantly("Unauthorized.")),
  {
    id: "401-of-everything-like-intents",
    violates: ["authentication/unauthorized-message-on-some-route"],
    summary: "Every 401 except the singletons' has `error` instead of `message`.",
    replace: authenticating((given) => ({
      unauthorized: {
        ...given.unauthorized,
        usual: given.unauthorized.paymentIntents ?? given.unauthorized.usual,
      },
    })),
  },
];
