import { rule } from "../../harness/rule.ts";
import { ordinaryIntent } from "./given.ts";

/** What a creation may leave out (§4.1). */
export default [
  /** Goal: a description is optional. Method: the same request with and without one; only the absence differs. */
  rule("payment-intents/description-may-be-omitted", async (check) => {
    const { description, ...without } = ordinaryIntent(check);
    check.succeeded(await check.api.createPaymentIntent({ body: { ...without, description } }));
    check.expect(await check.api.createPaymentIntent({ body: without })).toAnswer(200);
  }),

  /** Goal: metadata is optional. Method: the same request with and without it. */
  rule("payment-intents/metadata-may-be-omitted", async (check) => {
    const { metadata, ...without } = ordinaryIntent(check);
    check.succeeded(await check.api.createPaymentIntent({ body: { ...without, metadata } }));
    check.expect(await check.api.createPaymentIntent({ body: without })).toAnswer(200);
  }),
];
