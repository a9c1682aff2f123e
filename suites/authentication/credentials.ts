import * as fc from "fast-check";
import type { Answer, Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NeedMissing, rule } from "../kit.ts";
import { memberOf } from "../fixtures/reading.ts";
import { ownKey } from "../fixtures/secret-keys.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { acceptedOf, everyRoute, merchantOfEveryRoute } from "../every-route.ts";
import { together } from "../fixtures/together.ts";

const OPERATIONS = ["createPaymentIntent", "listRemittances"] as const;
type Operation = (typeof OPERATIONS)[number];
const PREFIX = "sk_test_";

/** Credentials that resemble the right one (§5). Each attempt is paired with the right credential. */
export default [
  /** Changes one character, at any position. */
  rule("authentication/altered-key", async (check) => {
    const { key, operations } = await accepted(check);
    await check.property({
      from: fc.record({
        to: fc.constantFrom(...operations),
        position: fc.nat({ max: 200 }),
        change: fc.constantFrom("casing", "letter"),
      }),
      classesOf: ({ change, to }) => [change, to],
      shares: { casing: 0.1, letter: 0.1, ...sharesOf(operations) },
      // The counterexample contains a position, never a key.
      holds: async ({ to, position, change }) => {
        await expectStrange(check, to, `Bearer ${altered(key, position, change)}`);
      },
    });
  }),

  /** Appends a few characters. */
  rule("authentication/lengthened-key", async (check) => {
    const { key, operations } = await accepted(check);
    await check.property({
      effort: 0.6,
      classesOf: ({ to }) => [to],
      shares: sharesOf(operations),
      from: fc.record({
        to: fc.constantFrom(...operations),
        // No digits: if keys are numbered, `…1` plus a digit may be another valid key.
        tail: fc.string({ unit: fc.constantFrom(..."kqxKQXZ_"), minLength: 1, maxLength: 12 }),
      }),
      holds: async ({ to, tail }) => {
        await expectStrange(check, to, `Bearer ${key}${tail}`);
      },
    });
  }),

  /** Removes part or all of the random part. */
  rule("authentication/shortened-key", async (check) => {
    const { key, operations } = await accepted(check);
    const most = Math.max(1, key.length - PREFIX.length);
    await check.property({
      effort: 0.6,
      from: fc.record({
        to: fc.constantFrom(...operations),
        lost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: most })),
      }),
      classesOf: ({ lost, to }) => [lost === 1 ? "one character" : "several characters", to],
      shares: { "one character": 0.1, "several characters": 0.1, ...sharesOf(operations) },
      holds: async ({ to, lost }) => {
        await expectStrange(check, to, `Bearer ${key.slice(0, -lost)}`);
      },
    });
  }),

  rule("authentication/key-without-prefix", async (check) => {
    const { key, operations } = await accepted(check);
    await isStrange(check, operations, `Bearer ${randomPart(key)}`);
  }),

  /**
   * Puts the random part after prefixes that no key has, and after the prefix of live keys. The latter is skipped if it gives the live key,
   * or a key that the run must not use.
   */
  rule("authentication/key-with-other-prefix", async (check) => {
    const { liveKey } = await check.merchant();
    const { key, operations } = await accepted(check);
    const random = randomPart(key);
    for (const prefix of ["sk_none_", PREFIX.toUpperCase(), "sk_Test_"])
      await isStrange(check, operations, `Bearer ${prefix}${random}`);
    const live = `Bearer sk_live_${random}`;
    if (liveKey === null || live.endsWith(` ${liveKey}`) || (await actsForAnother(check, live))) return;
    await isStrange(check, operations, live);
  }),

  rule("authentication/key-without-scheme", async (check) => {
    const { key, operations } = await accepted(check);
    await isStrange(check, operations, key);
  }),

  /** Sends the key with other schemes, each in its own notation. */
  rule("authentication/wrong-scheme", async (check) => {
    const { key, operations } = await accepted(check);
    const basic = `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
    for (const wrong of [`Token ${key}`, `ApiKey ${key}`, basic, `Digest ${key}`])
      await isStrange(check, operations, wrong);
    const lowercase = await send(check, operations.at(-1) ?? "createPaymentIntent", `bearer ${key}`);
    check.observe("bearer-scheme-casing", `the scheme in lowercase is answered ${lowercase.status}`);
  }),

  /** Sends the key without its scheme or with another one to every route that accepts the right credential. */
  onEveryRoute("authentication/every-route-wants-the-scheme", (key) => [
    key,
    `Token ${key}`,
    `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
  ]),

  /** Sends the key truncated, extended, and after another prefix. */
  onEveryRoute("authentication/every-route-wants-the-whole-key", (key) => [
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}kq`,
    `Bearer sk_none_${randomPart(key)}`,
    "Bearer",
  ]),

  rule("authentication/scheme-without-key", async (check) => {
    const { operations } = await accepted(check);
    await isStrange(check, operations, "Bearer");
    await isStrange(check, operations, "Bearer ");
  }),
];

/** Sends wrong credentials to each route that accepts the right one. */
function onEveryRoute(id: RuleId, credentials: (key: string) => readonly string[]): RuleCheck {
  return rule(id, async (check) => {
    const merchant = await merchantOfEveryRoute(check);
    const wrong = credentials(merchant.testKey);
    const sendings = await acceptedOf(check, await everyRoute(check, merchant));
    // Send the requests of one route one after another: a target may refuse concurrent ones.
    await together(
      check,
      sendings.map((send) => async () => {
        for (const authorization of wrong) {
          const answer = await send(authorization);
          if (answer.succeeded && (await actsForAnother(check, authorization)))
            throw new Inconclusive("the altered credential happens to be another merchant's key");
          check.expect(answer).toAnswer(401);
        }
      }),
    );
  });
}

/** The test key, and the operations that accept it. */
async function accepted(check: Check): Promise<{ key: string; operations: readonly Operation[] }> {
  const key = await ownKey(check);
  check.succeeded(await send(check, "createPaymentIntent", `Bearer ${key}`));
  const listed = await unlessNotThere(() => send(check, "listRemittances", `Bearer ${key}`));
  // The document does not say whether an empty list has a first page, but the right key is never unauthorized.
  if (listed?.status === 401) throw new Inconclusive(`the right key was refused: ${listed.summary}`);
  // An operation that the target does not offer may answer anything.
  const isThere = listed !== null && listed.status !== 404;
  return { key, operations: isThere ? OPERATIONS : ["createPaymentIntent"] };
}

/** The answer, or null if the target has no such route, which another rule judges. */
async function unlessNotThere(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NeedMissing) return null;
    throw error;
  }
}

/** Gives each operation a share of the runs, even if there are few. */
function sharesOf(operations: readonly Operation[]): Readonly<Record<string, number>> {
  return Object.fromEntries(operations.map((operation) => [operation, 0.1]));
}

async function isStrange(
  check: Check,
  operations: readonly Operation[],
  authorization: string,
): Promise<void> {
  for (const operation of operations) await expectStrange(check, operation, authorization);
}

/**
 * Expects that the credential is refused. One this similar to a key may be another merchant's key; then the object that it creates belongs
 * to that merchant.
 * @throws Inconclusive if it does
 */
async function expectStrange(check: Check, to: Operation, authorization: string): Promise<void> {
  const answer = await send(check, to, authorization);
  if (answer.succeeded && (await actsForAnother(check, authorization)))
    throw new Inconclusive("the altered credential happens to be another merchant's key");
  check.expect(answer).toAnswer(401);
}

async function actsForAnother(check: Check, authorization: string): Promise<boolean> {
  const own = await check.merchant();
  const made = await send(check, "createPaymentIntent", authorization);
  const [accountId, liveMode] = [memberOf(made, "accountId"), memberOf(made, "liveMode")];
  const others = typeof accountId === "string" && accountId !== own.accountId;
  // A test key never creates live objects, so this is the merchant's own live key.
  return made.succeeded && (others || (liveMode === true && authorization.includes("sk_live_")));
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

/** The key with another character at a position, or with that letter in the other casing. */
function altered(key: string, position: number, change: string): string {
  const letters = [...key].flatMap((character, index) => (/[a-z]/i.test(character) ? [index] : []));
  const at =
    change === "casing" ? (letters[position % Math.max(1, letters.length)] ?? 0) : position % key.length;
  const old = key.charAt(at);
  const recased = old === old.toLowerCase() ? old.toUpperCase() : old.toLowerCase();
  // No digit: if keys are numbered, another digit may give a valid key.
  const other = change === "casing" && recased !== old ? recased : old === "Q" ? "X" : "Q";
  return key.slice(0, at) + other + key.slice(at + 1);
}
