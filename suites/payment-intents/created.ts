import { rule, textOf } from "../kit.ts";
import { eachAccepted } from "../expect/creations.ts";
import { eachCreated, expectTexts, isAsRequested, keepsAnyValues } from "../expect/kept-values.ts";
import { memberOf } from "../fixtures/reading.ts";
import { expectAnyRefusal } from "../expect/refusals.ts";
import { type IntentRequest, ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { intentRequests, intents, isBare } from "../fixtures/payment-intent-creation.ts";

/** Compares the answer to a creation with the request (§2.1, §4.1). Each rule creates many different intents. */
export default [
  keepsAnyValues("payment-intents/keeps-any-values", intents),

  isAsRequested("payment-intents/amount-is-the-requested", intents, "amount"),
  isAsRequested("payment-intents/currency-is-the-requested", intents, "currency"),
  isAsRequested("payment-intents/description-is-the-given", intents, "description", { isOptional: true }),

  /** The target may add entries. */
  eachCreated(
    "payment-intents/metadata-is-the-given",
    intents,
    (check, created, request, reach) => {
      const { metadata } = request as Partial<IntentRequest>;
      if (metadata === undefined) return;
      expectTexts(check, metadata, memberOf(created, "metadata"), created);
      reach("compared");
    },
    { runShares: { compared: 0.2 } },
  ),

  /** Creates an intent with a description and metadata, then ones without. Every name in this run contains the run's id. */
  rule("payment-intents/nothing-of-another-intent", async (check) => {
    const { amount, currency, ...optional } = ordinaryIntent(check);
    check.succeeded(await check.api.createPaymentIntent({ body: { amount, currency, ...optional } }));
    for (const other of [{}, { metadata: { note: "other" } }]) {
      const body = { amount, currency, ...other };
      const created = check.succeeded(await check.api.createPaymentIntent({ body }));
      const { description, metadata } = created.body as { description?: unknown; metadata?: unknown };
      const shown = JSON.stringify([description, metadata]);
      check.expect
        .that(
          "whether the answer has the description or metadata of another intent",
          shown.includes(check.runName),
          created,
        )
        .toBe(false);
    }
    // Metadata with the names of fields.
    const names = {
      description: "elsewhere",
      currency: "eur",
      amount: "17",
      status: "failed",
      liveMode: "true",
    };
    const created = check.succeeded(
      await check.api.createPaymentIntent({ body: { amount, currency, metadata: names } }),
    );
    const shown = created.body as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(names))
      check.expect.field(name, shown[name], created).toDifferFrom(value);
    check.expect.field("amount", shown["amount"], created).toBe(amount);
  }),

  /**
   * Uses a merchant with a known account id, if there is one. Otherwise all intents must agree with the profile, or with the first intent.
   */
  rule("payment-intents/account-is-the-merchants", async (check) => {
    const merchant = await check.ownMerchant();
    await eachAccepted(check, {
      from: intentRequests(check),
      classesOf: (request) => (isBare(request) ? ["bare"] : []),
      shares: { bare: 0.05 },
      runShares: { accepted: 0.5 },
      send: (request) => merchant.api.createPaymentIntent({ body: request }),
      judge: (created) =>
        check.expect.field("accountId", created.field("accountId"), created).toBe(merchant.accountId),
    });
    if (!check.has("key.second-merchant")) return;
    // Names another merchant's account in the body. The target may refuse it.
    const { accountId } = await check.otherMerchant();
    const named = await merchant.api.createPaymentIntent({ json: { ...ordinaryIntent(check), accountId } });
    if (named.succeeded)
      check.expect.field("accountId", named.field("accountId"), named).toBe(merchant.accountId);
    else expectAnyRefusal(check, named);
  }),

  /** The id may be in it with or without its prefix. */
  eachCreated("payment-intents/client-secret-derives-from-id", intents, (check, created) => {
    const { id, clientSecret } = created.body as Readonly<Record<string, unknown>>;
    const [derived = ""] = textOf(clientSecret).split("_secret_");
    const bare = textOf(id).replace(/^pi_/, "");
    check.expect
      .that(
        "whether the clientSecret contains the intent's id before `_secret_`",
        derived.includes(bare),
        created,
      )
      .toBe(true);
    check.observe(
      "intent-secret-derivation",
      derived === id ? "the id" : derived === bare ? "the id without its prefix" : "otherwise",
    );
  }),

  /** Sends the same request several times. */
  rule("payment-intents/client-secret-has-random-part", async (check) => {
    const body = ordinaryIntent(check);
    const randomPart = async (): Promise<string> => {
      const created = check.succeeded(await check.api.createPaymentIntent({ body }));
      return textOf(created.field("clientSecret")).split("_secret_").slice(1).join("_secret_");
    };
    const parts = new Set([await randomPart(), await randomPart(), await randomPart()]);
    check.expect.that("the number of different random parts in three clientSecrets", parts.size).toBe(3);
  }),

  rule("payment-intents/live-mode-false-for-test-key", async (check) => {
    const created = check.succeeded(await check.api.createPaymentIntent({ body: ordinaryIntent(check) }));
    check.expect.field("liveMode", created.field("liveMode"), created).toBe(false);
    // Sends the mode in the body, which is not documented. The target may refuse it.
    const named = await check.api.createPaymentIntent({ json: { ...ordinaryIntent(check), liveMode: true } });
    if (named.succeeded) check.expect.field("liveMode", named.field("liveMode"), named).toBe(false);
    else expectAnyRefusal(check, named);
    const described = { description: "live", metadata: { mode: "live", liveMode: "true" } };
    const full = await check.api.createPaymentIntent({ body: { ...ordinaryIntent(check), ...described } });
    check.expect.field("liveMode", check.succeeded(full).field("liveMode"), full).toBe(false);
    const { api, liveKey } = check.has("control.createMerchant")
      ? await check.ownMerchant()
      : await check.merchant();
    if (liveKey === null) return;
    await check.as(liveKey).createPaymentIntent({ body: ordinaryIntent(check) });
    const after = check.succeeded(await api.createPaymentIntent({ body: ordinaryIntent(check) }));
    check.expect.that("liveMode after an intent of the live key", after.field("liveMode"), after).toBe(false);
  }),
];
