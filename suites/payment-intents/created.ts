import { rule, textOf } from "../kit.ts";
import { createdIntents } from "../expect/created-intents.ts";
import { eachAccepted } from "../expect/creations.ts";
import { keepsAnyValues } from "../expect/kept-values.ts";
import { code } from "../fixtures/reading.ts";
import { expectAnyRefusal } from "../expect/refusals.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { isForeign } from "../fixtures/values.ts";
import { intentRequests, intents, LARGE_AMOUNTS, isBare } from "../fixtures/payment-intent-creation.ts";

/** Texts that reveal faults in escaping, decoding, encoding, truncation, or conversion to numbers. */
const TEXTS = [
  `Fish & Chips "d'or" <n\u00ba 5> 100%25 \\1+1`,
  "Merci \u{1F64F}",
  "long ".repeat(80).trim(),
  "00242",
] as const;

/** Compares the answer to a creation with the request (§2.1, §4.1). Each rule creates many different intents. */
export default [
  keepsAnyValues("payment-intents/keeps-any-values", intents),

  createdIntents(
    "payment-intents/amount-is-the-requested",
    (check, created, { amount }) => {
      check.expect.field("amount", created.text("amount"), created).toBe(textOf(amount));
    },
    { further: LARGE_AMOUNTS.map((amount) => ({ amount })) },
  ),

  createdIntents("payment-intents/currency-is-the-requested", (check, created, { currency }) => {
    check.expect.field("currency", code(created.field("currency")), created).toBe(code(currency));
  }),

  createdIntents(
    "payment-intents/description-is-the-given",
    (check, created, { description }, reach) => {
      if (description === undefined) return;
      const { description: answered } = created.body as { description?: unknown };
      check.expect.field("description", answered, created).toBe(description);
      reach("compared");
    },
    {
      classesOf: ({ description }) => [
        ...(description === undefined ? [] : ["with a description"]),
        ...(description !== undefined && isForeign(description) ? ["foreign letters"] : []),
      ],
      shares: { "with a description": 0.5, "foreign letters": 0.05 },
      runShares: { compared: 0.25 },
      further: TEXTS.map((description) => ({ description })),
    },
  ),

  /** The target may add entries. */
  createdIntents(
    "payment-intents/metadata-is-the-given",
    (check, created, request, reach) => {
      if (request.metadata === undefined) return;
      const { metadata } = created.body as { metadata?: Record<string, unknown> | null };
      for (const [name, value] of Object.entries(request.metadata)) {
        check.expect.field(`metadata.${name}`, metadata?.[name], created).toBe(value);
      }
      reach("compared");
    },
    {
      classesOf: ({ metadata }) => (metadata === undefined ? [] : ["with metadata"]),
      shares: { "with metadata": 0.5 },
      runShares: { compared: 0.25 },
      further: [
        ...TEXTS.map((note) => ({ metadata: { note } })),
        { metadata: { orderRef: "A-1", shop_name: "Awa", PAGE: "2" } },
        { metadata: { numéro: "7" } },
        {
          metadata: Object.fromEntries(Array.from({ length: 12 }, (_unused, at) => [`entry_${at}`, `${at}`])),
        },
      ],
    },
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
  createdIntents("payment-intents/client-secret-derives-from-id", (check, created) => {
    const id = textOf(created.field("id"));
    const [derived = ""] = textOf(created.field("clientSecret")).split("_secret_");
    const bare = id.replace(/^pi_/, "");
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
  }),
];
