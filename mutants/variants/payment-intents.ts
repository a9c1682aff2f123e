import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { recordingIntent } from "./parts/payment-intents.ts";
import { answering, deciding, variant, wireVariant } from "./parts/variant.ts";

const STATUSES = [
  "requires_payment_method",
  "requires_confirmation",
  "processing",
  "succeeded",
  "failed",
  "canceled",
] as const;

/** Other choices at the open points in `spec/areas/payment-intents.yaml`. */
export const paymentIntentsVariants: readonly Variant[] = [
  variant(
    "no-description-field",
    "intent-description-absent",
    "An intent without a description has no such field",
    answering(["createPaymentIntent"], 200, (body) => {
      if (body["description"] === null) delete body["description"];
    }),
  ),
  variant(
    "null-metadata",
    "intent-metadata-absent",
    "An intent without metadata answers null for them",
    answering(["createPaymentIntent"], 200, (body) => {
      if (isObject(body["metadata"]) && Object.keys(body["metadata"]).length === 0) body["metadata"] = null;
    }),
  ),
  variant(
    "intents-succeed-at-once",
    "intent-initial-status",
    "A new intent has succeeded",
    recordingIntent(() => ({ status: "succeeded" })),
  ),
  variant(
    "intents-move-with-every-look",
    "intent-transitions",
    "An intent has another status each time it is read",
    (parts) => {
      let looks = 0;
      return answering(["retrievePaymentIntent"], 200, (body) => {
        looks += 1;
        body["status"] = STATUSES[looks % STATUSES.length];
      })(parts);
    },
  ),
  variant(
    "retrieved-secret-empty",
    "intent-retrieved-secret",
    "A retrieval gives an empty secret",
    answering(["retrievePaymentIntent"], 200, (body) => {
      body["client_secret"] = "";
    }),
  ),
  variant(
    "secret-without-prefix",
    "intent-secret-derivation",
    "A secret begins with the id without its prefix",
    recordingIntent(({ clientSecret }) => ({ clientSecret: clientSecret.replace(/^pi_/, "") })),
  ),
  variant(
    "live-mode-never",
    "live-mode-of-live-keys",
    "liveMode is false for live keys as well",
    answering(["createPaymentIntent"], 200, (body) => {
      body["liveMode"] = false;
    }),
  ),
  variant(
    "payments-cost-and-wait",
    "intent-credit",
    "A payment costs 10 francs and 2 %, and is available after a day",
    deciding({ paymentFee: { fixed: 10, basisPoints: 200 }, paymentDelayMs: 86_400_000 }),
  ),
  wireVariant(
    "more-routes-for-intents",
    "intent-other-operations",
    "Intents can be listed, confirmed and canceled",
    (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const lists = request.method === "GET" && pathname === "/v1/payment-intents";
      const [, act] = /^\/v1\/payment-intents\/[^/]+\/(confirm|cancel)$/.exec(pathname) ?? [];
      if (lists) return Response.json({ data: [] });
      return act !== undefined && request.method === "POST"
        ? Response.json({ status: act === "cancel" ? "canceled" : "processing" })
        : handler(request);
    },
  ),
];
