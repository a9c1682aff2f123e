import type { Mutant } from "../mutant.ts";
import type { Place } from "../shared/answers.ts";
import {
  asNumber,
  asText,
  constantly,
  day,
  epoch,
  fieldMutants,
  fractional,
  inQuotes,
  nothing,
  type Rarely,
  rarelyAbsent,
  spaced,
  uppercase,
  withoutPrefix,
  wrapped,
} from "../shared/fields.ts";
import { crashes, wireMutants } from "../shared/wire.ts";

const place: Place = { operations: ["createPaymentIntent"], status: 200 };
const fields = fieldMutants("created intent", place);
const { drops, gives } = fields;

const bare: Rarely = { only: "without a description", when: (body) => body["description"] === null };
const oddFrancs: Rarely = { only: "for odd francs", when: (body) => Number(body["amount"]) % 5 !== 0 };

/** Wrong answers to the creation of intents, one field at a time (§2.1). */
export const createdIntentMutants: readonly Mutant[] = [
  drops("id", "payment-intents/created-id"),
  gives("id", "payment-intents/created-id", asNumber),
  gives("id", "payment-intents/created-id-prefix", withoutPrefix),
  gives(
    "id",
    "payment-intents/created-id-prefix",
    { as: "with a capital prefix", value: (id) => String(id).replace("pi_", "PI_") },
    oddFrancs,
  ),
  drops("label", "payment-intents/created-label"),
  gives("label", "payment-intents/created-label", wrapped),
  gives("label", "payment-intents/created-label-word", constantly("paymentIntent")),
  drops("amount", "payment-intents/created-amount"),
  gives("amount", "payment-intents/created-amount", inQuotes),
  gives("amount", "payment-intents/created-amount", inQuotes, oddFrancs),
  gives("amount", "payment-intents/created-amount-whole-francs", fractional),
  gives(
    "amount",
    "payment-intents/created-amount-whole-francs",
    { as: "in hundreds", value: (amount) => Number(amount) / 100 },
    oddFrancs,
  ),
  drops("currency", "payment-intents/created-currency"),
  gives("currency", "payment-intents/created-currency", { as: "a numeric code", value: () => 950 }),
  gives("currency", "payment-intents/created-currency-lowercase", uppercase),
  gives("currency", "payment-intents/created-currency-lowercase", uppercase, bare),
  gives("description", "payment-intents/created-description", asNumber),
  gives("description", "payment-intents/created-description", constantly(false), bare),
  gives("metadata", "payment-intents/created-metadata", asText),
  gives("metadata", "payment-intents/created-metadata", constantly([]), {
    only: "when it is empty",
    when: ({ metadata }) => Object.keys(metadata as object).length === 0,
  }),
  drops("accountId", "payment-intents/created-account-id"),
  gives("accountId", "payment-intents/created-account-id", nothing),
  gives("accountId", "payment-intents/created-account-id-prefix", withoutPrefix),
  drops("liveMode", "payment-intents/created-live-mode"),
  gives("liveMode", "payment-intents/created-live-mode", constantly("false")),
  gives("liveMode", "payment-intents/created-live-mode", constantly(0), bare),
  drops("clientSecret", "payment-intents/created-client-secret"),
  drops("clientSecret", "payment-intents/created-client-secret", bare),
  gives("clientSecret", "payment-intents/created-client-secret-suffix", {
    as: "with a dash for the suffix",
    value: (secret) => String(secret).replace("_secret_", "-"),
  }),
  gives(
    "clientSecret",
    "payment-intents/created-client-secret-suffix",
    { as: "cut after the suffix", value: (secret) => String(secret).replace(/_secret_.*/, "_secret_") },
    bare,
  ),
  drops("createdAt", "payment-intents/created-created-at"),
  gives("createdAt", "payment-intents/created-created-at", {
    as: "a number of milliseconds",
    value: (at) => Date.parse(String(at)),
  }),
  gives("createdAt", "payment-intents/created-created-at-iso-8601", spaced),
  gives("createdAt", "payment-intents/created-created-at-iso-8601", epoch, bare),
  drops("updatedAt", "payment-intents/created-updated-at"),
  gives("updatedAt", "payment-intents/created-updated-at", nothing),
  gives("updatedAt", "payment-intents/created-updated-at-iso-8601", day),
  ...rarelyAbsent(
    fields,
    {
      id: "payment-intents/created-id",
      label: "payment-intents/created-label",
      amount: "payment-intents/created-amount",
      currency: "payment-intents/created-currency",
      accountId: "payment-intents/created-account-id",
      liveMode: "payment-intents/created-live-mode",
      createdAt: "payment-intents/created-created-at",
      updatedAt: "payment-intents/created-updated-at",
    },
    oddFrancs,
  ),
  ...wireMutants({
    operation: "createPaymentIntent",
    what: "the creation of an intent",
    id: "created-intent",
    success: 200,
    contentType: "payment-intents/create-content-type",
    status: "payment-intents/create-status",
    body: "payment-intents/created-body",
  }),
  crashes({
    operation: "createPaymentIntent",
    status: 422,
    id: "intent-refusal-crashes",
    what: "a refused intent",
    violates: "payment-intents/create-status",
  }),
];
