import type { Mutant } from "../mutant.ts";
import type { Place } from "../shared/answers.ts";
import {
  asNumber,
  constantly,
  fieldMutants,
  fractional,
  inQuotes,
  nothing,
  type Rarely,
  rarelyAbsent,
  uppercase,
  withoutPrefix,
} from "../shared/fields.ts";
import { crashes, wireMutants } from "../shared/wire.ts";

const place: Place = { operations: ["retrievePaymentIntent"], status: 200 };
const fields = fieldMutants("retrieved intent", place);
const { drops, gives } = fields;

const oddFrancs: Rarely = { only: "for odd francs", when: (body) => Number(body["amount"]) % 5 !== 0 };

/** Wrong answers to the retrieval of intents, one field at a time (§2.1). */
export const retrievedIntentMutants: readonly Mutant[] = [
  drops("id", "payment-intents/retrieved-id"),
  gives("id", "payment-intents/retrieved-id", asNumber),
  gives("id", "payment-intents/retrieved-id-prefix", withoutPrefix),
  drops("label", "payment-intents/retrieved-label"),
  gives("label", "payment-intents/retrieved-label", nothing, oddFrancs),
  gives("label", "payment-intents/retrieved-label-word", constantly("intent")),
  drops("amount", "payment-intents/retrieved-amount"),
  gives("amount", "payment-intents/retrieved-amount", inQuotes, oddFrancs),
  gives("amount", "payment-intents/retrieved-amount-whole-francs", fractional),
  drops("currency", "payment-intents/retrieved-currency"),
  gives("currency", "payment-intents/retrieved-currency", nothing),
  gives("currency", "payment-intents/retrieved-currency-lowercase", uppercase),
  gives("currency", "payment-intents/retrieved-currency-lowercase", uppercase, oddFrancs),
  drops("status", "payment-intents/retrieved-status"),
  gives("status", "payment-intents/retrieved-status", constantly(1)),
  gives("status", "payment-intents/retrieved-status-documented", constantly("cancelled")),
  gives("status", "payment-intents/retrieved-status-documented", constantly("created"), oddFrancs),
  drops("client_secret", "payment-intents/retrieved-client-secret"),
  gives("client_secret", "payment-intents/retrieved-client-secret", nothing),
  ...rarelyAbsent(
    fields,
    {
      id: "payment-intents/retrieved-id",
      label: "payment-intents/retrieved-label",
      currency: "payment-intents/retrieved-currency",
      status: "payment-intents/retrieved-status",
      client_secret: "payment-intents/retrieved-client-secret",
    },
    oddFrancs,
  ),
  ...wireMutants({
    operation: "retrievePaymentIntent",
    what: "the retrieval of an intent",
    id: "retrieved-intent",
    success: 200,
    contentType: "payment-intents/retrieve-content-type",
    status: "payment-intents/retrieve-status",
    body: "payment-intents/retrieved-body",
  }),
  crashes({
    operation: "retrievePaymentIntent",
    status: 404,
    id: "unknown-intent-crashes",
    what: "the retrieval of an unknown intent",
    violates: "payment-intents/retrieve-status",
  }),
];
