import type { Mutant } from "../mutant.ts";
import type { AnswerSelector } from "../shared/answers.ts";
import {
  asNumber,
  constantly,
  day,
  epoch,
  fieldMutants,
  inQuotes,
  nothing,
  type Condition,
  absentWhen,
  uppercase,
  withoutPrefix,
  wrapped,
} from "../shared/fields.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";

const createdAnswers: AnswerSelector = { operations: ["createPaymentIntent"], status: 200 };

const createdFields = fieldMutants("created intent", createdAnswers);

const { drops: dropsCreated, gives: givesCreated } = createdFields;

const bare: Condition = { only: "without a description", when: (body) => body["description"] === null };

const oddFrancs: Condition = { only: "for odd francs", when: (body) => Number(body["amount"]) % 5 !== 0 };

const retrievedAnswers: AnswerSelector = { operations: ["retrievePaymentIntent"], status: 200 };

const retrievedFields = fieldMutants("retrieved intent", retrievedAnswers);

const { gives: givesRetrieved } = retrievedFields;

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  givesCreated("id", "payment-intents/created-id", asNumber),
  givesCreated("id", "payment-intents/created-id-prefix", withoutPrefix),
  givesCreated(
    "id",
    "payment-intents/created-id-prefix",
    { as: "with a capital prefix", value: (id) => String(id).replace("pi_", "PI_") },
    oddFrancs,
  ),
  givesCreated("label", "payment-intents/created-label", wrapped),
  givesCreated("label", "payment-intents/created-label-word", constantly("paymentIntent")),
  givesCreated("amount", "payment-intents/created-amount", inQuotes),
  givesCreated("amount", "payment-intents/created-amount", inQuotes, oddFrancs),
  givesCreated(
    "amount",
    "payment-intents/created-amount-whole-francs",
    { as: "in hundreds", value: (amount) => Number(amount) / 100 },
    oddFrancs,
  ),
  givesCreated("currency", "payment-intents/created-currency", { as: "a numeric code", value: () => 950 }),
  givesCreated("currency", "payment-intents/created-currency-lowercase", uppercase, bare),
  givesCreated("description", "payment-intents/created-description", constantly(false), bare),
  givesCreated("metadata", "payment-intents/created-metadata", constantly([]), {
    only: "when it is empty",
    when: ({ metadata }) => Object.keys(metadata as object).length === 0,
  }),
  givesCreated("accountId", "payment-intents/created-account-id", nothing),
  givesCreated("accountId", "payment-intents/created-account-id-prefix", withoutPrefix),
  givesCreated("liveMode", "payment-intents/created-live-mode", constantly("false")),
  givesCreated("liveMode", "payment-intents/created-live-mode", constantly(0), bare),
  dropsCreated("clientSecret", "payment-intents/created-client-secret", bare),
  givesCreated("clientSecret", "payment-intents/created-client-secret-suffix", {
    as: "with a dash for the suffix",
    value: (secret) => String(secret).replace("_secret_", "-"),
  }),
  givesCreated(
    "clientSecret",
    "payment-intents/created-client-secret-suffix",
    { as: "cut after the suffix", value: (secret) => String(secret).replace(/_secret_.*/, "_secret_") },
    bare,
  ),
  givesCreated("createdAt", "payment-intents/created-created-at", {
    as: "a number of milliseconds",
    value: (at) => Date.parse(String(at)),
  }),
  givesCreated("createdAt", "payment-intents/created-created-at-iso-8601", epoch, bare),
  givesCreated("updatedAt", "payment-intents/created-updated-at", nothing),
  givesCreated("updatedAt", "payment-intents/created-updated-at-iso-8601", day),
  ...absentWhen(
    createdFields,
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
  ...contentTypeMutants({
    operation: "createPaymentIntent",
    what: "the creation of an intent",
    id: "created-intent",
    violates: "payment-intents/create-content-type",
  }),
  crashes({
    operation: "createPaymentIntent",
    status: 422,
    id: "intent-refusal-crashes",
    what: "a refused intent",
    violates: "payment-intents/create-status",
  }),
  givesRetrieved("currency", "payment-intents/retrieved-currency-lowercase", uppercase, {
    only: "once succeeded",
    when: ({ status }) => status === "succeeded",
  }),
  givesRetrieved("id", "payment-intents/retrieved-id", asNumber),
  givesRetrieved("id", "payment-intents/retrieved-id-prefix", withoutPrefix),
  givesRetrieved("label", "payment-intents/retrieved-label", nothing, oddFrancs),
  givesRetrieved("label", "payment-intents/retrieved-label-word", constantly("intent")),
  givesRetrieved("amount", "payment-intents/retrieved-amount", inQuotes, oddFrancs),
  givesRetrieved("currency", "payment-intents/retrieved-currency", nothing),
  givesRetrieved("currency", "payment-intents/retrieved-currency-lowercase", uppercase, oddFrancs),
  givesRetrieved("status", "payment-intents/retrieved-status", constantly(1)),
  givesRetrieved("status", "payment-intents/retrieved-status-documented", constantly("cancelled")),
  givesRetrieved("status", "payment-intents/retrieved-status-documented", constantly("created"), oddFrancs),
  givesRetrieved("client_secret", "payment-intents/retrieved-client-secret", nothing),
  ...absentWhen(
    retrievedFields,
    {
      id: "payment-intents/retrieved-id",
      label: "payment-intents/retrieved-label",
      currency: "payment-intents/retrieved-currency",
      status: "payment-intents/retrieved-status",
      client_secret: "payment-intents/retrieved-client-secret",
    },
    oddFrancs,
  ),
  ...contentTypeMutants({
    operation: "retrievePaymentIntent",
    what: "the retrieval of an intent",
    id: "retrieved-intent",
    violates: "payment-intents/retrieve-content-type",
  }),
  crashes({
    operation: "retrievePaymentIntent",
    status: 404,
    id: "unknown-intent-crashes",
    what: "the retrieval of an unknown intent",
    violates: "payment-intents/retrieve-status",
  }),
];
