import type { Parts } from "../../emulator/index.ts";
import { message } from "../../emulator/kernel/answers.ts";
import type { Mutant } from "../mutant.ts";
import { mutant } from "../shared/answers.ts";
import {
  assumes,
  demanded,
  fielding,
  isAnyObject,
  isCount,
  isList,
  isWord,
  mistakes,
  refusalMutants,
  retrieving,
} from "../shared/creations.ts";

const area = "paymentIntents";
type Intent = ReturnType<Parts["paymentIntents"]["create"]["record"]>;
type Shown = Record<string, (intent: Intent) => unknown>;

const showing = (parts: Parts, fields: Shown): Parts => {
  const { create } = parts.paymentIntents;
  return {
    ...parts,
    paymentIntents: {
      ...parts.paymentIntents,
      create: { ...create, presenter: { ...create.presenter, ...fields } },
    },
  };
};
const showingLater = (parts: Parts, fields: Shown): Parts => {
  const { retrieve } = parts.paymentIntents;
  return {
    ...parts,
    paymentIntents: {
      ...parts.paymentIntents,
      retrieve: { ...retrieve, presenter: { ...retrieve.presenter, ...fields } },
    },
  };
};
const recording = (parts: Parts, change: (intent: Intent) => Partial<Intent>): Parts => {
  const { create } = parts.paymentIntents;
  const record: typeof create.record = (context) => {
    const intent = create.record(context);
    return { ...intent, ...change(intent) };
  };
  return { ...parts, paymentIntents: { ...parts.paymentIntents, create: { ...create, record } } };
};

/** Intents that are made otherwise than asked (§2.1, §4.1). */
const created: readonly Mutant[] = [
  mutant(
    {
      id: "intent-amount-one-more",
      kills: "payment-intents/amount-is-the-requested",
      lie: "An intent is for one franc more than asked.",
    },
    (parts) => recording(parts, ({ amount }) => ({ amount: amount + 1 })),
  ),
  mutant(
    {
      id: "intent-amount-rounded-to-five",
      kills: "payment-intents/amount-is-the-requested",
      lie: "The amount of an intent is rounded to the next coin of five francs.",
      subtle: true,
    },
    (parts) => recording(parts, ({ amount }) => ({ amount: Math.ceil(amount / 5) * 5 })),
  ),
  mutant(
    {
      id: "intent-currency-another",
      kills: "payment-intents/currency-is-the-requested",
      lie: "An intent is made in the other CFA franc.",
    },
    (parts) => recording(parts, () => ({ currency: "xof" })),
  ),
  mutant(
    {
      id: "intent-currency-another-for-large-amounts",
      kills: "payment-intents/currency-is-the-requested",
      lie: "An intent beyond the ordinary amount is made in another currency.",
      subtle: true,
    },
    (parts) => recording(parts, ({ amount, currency }) => ({ currency: amount > 7_500 ? "eur" : currency })),
  ),
  mutant(
    {
      id: "intent-description-lost",
      kills: "payment-intents/description-is-the-given",
      lie: "The description of an intent is forgotten.",
    },
    (parts) => recording(parts, () => ({ description: null })),
  ),
  mutant(
    {
      id: "intent-description-in-ascii",
      kills: "payment-intents/description-is-the-given",
      lie: "Letters outside ASCII become question marks in descriptions.",
      subtle: true,
    },
    (parts) =>
      recording(parts, ({ description }) => ({
        description: description?.replace(/[^\u0000-\u007f]/g, "?") ?? null,
      })),
  ),
  mutant(
    {
      id: "intent-metadata-first-only",
      kills: "payment-intents/metadata-is-the-given",
      lie: "Only the first entry of the metadata is kept.",
      subtle: true,
    },
    (parts) =>
      recording(parts, ({ metadata }) => ({
        metadata: Object.fromEntries(Object.entries(metadata).slice(0, 1)),
      })),
  ),
  mutant(
    {
      id: "intent-metadata-lost",
      kills: "payment-intents/metadata-is-the-given",
      lie: "Metadata come back empty.",
    },
    (parts) => recording(parts, () => ({ metadata: {} })),
  ),
  mutant(
    {
      id: "intent-metadata-keys-in-camel-case",
      kills: "payment-intents/metadata-is-the-given",
      lie: "Keys of metadata with an underscore are respelled.",
      subtle: true,
    },
    (parts) =>
      recording(parts, ({ metadata }) => ({
        metadata: Object.fromEntries(
          Object.entries(metadata).map(([key, value]) => [key.replace("_t", "T"), value]),
        ),
      })),
  ),
  mutant(
    {
      id: "intent-account-another",
      kills: "payment-intents/account-is-the-merchants",
      lie: "An intent names another account than the key's.",
    },
    (parts) => showing(parts, { accountId: ({ accountId }) => `${accountId}x` }),
  ),
  mutant(
    {
      id: "intent-account-another-without-metadata",
      kills: "payment-intents/account-is-the-merchants",
      lie: "An intent without metadata names a made-up account.",
    },
    (parts) =>
      showing(parts, {
        accountId: ({ accountId, metadata }) =>
          Object.keys(metadata).length === 0 ? "acct_unassigned" : accountId,
      }),
  ),
  mutant(
    {
      id: "intent-secret-of-nothing",
      kills: "payment-intents/client-secret-derives-from-id",
      lie: "The first part of a clientSecret has nothing to do with the id.",
    },
    (parts) =>
      recording(parts, ({ clientSecret }) => ({
        clientSecret: clientSecret.replace(/^pi_\w+?_secret_/, "pi_0000_secret_"),
      })),
  ),
  mutant(
    {
      id: "intent-secret-not-random",
      kills: "payment-intents/client-secret-has-random-part",
      lie: "All clientSecrets end alike.",
    },
    (parts) =>
      recording(parts, ({ clientSecret }) => ({
        clientSecret: clientSecret.replace(/_secret_.*/, "_secret_s3cr3t"),
      })),
  ),
  mutant(
    {
      id: "intent-secret-from-amount",
      kills: "payment-intents/client-secret-has-random-part",
      lie: "The random part of a clientSecret is computed from the amount.",
    },
    (parts) =>
      recording(parts, ({ clientSecret, amount }) => ({
        clientSecret: clientSecret.replace(/_secret_.*/, `_secret_${amount * 7919}`),
      })),
  ),
  mutant(
    {
      id: "intent-live-with-test-key",
      kills: "payment-intents/live-mode-false-for-test-key",
      lie: "Intents of test keys call themselves live.",
    },
    (parts) => showing(parts, { liveMode: () => true }),
  ),
];

