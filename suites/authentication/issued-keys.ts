import { isDeepStrictEqual } from "node:util";
import { type Answer, type Check, Inconclusive, type Merchant, NeedMissing, rule } from "../kit.ts";
import { sessions } from "../fixtures/checkout-session-creation.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";
import { found, memberOf, soon } from "../fixtures/reading.ts";
import type { Resource } from "../fixtures/resources.ts";
import { regenerate } from "../fixtures/secret-keys.ts";
import { acceptedOf, everyRoute, isAccepted, merchantOfEveryRoute } from "../every-route.ts";
import {
  ordinaryDisbursement,
  ordinaryIntent,
  ordinaryRemittance,
  ordinarySession,
} from "../fixtures/ordinary-requests.ts";
import { together } from "../fixtures/together.ts";

/** How keys are issued and replaced (§5.2, §5.3). */
export default [
  /** Judges the keys of new merchants. */
  rule("authentication/test-key-prefix", async (check) => {
    check.require("control.createMerchant");
    const { testKey } = await check.ownMerchant();
    check.expect
      .that("whether a new test key begins with sk_test_", testKey.startsWith("sk_test_"))
      .toBe(true);
  }),

  rule("authentication/live-key-prefix", async (check) => {
    check.require("control.createMerchant");
    const { liveKey } = await check.ownMerchant();
    if (liveKey === null) throw new NeedMissing("key.live");
    check.expect
      .that("whether a new live key begins with sk_live_", liveKey.startsWith("sk_live_"))
      .toBe(true);
  }),

  /**
   * Uses the old key right after its regeneration, on each kind of route that accepted it before, also to read the same objects again. Then
   * regenerates again and uses both old keys.
   */
  rule("authentication/regenerated-key-stops-at-once", async (check) => {
    const merchant = await check.ownMerchant();
    const { api } = merchant;
    const known = check.succeeded(await api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const id = known.text("id");
    const payouts = await byId(check, merchant, api);
    const successor = await expectStopped(check, merchant, [
      () => api.createPaymentIntent({ body: ordinaryIntent(check) }),
      () => api.retrievePaymentIntent({ path: { id } }),
      // Vary the limit, because the first answer may be cached.
      (limit) => api.listRemittances({ query: { page: 1, limit } }),
      () => api.createDisbursement({ body: ordinaryDisbursement(check) }),
      () => api.createRemittance({ body: ordinaryRemittance(check) }),
      () => api.retrieveActivation(),
      ...payouts,
    ]);
    await regenerate(check, merchant);
    for (const replaced of [check.as(successor), api])
      check.expect(await replaced.createPaymentIntent({ body: ordinaryIntent(check) })).toAnswer(401);
  }),

  /** Uses the operations of the checkout host that accepted the key before. */
  rule("authentication/regenerated-key-stops-on-checkout-host", async (check) => {
    const merchant = await check.ownMerchant();
    const { api } = merchant;
    const body = { ...(await ordinarySession(check)), accountId: merchant.accountId };
    await expectStopped(check, merchant, [() => api.createSession({ body }), () => api.listTestClocks()]);
  }),

  /**
   * Uses every documented route that accepted the key, right after its replacement, and with the key that replaced it; then those of a live
   * key, and of a live vendor.
   */
  rule("authentication/regenerated-key-stops-on-every-route", async (check) => {
    const merchant = await merchantOfEveryRoute(check);
    const { liveKey } = merchant;
    const routes = await everyRoute(check, merchant);
    const accepting = await acceptedOf(check, routes);
    const live: readonly Listing[] =
      liveKey === null ? [] : await acceptedListings(await liveListings(check, merchant, check.as(liveKey)));
    const successor = await regenerate(check, merchant);
    await together(
      check,
      accepting.map(
        (send) => async () => check.expect(await send(`Bearer ${merchant.testKey}`)).toAnswer(401),
      ),
    );
    // Only the revocation of the old key must be immediate.
    await together(
      check,
      accepting.map((send) => async () => {
        const read = () => send(`Bearer ${successor}`);
        const answer = await soon(check, { read, holds: ({ status }) => status !== 401 });
        check.expect.that("the status with the new key", answer.status, answer).toDifferFrom(401);
      }),
    );
    if (live.length === 0) return;
    await regenerate(check, merchant, "live");
    for (const request of live) check.expect(await request(11)).toAnswer(401);
  }),

  /** Objects that the old key created and what it set still belong to the merchant. */
  rule("authentication/regenerated-key-successor-works", async (check) => {
    const merchant = await merchantOfEveryRoute(check);
    const settings = await ifPossible(() => givenSettings(check, merchant));
    const known = check.succeeded(await merchant.api.createPaymentIntent({ body: ordinaryIntent(check) }));
    const successor = check.as(await regenerate(check, merchant));
    // Only the revocation of the old key must be immediate.
    const made = await soon(check, {
      read: () => successor.createPaymentIntent({ body: ordinaryIntent(check) }),
      holds: ({ status }) => status !== 401,
    });
    check.expect(made).toAnswer(200);
    const path = { id: known.text("id") };
    const retrieved = await found(check, "the intent that the old key created", () =>
      successor.retrievePaymentIntent({ path }),
    );
    check.expect(retrieved).toAnswer(200);
    if (settings === null) return;
    const now = await soon(check, {
      read: () => settingsOf(successor),
      holds: (later) => isDeepStrictEqual(later, settings),
    });
    check.expect.that("the settings, read with the new key", now).toBe(settings);
  }),
];

/** The settings of a merchant that its key reads (§4.6). */
async function settingsOf({ retrieveActivation, retrievePayoutSchedule }: Merchant["api"]) {
  const [activation, schedule] = [await retrieveActivation(), await retrievePayoutSchedule()];
  return {
    connect_mode: memberOf(activation, "connect_mode"),
    cadence: memberOf(schedule, "cadence"),
    enabled: memberOf(schedule, "enabled"),
  };
}

/** The settings with a payout schedule, once they show it; null if the target has none. */
async function givenSettings(check: Check, { api }: Merchant) {
  const set = await api.replacePayoutSchedule({ body: { cadence: "weekly", enabled: false } });
  if (!set.succeeded) return null;
  const read = () => settingsOf(api);
  const shown = await soon(check, { read, holds: ({ cadence }) => cadence === "weekly" });
  return shown.cadence === "weekly" ? shown : null;
}

/** Sends a request of a merchant. `limit` applies to lists. */
type Listing = (limit: number) => Promise<Answer>;

async function acceptedListings(requests: readonly Listing[]): Promise<readonly Listing[]> {
  const accepted: Listing[] = [];
  for (const request of requests) if (await isAccepted(() => request(10))) accepted.push(request);
  return accepted;
}

/** Reads of new objects by their ids, of each kind that the key can create (§4.1 to §4.4). */
async function byId(check: Check, merchant: Merchant, api: Merchant["api"]): Promise<readonly Listing[]> {
  const made: Listing[] = [];
  for (const { body, send, retrieve } of [
    intents,
    sessions,
    disbursements,
    remittances,
  ] as readonly Resource[]) {
    const answer = await ifPossible(async () => send(api, await body(check, merchant)));
    const id = answer?.succeeded === true ? memberOf(answer, "id") : null;
    if (typeof id === "string") made.push(() => retrieve(api, id));
  }
  return made;
}

/** What a live key reads: the account's own, and a live vendor if control can make one. */
async function liveListings(
  check: Check,
  merchant: Merchant,
  api: Merchant["api"],
): Promise<readonly Listing[]> {
  const acct = await ifPossible(() => makeVendor(check, merchant, { mode: "live" }));
  const path = { acct: acct ?? "" };
  return [
    (limit) => api.listRemittances({ query: { page: 1, limit } }),
    () => api.retrieveActivation(),
    () => api.retrievePayoutSchedule(),
    () => api.retrieveOverview(),
    () => api.listAccounts(),
    ...(await byId(check, merchant, api)),
    ...(acct === null
      ? []
      : [
          () => api.retrieveAccount({ path }),
          () => api.listAccountTransactions({ path }),
          () => api.retrieveAccountCompliance({ path }),
        ]),
  ];
}

/**
 * Expects 401 after the regeneration from every operation that accepted the old key.
 * @returns the new key
 * @throws Inconclusive if no operation accepted the old one
 */
async function expectStopped(
  check: Check,
  merchant: Merchant,
  requests: readonly Listing[],
): Promise<string> {
  const accepted = await acceptedListings(requests);
  if (accepted.length === 0) throw new Inconclusive("no operation accepts the key before it is replaced");
  const successor = await regenerate(check, merchant);
  for (const request of accepted) check.expect(await request(11)).toAnswer(401);
  return successor;
}
