import type { Mutant } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";
import { type Condition, absentWhen } from "../faults/fields.ts";
import {
  asNumber,
  constantly,
  day,
  epoch,
  asText,
  nothing,
  uppercase,
  withoutPrefix,
  wrapped,
} from "../faults/values.ts";
import { answerFaults } from "../faults/answers.ts";
import { crashes, contentTypeMutants } from "../shared/wire.ts";

const created = answerFaults(
  "created intent",
  { operations: ["createPaymentIntent"], status: 200 },
  "payment-intents/created-",
);

const bare: Condition<Body> = { only: "without a description", when: (body) => body["description"] === null };

const oddFrancs: Condition<Body> = {
  only: "for odd francs",
  when: (body) => Number(body["amount"]) % 5 !== 0,
};

const retrieved = answerFaults(
  "retrieved intent",
  { operations: ["retrievePaymentIntent"], status: 200 },
  "payment-intents/retrieved-",
);

/** Mutants that break a passive rule in some answers only. */
export const mutants: readonly Mutant[] = [
  created.gives("id", "id", asNumber),
  created.gives("id", "id-prefix", withoutPrefix),
  created.gives(
    "id",
    "id-prefix",
    { as: "with a capital prefix", value: (id) => String(id).replace("pi_", "PI_") },
    oddFrancs,
  ),
  created.gives("label", "label", wrapped),
  created.gives("label", "label-word", constantly("paymentIntent")),
  created.gives("amount", "amount", asText),
  created.gives("amount", "amount", asText, oddFrancs),
  created.gives(
    "amount",
    "amount-whole-francs",
    { as: "in hundreds", value: (amount) => Number(amount) / 100 },
    oddFrancs,
  ),
  created.gives("currency", "currency", { as: "a numeric code", value: () => 950 }),
  created.gives("currency", "currency-lowercase", uppercase, bare),
  created.gives("description", "description", constantly(false), bare),
  created.gives("metadata", "metadata", constantly([]), {
    only: "when it is empty",
    when: ({ metadata }) => Object.keys(metadata as object).length === 0,
  }),
  created.gives("accountId", "account-id", nothing),
  created.gives("accountId", "account-id-prefix", withoutPrefix),
  created.gives("liveMode", "live-mode", constantly("false")),
  created.gives("liveMode", "live-mode", constantly(0), bare),
  created.drops("clientSecret", "client-secret", bare),
  created.gives("clientSecret", "client-secret-suffix", {
    as: "with a dash for the suffix",
    value: (secret) => String(secret).replace("_secret_", "-"),
  }),
  created.gives(
    "clientSecret",
    "client-secret-suffix",
    { as: "cut after the suffix", value: (secret) => String(secret).replace(/_secret_.*/, "_secret_") },
    bare,
  ),
  created.gives("createdAt", "created-at", {
    as: "a number of milliseconds",
    value: (at) => Date.parse(String(at)),
  }),
  created.gives("createdAt", "created-at-iso-8601", epoch, bare),
  created.gives("updatedAt", "updated-at", nothing),
  created.gives("updatedAt", "updated-at-iso-8601", day),
  ...absentWhen(
    created,
    ["id", "label", "amount", "currency", "accountId", "liveMode", "createdAt", "updatedAt"],
    oddFrancs,
  ),
  ...contentTypeMutants("createPaymentIntent", "created-intent", "payment-intents/create-content-type"),
  crashes("createPaymentIntent", 422, "intent-refusal-crashes", "payment-intents/create-status"),
  retrieved.gives("currency", "currency-lowercase", uppercase, {
    only: "once succeeded",
    when: ({ status }) => status === "succeeded",
  }),
  retrieved.gives("id", "id", asNumber),
  retrieved.gives("id", "id-prefix", withoutPrefix),
  retrieved.gives("label", "label", nothing, oddFrancs),
  retrieved.gives("label", "label-word", constantly("intent")),
  retrieved.gives("amount", "amount", asText, oddFrancs),
  retrieved.gives("currency", "currency", nothing),
  retrieved.gives("currency", "currency-lowercase", uppercase, oddFrancs),
  retrieved.gives("status", "status", constantly(1)),
  retrieved.gives("status", "status-documented", constantly("cancelled")),
  retrieved.gives("status", "status-documented", constantly("created"), oddFrancs),
  retrieved.gives("client_secret", "client-secret", nothing),
  ...absentWhen(retrieved, ["id", "label", "currency", "status", "client_secret"], oddFrancs),
  ...contentTypeMutants("retrievePaymentIntent", "retrieved-intent", "payment-intents/retrieve-content-type"),
  crashes("retrievePaymentIntent", 404, "unknown-intent-crashes", "payment-intents/retrieve-status"),
];
