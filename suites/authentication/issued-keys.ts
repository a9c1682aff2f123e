import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import { found, soon } from "../expect/reading.ts";
import { acceptedOf, everyRoute, isAccepted, merchantOfEveryRoute } from "../fixtures/every-route.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  ordinarySession,
} from "../fixtures/ordinary-requests.ts";
import { together } from "../fixtures/together.ts";

/** How keys are issued and replaced (§5.2, §5.3). */
export default [
  /** The keys of fresh merchants. */
  rule("authentication/test-key-prefix", async (check) => {
    check.require("control.createMerchant");
    const { testKey } = await check.ownMerchant();
    check.expect.that("whether a test key begins with sk_test_", testKey.startsWith("sk_test_")).toBe(true);
  }),

  rule("authentication/live-key-prefix", async (check) => {
    check.require("control.createMerchant");
    const { liveKey } = await check.ownMerchant();
    if (liveKey === null) throw new NeedMissing("key.live");
    check.expect.that("whether a live key begins with sk_live_", liveKey.startsWith("sk_live_")).toBe(true);
  }),

  /**
   * The first request after the regeneration, on every kind of route that accepted the key before: an operation that is not
   * offered may answer anything. After a second regeneration, both of the replaced keys.
   */
  rule("authentication/regenerated-key-stops-at-once", async (check) => {
    const merchant = await check.ownMerchant();
    const { api } = merchant;
    const known = check.succeeded(await api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const id = known.field("id");
    const successor = await expectStopped(check, merchant, [
      () => api.createPaymentIntent({ body: ordinaryIntent(check) }),
      () => api.retrievePaymentIntent({ path: { id } }),
      // Not the same list twice: the first answer may be cached.
      (limit) => api.listRemittances({ query: { page: 1, limit } }),
      () => api.createDisbursement({ body: ordinaryDisbursement(check) }),
      () => api.createRemittance({ body: ordinaryRemittance(check) }),
      () => api.retrieveActivation(),
    ]);
    await regenerate(check, merchant);
    for (const replaced of [check.as(successor), api])
      check.expect(await replaced.createPaymentIntent({ body: ordinaryIntent(check) })).toAnswer(401);
  }),

  /** The operations offered there, which accepted the key before. */
  rule("authentication/regenerated-key-stops-on-checkout-host", async (check) => {
    const merchant = await check.ownMerchant();
    const { api } = merchant;
    const body = { ...(await ordinarySession(check)), accountId: merchant.accountId };
    await expectStopped(check, merchant, [() => api.createSession({ body }), () => api.listTestClocks()]);
  }),

  /** Every documented route that accepted it, right after its replacement. */
  rule("authentication/regenerated-key-stops-on-every-route", async (check) => {
    const merchant = await merchantOfEveryRoute(check);
    let key = merchant.testKey;
    const sendings = await acceptedOf(check, await everyRoute(check, merchant, () => key));
    key = await regenerate(check, merchant);
    await together(
      check,
      sendings.map((send) => async () => check.expect(await send()).toAnswer(401)),
    );
  }),

  /** Objects made with the old key still belong to the merchant. */
  rule("authentication/regenerated-key-successor-works", async (check) => {
    const merchant = await check.ownMerchant();
    const known = check.succeeded(await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const successor = check.as(await regenerate(check, merchant));
    // Only the revocation of the old key is immediate.
    const made = await soon(check, {
      read: () => successor.createPaymentIntent({ body: ordinaryIntent(check) }),
      holds: ({ status }) => status !== 401,
    });
    check.expect(made).toAnswer(200);
    const path = { id: known.field("id") };
    const retrieved = await found(check, "the intent that the old key made", () =>
      successor.retrievePaymentIntent({ path }),
    );
    check.expect(retrieved).toAnswer(200);
  }),
];

/** A request of a merchant; `limit` applies to lists. */
type Listing = (limit: number) => Promise<Answer>;

/**
 * Every operation that accepted the old key answers 401 from the regeneration on.
 * @returns the key that replaced it
 * @throws Inconclusive when no operation accepted it
 */
async function expectStopped(
  check: Check,
  merchant: Merchant,
  requests: readonly Listing[],
): Promise<string> {
  const accepted: Listing[] = [];
  for (const request of requests) if (await isAccepted(() => request(10))) accepted.push(request);
  if (accepted.length === 0) throw new Inconclusive("no operation accepts the key before it is replaced");
  const successor = await regenerate(check, merchant);
  for (const request of accepted) check.expect(await request(11)).toAnswer(401);
  return successor;
}

/** The key that a merchant has from now on. */
async function regenerate(check: Check, merchant: Merchant): Promise<string> {
  const answer = await check.control.call("regenerateKey", {
    path: { accountId: merchant.accountId },
    json: { mode: "test" },
  });
  return (answer as { key: string }).key;
}
