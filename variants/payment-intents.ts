import { named, perEmulator } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";
import { recording } from "../mutants/shared/creations.ts";
import { deciding } from "./parts.ts";

const STATUSES = [
  "requires_payment_method",
  "requires_confirmation",
  "processing",
  "succeeded",
  "failed",
  "canceled",
] as const;

/** Other choices at the open points in `spec/areas/payment-intents.yaml`. */
export const variants = named<Variant>({
  "no-description-field": {
    openPoints: ["intent-description-absent"],
    what: "An intent without a description has no such field",
    replace: answering(["createPaymentIntent"], 200, (body) => {
      if (body["description"] === null) delete body["description"];
    }),
  },
  "null-metadata": {
    openPoints: ["intent-metadata-absent"],
    what: "The metadata of an intent without metadata is null",
    replace: answering(["createPaymentIntent"], 200, (body) => {
      if (isObject(body["metadata"]) && Object.keys(body["metadata"]).length === 0) body["metadata"] = null;
    }),
  },
  "intents-succeed-at-once": {
    openPoints: ["intent-initial-status"],
    what: "A new intent has succeeded",
    replace: recording("paymentIntents", () => ({ status: "succeeded" })),
  },
  "intents-move-with-every-look": {
    openPoints: ["intent-transitions"],
    what: "An intent has another status each time it is read",
    replace: perEmulator(() => {
      let looks = 0;
      return answering(["retrievePaymentIntent"], 200, (body) => {
        looks += 1;
        body["status"] = STATUSES[looks % STATUSES.length];
      });
    }),
  },
  "retrieved-secret-empty": {
    openPoints: ["intent-retrieved-secret"],
    what: "A retrieved intent has an empty secret",
    replace: answering(["retrievePaymentIntent"], 200, (body) => {
      body["client_secret"] = "";
    }),
  },
  "secret-without-prefix": {
    openPoints: ["intent-secret-derivation"],
    what: "A secret begins with the id without its prefix",
    replace: recording("paymentIntents", ({ clientSecret }) => ({
      clientSecret: clientSecret.replace(/^pi_/, ""),
    })),
  },
  "live-mode-never": {
    openPoints: ["live-mode-of-live-keys"],
    what: "liveMode is false for live keys as well",
    replace: answering(["createPaymentIntent"], 200, (body) => {
      body["liveMode"] = false;
    }),
  },
  "payments-cost-and-wait": {
    openPoints: ["intent-credit"],
    what: "A payment has a fee of 10 francs plus 2 %, and is available after a day",
    replace: deciding({ paymentFee: { fixed: 10, basisPoints: 200 }, paymentDelayMs: 86_400_000 }),
  },
  "more-routes-for-intents": {
    openPoints: ["intent-other-operations"],
    what: "Intents can be listed, confirmed and canceled",
    wrap: (handler) => async (request) => {
      const { pathname } = new URL(request.url);
      const lists = request.method === "GET" && pathname === "/v1/payment-intents";
      const [, act] = /^\/v1\/payment-intents\/[^/]+\/(confirm|cancel)$/.exec(pathname) ?? [];
      if (lists) return Response.json({ data: [] });
      return act !== undefined && request.method === "POST"
        ? Response.json({ status: act === "cancel" ? "canceled" : "processing" })
        : handler(request);
    },
  },
});