/** What is refused although it may not be, and the other way round. */
const refused: readonly Mutant[] = [
  mutant(
    {
      id: "intent-description-required",
      kills: "payment-intents/description-may-be-omitted",
      lie: "An intent without a description is refused.",
    },
    (parts) => fielding(parts, area, "description", (rules) => [demanded, ...rules]),
  ),
  mutant(
    {
      id: "intent-metadata-required",
      kills: "payment-intents/metadata-may-be-omitted",
      lie: "An intent without metadata is refused.",
    },
    (parts) => fielding(parts, area, "metadata", (rules) => [demanded, ...rules]),
  ),
  mutant(
    {
      id: "intent-currency-lowercase-only",
      kills: "payment-intents/currency-in-any-casing",
      lie: "An intent's currency is refused in capital letters.",
    },
    (parts) =>
      fielding(parts, area, "currency", (rules) => [
        ...rules,
        { name: "lowercase", accepts: (value) => value === String(value).toLowerCase() },
      ]),
  ),
  mutant(
    {
      id: "intent-currency-no-mixed-casing",
      kills: "payment-intents/currency-in-any-casing",
      lie: "An intent's currency is refused in mixed casing.",
      subtle: true,
    },
    (parts) =>
      fielding(parts, area, "currency", (rules) => [
        ...rules,
        {
          name: "casing",
          accepts: (value) =>
            [String(value).toLowerCase(), String(value).toUpperCase()].includes(String(value)),
        },
      ]),
  ),
  assumes(
    area,
    {
      id: "intent-amount-assumed",
      kills: "payment-intents/create-without-amount",
      lie: "A missing amount of an intent is read as 1000.",
    },
    "amount",
    1000,
  ),
  assumes(
    area,
    {
      id: "intent-currency-assumed",
      kills: "payment-intents/create-without-currency",
      lie: "A missing currency of an intent is read as xaf.",
    },
    "currency",
    "xaf",
  ),
  mistakes(
    area,
    {
      id: "intent-amount-from-object",
      kills: "payment-intents/amount-of-wrong-type",
      lie: "Anything but a number is an amount of 1000.",
    },
    "amount",
    { from: (value) => !isCount(value), to: 1000 },
  ),
  mistakes(
    area,
    {
      id: "intent-amount-from-list",
      kills: "payment-intents/amount-of-wrong-type",
      lie: "A list of numbers is taken for an amount.",
      subtle: true,
    },
    "amount",
    { from: isList, to: 1000 },
  ),
  mistakes(
    area,
    {
      id: "intent-currency-from-object",
      kills: "payment-intents/currency-of-wrong-type",
      lie: "An object or a list is taken for the currency of an intent.",
    },
    "currency",
    { from: isAnyObject, to: "xaf" },
  ),
  mistakes(
    area,
    {
      id: "intent-description-from-object",
      kills: "payment-intents/description-of-wrong-type",
      lie: "An object is taken for the description of an intent.",
    },
    "description",
    { from: isAnyObject, to: "[object Object]" },
  ),
  mistakes(
    area,
    {
      id: "intent-description-from-list",
      kills: "payment-intents/description-of-wrong-type",
      lie: "A list is joined into the description of an intent.",
      subtle: true,
    },
    "description",
    { from: isList, to: "a,b" },
  ),
  mistakes(
    area,
    {
      id: "intent-metadata-from-word",
      kills: "payment-intents/metadata-of-wrong-type",
      lie: "A word is taken for the metadata of an intent.",
    },
    "metadata",
    { from: isWord, to: {} },
  ),
  mistakes(
    area,
    {
      id: "intent-metadata-from-number",
      kills: "payment-intents/metadata-of-wrong-type",
      lie: "A number is taken for the metadata of an intent.",
      subtle: true,
    },
    "metadata",
    { from: isCount, to: {} },
  ),
  ...refusalMutants({
    id: "intent",
    what: "intent",
    operation: "createPaymentIntent",
    status: 422,
    parameter: "metadata",
    rules: {
      status: "payment-intents/validation-status",
      list: "payment-intents/validation-carries-errors",
      field: "payment-intents/validation-names-the-field",
    },
  }),
];

