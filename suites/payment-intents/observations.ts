import { type Check, textOf } from "../kit.ts";
import { readBack } from "../fixtures/reading.ts";
import { without } from "../fixtures/resources.ts";
import {
  formOf,
  type Observer,
  put,
  tries,
  triesForeign,
  triesMalformedBodies,
  triesMalformedId,
  triesOddly,
} from "../expect/observing.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";

/** Open points about amounts (§1, §4, §8). */
export const amounts: readonly Observer[] = [
  triesOddly("number-coercion", intents, {
    "an amount in quotes": put("amount", "5000"),
    "a number as description": put("description", 17),
  }),
  triesOddly("fractional-amounts", intents, { "half a franc more": put("amount", 5000.5) }),
  triesOddly("amount-bounds", intents, {
    zero: put("amount", 0),
    negative: put("amount", -5000),
    "the largest safe integer": put("amount", Number.MAX_SAFE_INTEGER),
  }),
];

/** Open points about currencies (§1). */
export const currencies: readonly Observer[] = [
  tries("currencies-beyond-xaf", intents, { XOF: put("currency", "XOF"), USD: put("currency", "USD") }),
  triesOddly("required-empty", intents, { "an empty currency": put("currency", "") }),
];

/** Open points about optional parameters and undeclared fields (§2.1, §4). */
export const options: readonly Observer[] = [
  tries("optional-null", intents, { "a null description": put("description", null) }),
  tries("unknown-body-fields", intents, { "an undeclared field": put("unheardOf", true) }),
  absent("intent-description-absent", "description"),
  absent("intent-metadata-absent", "metadata"),
  async (check) => {
    const given = { number: 7, boolean: true, nested: { list: [1, null] }, nothing: null };
    const created = check.succeeded(
      await check.api.createPaymentIntent({ json: { ...ordinaryIntent(check), metadata: given } }),
    );
    const { metadata } = created.body as { metadata?: Record<string, unknown> | null };
    const kept = (name: keyof typeof given): boolean =>
      JSON.stringify(metadata?.[name]) === JSON.stringify(given[name]);
    const changed = (Object.keys(given) as (keyof typeof given)[]).filter((name) => !kept(name));
    check.observe(
      "metadata-values",
      changed.length === 0 ? "all are returned unchanged" : `changed: ${changed.join(", ")}`,
    );
  },
  async (check) => {
    const created = check.succeeded(await check.api.createPaymentIntent({ body: ordinaryIntent(check) }));
    check.observe("timestamp-forms", `an intent: ${formOf(created.field("createdAt"))}`);
  },
  triesMalformedBodies(intents),
];

/** Open points about unknown and other merchants' ids (§4.1, §7.1). */
export const identifiers: readonly Observer[] = [triesMalformedId(intents), triesForeign(intents)];

/** Open points about a new intent (§2.1, §3). */
export const atFirst: Observer = async (check) => {
  const created = check.succeeded(await check.api.createPaymentIntent({ body: ordinaryIntent(check) }));
  const read = await readBack(check, () => intents.retrieve(check.api, created.text("id")));
  const { status, client_secret: secret } = read.body as Readonly<Record<string, unknown>>;
  check.observe("intent-initial-status", textOf(status));
  // Never the secret itself.
  const known = secret === created.body.clientSecret ? "the secret of the creation" : "another one";
  check.observe("intent-retrieved-secret", secret === "" ? "an empty string" : known);
};

/** Observes the value of an omitted parameter in the answer. */
function absent(
  id: "intent-description-absent" | "intent-metadata-absent",
  name: "description" | "metadata",
): Observer {
  return async (check: Check) => {
    const body = without(ordinaryIntent(check), name);
    const created = check.succeeded(await check.api.createPaymentIntent({ json: body }));
    const value = (created.body as Record<string, unknown>)[name];
    check.observe(id, value === undefined ? "no such field" : JSON.stringify(value));
  };
}
