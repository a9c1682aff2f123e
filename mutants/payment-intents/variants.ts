import type { Parts } from "../../emulator/index.ts";
import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { answering, variant } from "../variants/parts/variant.ts";

type Intent = ReturnType<Parts["paymentIntents"]["create"]["record"]>;
const STATUSES = [
  "requires_payment_method",
  "requires_confirmation",
  "processing",
  "succeeded",
  "failed",
  "canceled",
] as const;

function recording(parts: Parts, change: (intent: Intent) => Partial<Intent>): Parts {
  const { create } = parts.paymentIntents;
  const record: typeof create.record = (context) => {
    const intent = create.record(context);
    return { ...intent, ...change(intent) };
  };
  return { ...parts, paymentIntents: { ...parts.paymentIntents, create: { ...create, record } } };
}

/** Open points about payment intents (§2.1, §3, §4.1). */
export const paymentIntentVariants: readonly Variant[] = [
  variant(
    "no-description-field",
    "intent-description-absent",
    "An intent without a description has no such field",
    (parts) =>
      answering(parts, ["createPaymentIntent"], 200, (body) => {
        if (body["description"] === null) delete body["description"];
      }),
  ),
  variant(
    "null-metadata",
    "intent-metadata-absent",
    "An intent without metadata answers null for them",
    (parts) =>
      answering(parts, ["createPaymentIntent"], 200, (body) => {
        if (isObject(body["metadata"]) && Object.keys(body["metadata"]).length === 0) body["metadata"] = null;
      }),
  ),
  variant("intents-succeed-at-once", "intent-initial-status", "A new intent has succeeded", (parts) =>
    recording(parts, () => ({ status: "succeeded" })),
  ),
  variant(
    "intents-move-with-every-look",
    "intent-transitions",
    "An intent has another status each time it is read",
    (parts) => {
      let looks = 0;
      return answering(parts, ["retrievePaymentIntent"], 200, (body) => {
        looks += 1;
        body["status"] = STATUSES[looks % STATUSES.length];
      });
    },
  ),
  variant("retrieved-secret-empty", "intent-retrieved-secret", "A retrieval gives an empty secret", (parts) =>
    answering(parts, ["retrievePaymentIntent"], 200, (body) => {
      body["client_secret"] = "";
    }),
  ),
  variant(
    "secret-without-prefix",
    "intent-secret-derivation",
    "A secret begins with the id without its prefix",
    (parts) => recording(parts, ({ clientSecret }) => ({ clientSecret: clientSecret.replace(/^pi_/, "") })),
  ),
  variant("metadata-as-text", "metadata-values", "Metadata values are kept as texts", (parts) =>
    recording(parts, ({ metadata }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [
          name,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
    })),
  ),
  variant("live-mode-never", "live-mode-of-live-keys", "liveMode is false for live keys as well", (parts) =>
    answering(parts, ["createPaymentIntent"], 200, (body) => {
      body["liveMode"] = false;
    }),
  ),
];
