import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { routeOf } from "../../harness/routes/routes.ts";
import { rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
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
    if (liveKey === null) throw new NeedMissing("key.live");
    check.expect.that("whether a live key begins with sk_live_", liveKey.startsWith("sk_live_")).toBe(true);
  }),

  /**
   * Goal: a replaced key stops at once. Method: the very next request after the regeneration, on every kind of route that
   * accepted the key before: what is not offered may answer anything.
   */
  rule("authentication/regenerated-key-stops-at-once", async (check) => {
    const merchant = await check.ownMerchant();
    const { api } = merchant;
    const known = check.succeeded(await api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const id = known.field("id");
    await expectStopped(check, merchant, [
      () => api.createPaymentIntent({ body: ordinaryIntent(check) }),
      () => api.retrievePaymentIntent({ path: { id } }),
      // Not the same list twice: what was read a moment ago may be read so again.
      (limit) => api.listRemittances({ query: { page: 1, limit } }),
      () => api.createDisbursement({ body: ordinaryDisbursement(check) }),
      () => api.createRemittance({ body: ordinaryRemittance(check) }),
      () => api.retrieveActivation(),
    ]);
  }),

  /** Goal: the checkout host knows of the regeneration as soon. Method: what is offered there, as it accepted the key before. */
  rule("authentication/regenerated-key-stops-on-checkout-host", async (check) => {
    const merchant = await check.ownMerchant();
    const { api } = merchant;
    const body = { ...(await ordinarySession(check)), accountId: merchant.accountId };
    await expectStopped(check, merchant, [() => api.createSession({ body }), () => api.listTestClocks()]);
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

/** A request of a merchant; a list is asked for so many entries. */
type Sending = (limit: number) => Promise<Answer>;

/**
 * What the old key of a merchant was accepted for is answered 401 from its regeneration on.
 * @throws Inconclusive when it was accepted for nothing
 */
async function expectStopped(check: Check, merchant: Merchant, requests: readonly Sending[]): Promise<void> {
  const accepted: Sending[] = [];
  for (const request of requests) if (await isAccepted(request)) accepted.push(request);
  if (accepted.length === 0) throw new Inconclusive("the key is accepted for nothing before it is replaced");
  await regenerate(check, merchant);
  for (const request of accepted) check.expect(await request(11)).toAnswer(401);
}

/** Whether a request succeeds; that its route is not there is another rule's matter. */
async function isAccepted(request: Sending): Promise<boolean> {
  try {
    return (await request(10)).succeeded;
  } catch (error) {
    if (error instanceof NeedMissing && routeOf(error.need) !== undefined) return false;
    throw error;
  }
}

/** The key that a merchant has from now on. */
async function regenerate(check: Check, merchant: Merchant): Promise<string> {
  const answer = await check.control.call("regenerateKey", {
    path: { accountId: merchant.accountId },
    json: { mode: "test" },
  });
  return (answer as { key: string }).key;
}
