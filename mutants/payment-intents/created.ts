import { type Mutant, named, perEmulator, type Replace } from "../mutant.ts";
import { answerFaults } from "../faults/answers.ts";
import type { Body } from "../shared/answers.ts";
import { recording, type Stored } from "../shared/creations.ts";
import { where } from "../faults/fields.ts";
import { as, constantly, longer, type Replacement } from "../faults/values.ts";
import { obeying } from "../faults/requests.ts";
import { storedFaults } from "../faults/shown.ts";

type Intent = Stored<"paymentIntents">;

/** Gives intents a field of the merchant's previous intent. */
const remembering = <Name extends "description" | "metadata" | "mode">(
  name: Name,
  taken: (before: Intent[Name], own: Intent[Name]) => Intent[Name],
): Replace =>
  perEmulator(() => {
    const last = new Map<string, Intent[Name]>();
    return recording("paymentIntents", (intent) => {
      const before = last.get(intent.accountId);
      const value = before === undefined ? intent[name] : taken(before, intent[name]);
      last.set(intent.accountId, value);
      return { [name]: value };
    });
  });

const stored = storedFaults("paymentIntents", "intent");
const created = answerFaults(
  "created intent",
  { operations: ["createPaymentIntent"], status: 200 },
  "payment-intents/",
);

const AMOUNT = "amount-is-the-requested";
const DESCRIPTION = "description-is-the-given";
const METADATA = "metadata-is-the-given";
const TEST_MODE = "live-mode-false-for-test-key";

const amount = (words: string, change: (amount: number) => number): Replacement<unknown> =>
  as(words, (usual) => change(Number(usual)));
const description = (words: string, change: (text: string) => string): Replacement<unknown> =>
  as(words, (usual) => (typeof usual === "string" ? change(usual) : usual));
type Entries = readonly (readonly [string, unknown])[];
const metadata = (words: string, change: (entries: Entries) => Entries): Replacement<unknown> =>
  as(words, (usual) => Object.fromEntries(change(Object.entries(usual as Intent["metadata"]))));
const keys = (words: string, change: (key: string) => string): Replacement<unknown> =>
  metadata(words, (entries) => entries.map(([key, value]) => [change(key), value]));
const values = (words: string, change: (text: string) => string): Replacement<unknown> =>
  metadata(`with values ${words}`, (entries) =>
    entries.map(([key, value]) => [key, typeof value === "string" ? change(value) : value]),
  );
const secret = (words: string, change: (secret: string, intent: Intent) => string): Replacement<Intent> =>
  as(words, (usual, intent) => change(String(usual), intent));

const large = where("above 7,500", (intent: Intent) => intent.amount > 7_500);
const count = (intent: Body): number => Object.keys(intent["metadata"] as object).length;
const bare = where("without metadata", (intent: Body) => count(intent) === 0);
const several = where("with several metadata", (intent: Body) => count(intent) > 1);

const aFrancMore = amount("a franc more", (francs) => francs + 1);
const roundedUpToFive = amount("rounded up to five", (francs) => Math.ceil(francs / 5) * 5);
const cutTo32Bits = amount("cut to 32 bits", (francs) => francs % 2 ** 32);
const cutTo255 = description("cut to 255", (text) => text.slice(0, 255));
const inAscii = description("in ASCII", (text) => text.replace(/[^\u0000-\u007f]/g, "?"));
const cutToTenEntries = metadata("cut to ten entries", (entries) => entries.slice(0, 10));
const cutToOneEntry = metadata("cut to one entry", (entries) => entries.slice(0, 1));
const withKeysInLowercase = keys("with keys in lowercase", (key) => key.toLowerCase());
const withKeysInCamelcase = keys("with keys in camelCase", (key) => key.replace("_t", "T"));
const ofAnotherId = secret("of another id", (text) => text.replace(/^pi_\w+?_secret_/, "pi_0000_secret_"));
/** The metadata's member of that name prevails. */
const ofMetadata = as<Intent>("that of its metadata", (usual, { metadata: given }) =>
  typeof given["currency"] === "string" ? given["currency"] : usual,
);
const ofAFixedEnd = secret("of a fixed end", (text) => text.replace(/_secret_.*/, "_secret_s3cr3t"));