/** Intents that are read back otherwise than they were made. */
const retrieved: readonly Mutant[] = [
  mutant(
    {
      id: "intent-retrieved-under-other-id",
      kills: "payment-intents/retrieved-id-matches",
      lie: "A retrieved intent has an id that is one character longer.",
    },
    (parts) => showingLater(parts, { id: ({ id }) => `${id}0` }),
  ),
  mutant(
    {
      id: "intent-never-found",
      kills: "payment-intents/retrieved-id-matches",
      lie: "No intent is found again.",
    },
    (parts) => retrieving(parts, area, (retrieve) => ({ ...retrieve, find: () => undefined })),
  ),
  mutant(
    {
      id: "intent-without-description-not-found",
      kills: "payment-intents/retrieved-id-matches",
      lie: "Intents without a description are not found again.",
      subtle: true,
    },
    (parts) => {
      const { retrieve } = parts.paymentIntents;
      const find: typeof retrieve.find = (context) => {
        const intent = retrieve.find(context);
        return intent?.description === null ? undefined : intent;
      };
      return { ...parts, paymentIntents: { ...parts.paymentIntents, retrieve: { ...retrieve, find } } };
    },
  ),
  mutant(
    {
      id: "intent-retrieved-without-small-change",
      kills: "payment-intents/retrieved-amount-matches",
      lie: "A retrieved amount is cut to full hundreds.",
      subtle: true,
    },
    (parts) => showingLater(parts, { amount: ({ amount }) => amount - (amount % 100) }),
  ),
  mutant(
    {
      id: "intent-retrieved-in-other-currency",
      kills: "payment-intents/retrieved-currency-matches",
      lie: "A retrieved intent is in another currency.",
    },
    (parts) => showingLater(parts, { currency: () => "xof" }),
  ),
  mutant(
    {
      id: "intent-retrieved-in-other-currency-for-odd-francs",
      kills: "payment-intents/retrieved-currency-matches",
      lie: "A retrieved intent of odd francs is in another currency.",
      subtle: true,
    },
    (parts) =>
      showingLater(parts, { currency: ({ amount, currency }) => (amount % 2 === 1 ? "usd" : currency) }),
  ),
  mutant(
    {
      id: "unknown-intent-is-400",
      kills: "payment-intents/unknown-id-is-404",
      lie: "An unknown intent is answered 400.",
    },
    (parts) =>
      retrieving(parts, area, (retrieve) => ({
        ...retrieve,
        notFound: () => message(400, "Payment intent not found"),
      })),
  ),
  mutant(
    {
      id: "unknown-intent-is-empty",
      kills: "payment-intents/unknown-id-is-404",
      lie: "An unknown intent is answered 200 without a body.",
    },
    (parts) =>
      retrieving(parts, area, (retrieve) => ({ ...retrieve, notFound: () => ({ status: 200, body: null }) })),
  ),
];

export const intentBehaviourMutants: readonly Mutant[] = [...created, ...refused, ...retrieved];
