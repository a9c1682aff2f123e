import fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import type { Creation } from "../shared/creation.ts";
import { type IntentRequest, ordinaryIntent } from "../shared/requests.ts";
import { casings, francs, textEntries, words } from "../shared/values.ts";

/** The creation of payment intents (§4.1). */
export const intents: Creation = {
  what: "a payment intent",
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

/** Requests that every conforming target takes, with and without their optional parameters. */
export function intentRequests(check: Check): fc.Arbitrary<IntentRequest> {
  return fc.record(
    { amount: francs(check), currency: casings(check), description: words(), metadata: textEntries() },
    { requiredKeys: ["amount", "currency"], noNullPrototype: true },
  );
}

/** Classes by the optional parameters that a request has. */
export function optionalParts(request: IntentRequest): readonly string[] {
  const parts = (["description", "metadata"] as const).filter((name) => request[name] !== undefined);
  return parts.length === 0 ? ["bare"] : parts.map((name) => `with ${name}`);
}