export const mutants: readonly Mutant[] = [
  stored.gives("amount", AMOUNT, aFrancMore),
  stored.gives("amount", AMOUNT, roundedUpToFive),
  stored.gives("amount", AMOUNT, cutTo32Bits),
  stored.gives("currency", "currency-is-the-requested", constantly("xof")),
  stored.gives("currency", "currency-is-the-requested", constantly("eur"), large),
  stored.gives("description", DESCRIPTION, constantly(null)),
  stored.gives("description", DESCRIPTION, cutTo255),
  stored.gives("description", DESCRIPTION, inAscii),
  stored.gives(
    "description",
    DESCRIPTION,
    description("escaped for HTML", (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  ),
  stored.gives(
    "description",
    DESCRIPTION,
    description("in two bytes a character", (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
  ),
  stored.gives(
    "description",
    DESCRIPTION,
    description("without combining marks", (text) => text.replace(/\p{M}/gu, "")),
  ),
  stored.gives("metadata", METADATA, constantly({})),
  stored.gives(
    "metadata",
    METADATA,
    metadata("without empty texts", (entries) => entries.filter(([, value]) => value !== "")),
  ),
  stored.gives("metadata", METADATA, cutToTenEntries),
  stored.gives("metadata", METADATA, cutToOneEntry),
  stored.gives(
    "metadata",
    METADATA,
    metadata("without keys beyond ASCII", (entries) =>
      entries.filter(([key]) => !/[^\u0000-\u007f]/.test(key)),
    ),
  ),
  stored.gives("metadata", METADATA, withKeysInLowercase),
  stored.gives("metadata", METADATA, withKeysInCamelcase),
  stored.gives("clientSecret", "client-secret-derives-from-id", ofAnotherId),
  stored.gives("clientSecret", "client-secret-has-random-part", ofAFixedEnd),
  stored.gives(
    "clientSecret",
    "client-secret-has-random-part",
    secret("computed from the amount", (text, intent) =>
      text.replace(/_secret_.*/, `_secret_${intent.amount * 7919}`),
    ),
  ),
  stored.gives("currency", "keeps-any-values", ofMetadata),
  created.gives("accountId", "account-is-the-merchants", longer),
  created.gives("accountId", "account-is-the-merchants", constantly("acct_unassigned"), bare),
  stored.gives(
    "metadata",
    "keeps-any-values",
    metadata("without names that objects have", (entries) => entries.filter(([name]) => !(name in {}))),
  ),
  ...[
    keys("with keys without blanks", (key) => key.trim()),
    keys("with keys in compatible characters", (key) => key.normalize("NFKC")),
    keys("with keys as numbers", (key) => (Number.isNaN(Number(key)) ? key : String(Number(key)))),
    values("up to the end of their number", (text) => /^\d+/.exec(text)?.[0] ?? text),
    values("as dates in UTC", (text) =>
      /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text,
    ),
    values("with nothing for words of nothing", (text) => (/^(null|undefined|NaN)$/.test(text) ? "" : text)),
  ].map((entries) => stored.gives("metadata", "keeps-any-values", entries)),
  created.gives("liveMode", TEST_MODE, constantly(true)),
  created.gives("liveMode", TEST_MODE, constantly(true), several),
  ...named({
    "intent-described-by-its-metadata": {
      violates: ["payment-intents/nothing-of-another-intent"],
      summary: "An intent without a description has the one in its metadata.",
      replace: recording("paymentIntents", ({ description, metadata }) => ({
        description: description ?? (metadata as { description?: string } | null)?.description ?? null,
      })),
    },
    "intent-of-the-account-in-the-body": {
      violates: ["payment-intents/account-is-the-merchants"],
      summary: "An intent belongs to the account that its body names.",
      replace: recording("paymentIntents", (_intent, { accountId }) =>
        typeof accountId === "string" ? { accountId } : {},
      ),
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
    "intent-live-after-a-live-one": {
      violates: ["payment-intents/live-mode-false-for-test-key"],
      summary: "The first intent of an account decides the liveMode of all.",
      replace: remembering("mode", (before) => before),
    },
    "intent-live-as-requested": {
      violates: ["payment-intents/live-mode-false-for-test-key"],
      summary: "An intent of a test key has the liveMode of the body.",
      wrap: obeying("createPaymentIntent", "liveMode"),
    },
  }),
];
