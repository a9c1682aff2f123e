import fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import type { Creation } from "../shared/creation.ts";
import { type IntentRequest, ordinaryIntent } from "../shared/requests.ts";
import { casings, francs, optionalPartsOf, textEntries, withOptional, words } from "../shared/values.ts";

/** The creation of payment intents (§4.1). */
export const intents: Creation = {
  what: "a payment intent",
  operation: "createPaymentIntent",
  body: ordinaryIntent,
  send: (check, body) => check.api.createPaymentIntent({ json: body }),
  status: 422,
  parameters: [
    { path: "amount", type: "number", required: true },
    { path: "currency", type: "text", required: true },
    { path: "description", type: "text" },
    { path: "metadata", type: "object" },
  ],
};

const OPTIONAL = ["description", "metadata"] as const;

/** Requests that every conforming target takes, with and without their optional parameters. */
export function intentRequests(check: Check): fc.Arbitrary<IntentRequest> {
  const required = fc.record({ amount: francs(check), currency: casings(check) }, { noNullPrototype: true });
  const optional = fc.record({ description: words(), metadata: textEntries() }, { noNullPrototype: true });
  return withOptional(required, optional, OPTIONAL);
}

/** Classes by the optional parameters that a request has. */
export function optionalParts(request: IntentRequest): readonly string[] {
  return optionalPartsOf(request, OPTIONAL);
}
