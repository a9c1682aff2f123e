import { type Replace, perEmulator } from "../mutant.ts";
import { named } from "../named.ts";
import { part } from "../part.ts";
import type { Body } from "../shared/answers.ts";
import { recording, type Stored } from "../shared/creations.ts";
import { obeying } from "../shared/obeyed-fields.ts";

type Intent = Stored<"paymentIntents">;

type Shown = Record<string, (intent: Intent) => unknown>;

const showing = (fields: Shown): Replace => part(["paymentIntents", "create", "presenter"], () => fields);

const recorded = (change: (intent: Intent, body: Body) => Partial<Intent>): Replace =>
  recording("paymentIntents", change);

/** Gives intents a field of the merchant's previous intent. */
const remembering = <Name extends "description" | "metadata">(
  name: Name,
  taken: (before: Intent[Name], own: Intent[Name]) => Intent[Name],
): Replace =>
  perEmulator(() => {
    const last = new Map<string, Intent[Name]>();
    return recorded((intent) => {
      const before = last.get(intent.accountId);
      const value = before === undefined ? intent[name] : taken(before, intent[name]);
      last.set(intent.accountId, value);
      return { [name]: value };
    });
  });

export const mutants = named({
  "intent-of-the-account-in-the-body": {
    violates: ["payment-intents/account-is-the-merchants"],
    summary: "An intent belongs to the account that its body names.",
    replace: recorded((_intent, { accountId }) => (typeof accountId === "string" ? { accountId } : {})),
  },
  "intent-remembers-the-description": {
    violates: ["payment-intents/nothing-of-another-intent"],
    summary: "An intent without a description has that of the one before.",
    replace: remembering("description", (before, own) => own ?? before),
  },
  "intent-remembers-the-metadata": {
    violates: ["payment-intents/nothing-of-another-intent"],
    summary: "An intent without metadata has those of the one before.",
    replace: remembering("metadata", (before, own) => (Object.keys(own).length === 0 ? before : own)),
  },
  "intent-metadata-accumulate": {
    violates: ["payment-intents/nothing-of-another-intent"],
    summary: "The metadata of an intent are added to those of the ones before.",
    replace: remembering("metadata", (before, own) => ({ ...before, ...own })),
  },
  "intent-amount-one-more": {
    violates: ["payment-intents/amount-is-the-requested"],
    summary: "The amount of an intent is one franc more than requested.",
    replace: recorded(({ amount }) => ({ amount: amount + 1 })),
  },
  "intent-amount-rounded-to-five": {
    violates: ["payment-intents/amount-is-the-requested"],
    summary: "The amount of an intent is rounded to the next coin of five francs.",
    replace: recorded(({ amount }) => ({ amount: Math.ceil(amount / 5) * 5 })),
  },
  "intent-currency-another": {
    violates: ["payment-intents/currency-is-the-requested"],
    summary: "An intent has the currency XOF.",
    replace: recorded(() => ({ currency: "xof" })),
  },
  "intent-currency-another-for-large-amounts": {
    violates: ["payment-intents/currency-is-the-requested"],
    summary: "An intent above the ordinary amount has another currency.",
    replace: recorded(({ amount, currency }) => ({ currency: amount > 7_500 ? "eur" : currency })),
  },
  "intent-description-lost": {
    violates: ["payment-intents/description-is-the-given"],
    summary: "The description of an intent is dropped.",
    replace: recorded(() => ({ description: null })),
  },
  "intent-description-in-ascii": {
    violates: ["payment-intents/description-is-the-given"],
    summary: "Letters outside ASCII become question marks in descriptions.",
    replace: recorded(({ description }) => ({
      description: description?.replace(/[^\u0000-\u007f]/g, "?") ?? null,
    })),
  },
  "intent-amount-in-32-bits": {
    violates: ["payment-intents/amount-is-the-requested"],
    summary: "Only the lower 32 bits of an amount are kept.",
    replace: recorded(({ amount }) => ({ amount: amount % 4_294_967_296 })),
  },
  "intent-description-escaped": {
    violates: ["payment-intents/description-is-the-given"],
    summary: "Special characters of HTML are escaped in descriptions.",
    replace: recorded(({ description }) => ({
      description: description?.replaceAll("&", "&amp;").replaceAll("<", "&lt;") ?? null,
    })),
  },
  "intent-description-in-two-bytes": {
    violates: ["payment-intents/description-is-the-given"],
    summary: "Characters beyond the basic plane become question marks in descriptions.",
    replace: recorded(({ description }) => ({
      description: description?.replace(/[\u{10000}-\u{10ffff}]/gu, "?") ?? null,
    })),
  },
  "intent-description-cut": {
    violates: ["payment-intents/description-is-the-given"],
    summary: "A description is truncated after 255 characters.",
    replace: recorded(({ description }) => ({ description: description?.slice(0, 255) ?? null })),
  },
  "intent-metadata-ten-at-most": {
    violates: ["payment-intents/metadata-is-the-given"],
    summary: "Only the first ten entries of metadata are kept.",
    replace: recorded(({ metadata }) => ({
      metadata: Object.fromEntries(Object.entries(metadata).slice(0, 10)),
    })),
  },
  "intent-metadata-first-only": {
    violates: ["payment-intents/metadata-is-the-given"],
    summary: "Only the first entry of the metadata is kept.",
    replace: recorded(({ metadata }) => ({
      metadata: Object.fromEntries(Object.entries(metadata).slice(0, 1)),
    })),
  },
  "intent-metadata-lost": {
    violates: ["payment-intents/metadata-is-the-given"],
    summary: "Metadata is returned empty.",
    replace: recorded(() => ({ metadata: {} })),
  },
  "intent-metadata-keys-in-ascii": {
    violates: ["payment-intents/metadata-is-the-given"],
    summary: "Entries of metadata whose key has a letter outside ASCII are dropped.",
    replace: recorded(({ metadata }) => ({
      metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !/[^\u0000-\u007f]/.test(key))),
    })),
  },
  "intent-metadata-keys-in-lowercase": {
    violates: ["payment-intents/metadata-is-the-given"],
    summary: "Keys of metadata are lowercased.",
    replace: recorded(({ metadata }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([key, value]) => [key.toLowerCase(), value]),
      ),
    })),
  },
  "intent-metadata-keys-in-camel-case": {
    violates: ["payment-intents/metadata-is-the-given"],
    summary: "Keys of metadata with an underscore are renamed.",
    replace: recorded(({ metadata }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([key, value]) => [key.replace("_t", "T"), value]),
      ),
    })),
  },
  "intent-account-another": {
    violates: ["payment-intents/account-is-the-merchants"],
    summary: "An intent names another account than the key's.",
    replace: showing({ accountId: ({ accountId }) => `${accountId}x` }),
  },
  "intent-account-another-without-metadata": {
    violates: ["payment-intents/account-is-the-merchants"],
    summary: "An intent without metadata names an invented account.",
    replace: showing({
      accountId: ({ accountId, metadata }) =>
        Object.keys(metadata).length === 0 ? "acct_unassigned" : accountId,
    }),
  },
  "intent-secret-of-nothing": {
    violates: ["payment-intents/client-secret-derives-from-id"],
    summary: "The first part of a clientSecret differs from the id.",
    replace: recorded(({ clientSecret }) => ({
      clientSecret: clientSecret.replace(/^pi_\w+?_secret_/, "pi_0000_secret_"),
    })),
  },
  "intent-secret-not-random": {
    violates: ["payment-intents/client-secret-has-random-part"],
    summary: "All clientSecrets end alike.",
    replace: recorded(({ clientSecret }) => ({
      clientSecret: clientSecret.replace(/_secret_.*/, "_secret_s3cr3t"),
    })),
  },
  "intent-secret-from-amount": {
    violates: ["payment-intents/client-secret-has-random-part"],
    summary: "The random part of a clientSecret is computed from the amount.",
    replace: recorded(({ clientSecret, amount }) => ({
      clientSecret: clientSecret.replace(/_secret_.*/, `_secret_${amount * 7919}`),
    })),
  },
  "intent-live-with-test-key": {
    violates: ["payment-intents/live-mode-false-for-test-key"],
    summary: "An intent of a test key has liveMode true.",
    replace: showing({ liveMode: () => true }),
  },
  "intent-live-with-metadata": {
    violates: ["payment-intents/live-mode-false-for-test-key"],
    summary: "An intent of a test key with several metadata has liveMode true.",
    replace: showing({ liveMode: ({ metadata }) => Object.keys(metadata).length > 1 }),
  },
  "intent-live-as-requested": {
    violates: ["payment-intents/live-mode-false-for-test-key"],
    summary: "An intent of a test key has the liveMode of the body.",
    wrap: obeying(/\/v1\/payment-intents$/, "liveMode"),
  },
});
