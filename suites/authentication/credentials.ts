import fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { ownKey } from "../shared/keys.ts";
import { ordinaryIntent } from "../shared/requests.ts";

const OPERATIONS = ["createPaymentIntent", "listRemittances"] as const;
type Operation = (typeof OPERATIONS)[number];
const PREFIX = "sk_test_";

/** What looks like the right credential and is not it (§5). Each attempt has a twin with the right one. */
export default [
  /** Goal: every character of a key counts, its casing too. Method: one character changed, anywhere. */
  rule("authentication/altered-key", async (check) => {
    const key = await acceptedKey(check);
    await check.property({
      from: fc.record({
        to: fc.constantFrom(...OPERATIONS),
        place: fc.nat({ max: 200 }),
        change: fc.constantFrom("casing", "letter"),
      }),
      classesOf: ({ change }) => [change],
      shares: { casing: 0.1, letter: 0.1 },
      // The counterexample names a place, never a key.
      holds: async ({ to, place, change }) => {
        check.expect(await send(check, to, `Bearer ${altered(key, place, change)}`)).toAnswer(401);
      },
    });
  }),

  /** Goal: a key is compared to its end. Method: a few characters more. */
  rule("authentication/lengthened-key", async (check) => {
    const key = await acceptedKey(check);
    await check.property({
      effort: 0.6,
      from: fc.record({
        to: fc.constantFrom(...OPERATIONS),
        tail: fc.string({ unit: fc.constantFrom(..."abcXYZ019_"), minLength: 1, maxLength: 12 }),
      }),
      holds: async ({ to, tail }) => {
        check.expect(await send(check, to, `Bearer ${key}${tail}`)).toAnswer(401);
      },
    });
  }),

  /** Goal: a beginning of a key is no key. Method: up to all of its random part taken away. */
  rule("authentication/shortened-key", async (check) => {
    const key = await acceptedKey(check);
    const most = Math.max(1, key.length - PREFIX.length);
    await check.property({
      effort: 0.6,
      from: fc.record({
        to: fc.constantFrom(...OPERATIONS),
        lost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: most })),
      }),
      classesOf: ({ lost }) => [lost === 1 ? "one character" : "several characters"],
      shares: { "one character": 0.1, "several characters": 0.1 },
      holds: async ({ to, lost }) => {
        check.expect(await send(check, to, `Bearer ${key.slice(0, -lost)}`)).toAnswer(401);
      },
    });
  }),

  /** Goal: the prefix is part of the key. Method: the key without it. */
  rule("authentication/key-without-prefix", async (check) => {
    await isStrange(check, `Bearer ${randomPart(await acceptedKey(check))}`);
  }),

  /** Goal: a test key does not become a live one. Method: its random part behind the other prefix. */
  rule("authentication/key-with-other-prefix", async (check) => {
    await isStrange(check, `Bearer sk_live_${randomPart(await acceptedKey(check))}`);
  }),

  /** Goal: the scheme is needed. Method: the bare key. */
  rule("authentication/key-without-scheme", async (check) => {
    await isStrange(check, await acceptedKey(check));
  }),

  /** Goal: the scheme is Bearer. Method: the key under others, each in its own notation. */
  rule("authentication/wrong-scheme", async (check) => {
    const key = await acceptedKey(check);
    await isStrange(check, `Token ${key}`);
    await isStrange(check, `ApiKey ${key}`);
    await isStrange(check, `Basic ${Buffer.from(`${key}:`).toString("base64")}`);
    await isStrange(check, `Digest ${key}`);
    const lowercase = await send(check, "listRemittances", `bearer ${key}`);
    check.observe("bearer-scheme-casing", `the scheme in lowercase is answered ${lowercase.status}`);
  }),

  /** Goal: a scheme alone opens nothing. */
  rule("authentication/scheme-without-key", async (check) => {
    await acceptedKey(check);
    await isStrange(check, "Bearer");
    await isStrange(check, "Bearer ");
  }),
];

/** The test key, once both operations were seen to accept it. */
async function acceptedKey(check: Check): Promise<string> {
  const key = await ownKey(check);
  check.succeeded(await send(check, "createPaymentIntent", `Bearer ${key}`));
  // Whether an empty list has a first page is open, but not whether the right key is unauthorized.
  const listed = await send(check, "listRemittances", `Bearer ${key}`);
  if (listed.status === 401) throw new Inconclusive(`the right key is refused: ${listed.summary}`);
  return key;
}

async function isStrange(check: Check, authorization: string): Promise<void> {
  for (const operation of OPERATIONS) {
    check.expect(await send(check, operation, authorization)).toAnswer(401);
  }
}

function send(check: Check, operation: Operation, authorization: string): Promise<Answer> {
  if (operation === "listRemittances")
    return check.api.listRemittances({ authorization, query: { page: 1 } });
  return check.api.createPaymentIntent({ authorization, body: ordinaryIntent(check) });
}

function randomPart(key: string): string {
  if (key.startsWith(PREFIX)) return key.slice(PREFIX.length);
  throw new Inconclusive(`the profile's test key does not begin with ${PREFIX}`);
}

/** The key with another character at a place; only another casing of it, if there is a letter to recase. */
function altered(key: string, place: number, change: string): string {
  const letters = [...key].flatMap((character, index) => (/[a-z]/i.test(character) ? [index] : []));
  const at = change === "casing" ? (letters[place % Math.max(1, letters.length)] ?? 0) : place % key.length;
  const old = key.charAt(at);
  const recased = old === old.toLowerCase() ? old.toUpperCase() : old.toLowerCase();
  const other = change === "casing" && recased !== old ? recased : old === "0" ? "1" : "0";
  return key.slice(0, at) + other + key.slice(at + 1);
}
