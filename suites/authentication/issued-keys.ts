import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import { found, soon } from "../expect/reading.ts";
import { everyRoute, isAccepted, type Sending } from "../fixtures/every-route.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  ordinarySession,
} from "../fixtures/ordinary-requests.ts";

/** Keys as they are given to merchants and replaced (§5.2, §5.3). */
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
   * The very next request after the regeneration, on every kind of route that accepted the key before: what is
   * not offered may answer anything.
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

  /** What is offered there, as it accepted the key before. */
  rule("authentication/regenerated-key-stops-on-checkout-host", async (check) => {
    const merchant = await check.ownMerchant();
    const { api } = merchant;
    const body = { ...(await ordinarySession(check)), accountId: merchant.accountId };
    await expectStopped(check, merchant, [() => api.createSession({ body }), () => api.listTestClocks()]);
  }),

  /** Every documented route that took it, right after its replacement. */
  rule("authentication/regenerated-key-stops-on-every-route", async (check) => {
    const merchant = await check.ownMerchant({ connectMode: "marketplace" });
    const accepted: Sending[] = [];
    for (const send of await everyRoute(check, merchant)) if (await isAccepted(send)) accepted.push(send);
    await regenerate(check, merchant);
    for (const send of accepted) check.expect(await send()).toAnswer(401);
  }),

  /** What the old one made is still the merchant's own. */
  rule("authentication/regenerated-key-successor-works", async (check) => {
    const merchant = await check.ownMerchant();
    const known = check.succeeded(await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const successor = check.as(await regenerate(check, merchant));
    // Immediate is only that the old one stops.
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

/** A request of a merchant; a list is asked for so many entries. */
type Listing = (limit: number) => Promise<Answer>;

/**
 * What the old key of a merchant was accepted for is answered 401 from its regeneration on.
 * @throws Inconclusive when it was accepted for nothing
 */
async function expectStopped(check: Check, merchant: Merchant, requests: readonly Listing[]): Promise<void> {
  const accepted: Listing[] = [];
  for (const request of requests) if (await isAccepted(() => request(10))) accepted.push(request);
  if (accepted.length === 0) throw new Inconclusive("the key is accepted for nothing before it is replaced");
  await regenerate(check, merchant);
  for (const request of accepted) check.expect(await request(11)).toAnswer(401);
}

/** The key that a merchant has from now on. */
async function regenerate(check: Check, merchant: Merchant): Promise<string> {
  const answer = await check.control.call("regenerateKey", {
    path: { accountId: merchant.accountId },
    json: { mode: "test" },
  });
  return (answer as { key: string }).key;
}
