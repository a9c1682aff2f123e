import { type Check, rule } from "../../harness/check.ts";
import type { Merchant } from "../../harness/api.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { textOf } from "../../harness/reported.ts";
import { type Creation, givenCreation, PATIENT, sendCreation } from "../fixtures/vendor-creations.ts";
import { heldCreation } from "../fixtures/held-creations.ts";
import { expectConflict } from "../expect/held-requests.ts";
import { freshKey, keyOfLength } from "../fixtures/idempotency-keys.ts";
import { codeOf } from "../fixtures/money-movements.ts";
import { fieldsOf } from "../expect/creations.ts";
import { asPrecondition } from "../expect/reading.ts";
import { acceptedCreation, ordinaryCreation } from "../fixtures/ordinary-creations.ts";
import { givenRefusedCreations, givenRefusedKey } from "../fixtures/refused-creations.ts";
import { expectSpentElsewhere } from "../expect/refusals.ts";
import { expectUnspent } from "../fixtures/vendor-conditions.ts";
import { anotherMarketplace, givenMarketplace } from "../fixtures/marketplaces.ts";
import { everyId, listed, vendorsSoFar } from "../fixtures/vendor-lists.ts";

const WIDTH = 4;

/** The effect of an idempotency key on creations (§4.7, §7.6, §8). */
export default [
  /** Sends the same creation without a key and with one. */
  rule("vendors/key-required", { ...PATIENT, alone: true }, async (check) => {
    const [without] = (await givenRefusedCreations(check)).badKeys;
    check.expect(without).toRefuse({ status: 422, field: "Idempotency-Key" });
  }),

  /** Sends an ordinary creation, whose body may be refused for other reasons. */
  rule("vendors/given-key-is-no-fault", PATIENT, async (check) => {
    const { answer } = await ordinaryCreation(check, await givenMarketplace(check));
    const named = fieldsOf(answer) ?? [];
    check.expect
      .that("the fields for which a creation with a key is refused", named, answer)
      .toSatisfy("other names than Idempotency-Key", () => !named.includes("Idempotency-Key"));
    check.succeeded(answer);
  }),

  /** Uses a key of 255 characters after one of ordinary length. */
  rule("vendors/key-of-255-accepted", PATIENT, async (check) => {
    const merchant = await givenMarketplace(check);
    await acceptedCreation(check, merchant);
    const idempotencyKey = keyOfLength(check, 255);
    check.expect((await sendCreation(check, merchant, { idempotencyKey })).answer).toAnswer(201);
  }),

  /** Uses a key of 256 characters after one of ordinary length. */
  rule("vendors/key-of-256-refused", { ...PATIENT, alone: true }, async (check) => {
    const [, tooLong] = (await givenRefusedCreations(check)).badKeys;
    check.expect(tooLong).toRefuse({ status: 422, field: "Idempotency-Key" });
  }),

  /** Uses two long keys that differ only in the last character. */
  rule("vendors/distinct-keys-are-distinct", PATIENT, async (check) => {
    const merchant = await givenMarketplace(check);
    const key = `${freshKey()}${"k".repeat(200)}`;
    const first = await givenCreation(check, merchant, { idempotencyKey: `${key}y` });
    for (const last of ["z", "Y"]) {
      const { answer } = await sendCreation(check, merchant, { idempotencyKey: `${key}${last}` });
      check.expect.field("code", codeOf(answer), answer).toDifferFrom("E_DUPLICATE_OPERATION");
      check.succeeded(answer);
      check.expect.that("id under the other key", answer.field("id"), answer).toDifferFrom(first.acct);
    }
  }),

  rule("vendors/key-repeated-answer", { ...PATIENT, alone: true }, async (check) => {
    const { acct, again } = await givenRepetitions(check);
    if (again.succeeded) check.expect.field("id", again.field("id"), again).toBe(acct);
    else check.expect(again).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
    check.observe("vendor-creation-replay", again.succeeded ? "the original" : "E_DUPLICATE_OPERATION");
  }),

  /** Compares the whole list before and after a creation and its repetitions. */
  rule("vendors/key-repeated-creates-once", { ...PATIENT, alone: true }, async (check) => {
    const { before, after, acct } = await givenRepetitions(check);
    expectAdded(check, { before, after, only: acct });
  }),

  /** Sends several concurrent creations, each over its own connection. */
  rule(
    "vendors/concurrent-same-key-creates-once",
    { ...PATIENT, alone: true, socket: true },
    async (check) => {
      const merchant = await givenMarketplace(check);
      const before = await vendorsSoFar(check, merchant);
      const request = { inputs: { name: check.name("vendor") }, idempotencyKey: freshKey() };
      const sent = Array.from({ length: WIDTH }, () => sendCreation(check, merchant, request));
      const answers = (await Promise.all(sent)).map(({ answer }) => answer);
      const succeeded = answers.filter((answer) => answer.succeeded);
      const [first] = succeeded;
      if (first === undefined)
        throw new Inconclusive(`none of ${WIDTH} concurrent creations was accepted: ${answers[0]?.summary}`);
      const acct = first.text("id");
      for (const answer of succeeded) check.expect.field("id", answer.text("id"), answer).toBe(acct);
      await shown(check, merchant, acct);
      expectAdded(check, { before, after: await everyId(check, merchant), only: acct });
    },
  ),

  /** Sends a creation that is refused, then a valid one with its key. */
  rule("vendors/refused-request-spends-no-key", { ...PATIENT, alone: true }, async (check) => {
    const {
      refused,
      later: [then],
    } = await givenRefusedKey(check);
    check.expect(refused).toAnswer(422);
    const same = then.status === refused.status && codeOf(then) === codeOf(refused);
    check.observe(
      "idempotency-key-after-refusal",
      `creation: ${same ? "the same refusal" : textOf(then.status)}`,
    );
    expectUnspent(check, then);
    // The document does not say how a key is answered that was used for another body.
    if (!same && [400, 409, 422].includes(then.status))
      throw new Inconclusive(`the key is bound to its first request: ${then.summary}`);
    if (!same) check.expect(then).toAnswer(201);
  }),

  /** Two merchants use the same key. */
  rule("vendors/key-belongs-to-its-merchant", PATIENT, async (check) => {
    const here = await givenMarketplace(check);
    const there = await anotherMarketplace(check);
    const { acct, idempotencyKey } = await acceptedCreation(check, here);
    const { answer } = await sendCreation(check, there, { idempotencyKey });
    check.observe("idempotency-key-scope", `vendors: ${answer.status}`);
    if (!answer.succeeded) {
      await expectSpentElsewhere(check, answer, async () => (await sendCreation(check, there)).answer);
      return;
    }
    check.expect.field("id", answer.field("id"), answer).toDifferFrom(acct);
  }),

  /** Control holds the first request. */
  rule("vendors/key-in-progress-refused", PATIENT, async (check) => {
    await expectConflict(check, await heldCreation(check, await givenMarketplace(check)));
  }),
];

/** A creation and its repetitions, with the list before and after. */
function givenRepetitions(check: Check): Promise<{
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly acct: string;
  readonly again: Creation["answer"];
}> {
  return check.once("vendors/repetitions", async (maker) => {
    const merchant = await givenMarketplace(maker);
    const before = await vendorsSoFar(maker, merchant);
    const request = { inputs: { name: maker.name("vendor") }, idempotencyKey: freshKey() };
    const { acct } = await givenCreation(maker, merchant, request);
    const { answer: again } = await sendCreation(maker, merchant, request);
    await sendCreation(maker, merchant, { ...request, inputs: { name: maker.name("another") } });
    await shown(maker, merchant, acct);
    return { before, after: await everyId(maker, merchant), acct, again };
  });
}

/** Waits until a new vendor is listed, which another rule judges. @throws Inconclusive */
function shown(check: Check, merchant: Merchant, acct: string): Promise<unknown> {
  return asPrecondition(() => listed(check, merchant, acct));
}

function expectAdded(
  check: Check,
  observed: { readonly before: readonly string[]; readonly after: readonly string[]; readonly only: string },
): void {
  const added = observed.after.filter((id) => !observed.before.includes(id));
  check.expect.that("the vendors that were created", added).toBe([observed.only]);
}
