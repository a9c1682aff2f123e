import type { Check } from "../../harness/check.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { rule } from "../../harness/rule.ts";
import { found } from "../shared/reading.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  ordinarySession,
} from "../shared/requests.ts";

/** Keys as they are given to merchants and replaced (§5.2, §5.3). */
export default [
  /** Goal: a test key says that it is one. Method: the keys of fresh merchants. */
  rule("authentication/test-key-prefix", async (check) => {
    check.require("control.createMerchant");
    const { testKey } = await check.ownMerchant();
    check.expect.that("whether a test key begins with sk_test_", testKey.startsWith("sk_test_")).toBe(true);
  }),

  /** Goal: a live key says that it is one. */
  rule("authentication/live-key-prefix", async (check) => {
    check.require("control.createMerchant");
    const { liveKey } = await check.ownMerchant();
    if (liveKey === null) check.require("key.live");
    check.expect
      .that("whether a live key begins with sk_live_", liveKey?.startsWith("sk_live_") ?? false)
      .toBe(true);
  }),

  /** Goal: a replaced key stops at once. Method: the very next request after the regeneration, on every kind of route. */
  rule("authentication/regenerated-key-stops-at-once", async (check) => {
    const merchant = await check.ownMerchant();
    const known = check.succeeded(await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const id = known.field("id");
    await regenerate(check, merchant);
    check.expect(await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) })).toAnswer(401);
    check.expect(await merchant.api.retrievePaymentIntent({ path: { id } })).toAnswer(401);
    check.expect(await merchant.api.listRemittances({ query: { page: 1 } })).toAnswer(401);
    check.expect(await merchant.api.createDisbursement({ body: ordinaryDisbursement(check) })).toAnswer(401);
    check.expect(await merchant.api.createRemittance({ body: ordinaryRemittance(check) })).toAnswer(401);
    check.expect(await merchant.api.retrieveActivation()).toAnswer(401);
  }),

  /** Goal: the checkout host knows of the regeneration as soon. */
  rule("authentication/regenerated-key-stops-on-checkout-host", async (check) => {
    const merchant = await check.ownMerchant();
    const body = { ...(await ordinarySession(check)), accountId: merchant.accountId };
    check.succeeded(await merchant.api.createSession({ body }));
    await regenerate(check, merchant);
    check.expect(await merchant.api.createSession({ body })).toAnswer(401);
    check.expect(await merchant.api.listTestClocks()).toAnswer(401);
  }),

  /** Goal: the new key works. Method: what the old one made is still the merchant's own. */
  rule("authentication/regenerated-key-successor-works", async (check) => {
    const merchant = await check.ownMerchant();
    const known = check.succeeded(await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const successor = check.as(await regenerate(check, merchant));
    check.expect(await successor.createPaymentIntent({ body: ordinaryIntent(check) })).toAnswer(200);
    const path = { id: known.field("id") };
    const retrieved = await found(check, "the intent that the old key made", () =>
      successor.retrievePaymentIntent({ path }),
    );
    check.expect(retrieved).toAnswer(200);
  }),
];

/** The key that a merchant has from now on. */
async function regenerate(check: Check, merchant: Merchant): Promise<string> {
  const answer = await check.control.call("regenerateKey", {
    path: { accountId: merchant.accountId },
    json: { mode: "test" },
  });
  return (answer as { key: string }).key;
}
