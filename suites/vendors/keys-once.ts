import { type Check, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/api.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import { PATIENT, givenCreation, sendCreation, settledCreations } from "../fixtures/vendor-creations.ts";
import { heldCreation } from "../fixtures/held-creations.ts";
import { expectConflictEnds, meetsConflicts } from "../expect/held-requests.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenRefusedKey } from "../fixtures/refused-creations.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import { asPrecondition } from "../expect/reading.ts";
import { givenMarketplace } from "../fixtures/marketplaces.ts";
import { addedByThisRun, allListed, everyEntry, vendorsSoFar } from "../fixtures/vendor-lists.ts";

/** The number of other keys between a creation and its repetition. */
const OTHERS = 11;
const ALONE = { ...PATIENT, alone: true, waits: true };

/** A key creates at most one vendor, regardless of its first answer (§7.6). Compares the whole list before and after. */
export default [
  /** Causes conflicts while control holds the first request, then repeats it. */
  rule("vendors/conflict-creates-once", ALONE, async (check) => {
    const merchant = await givenMarketplace(check);
    const before = await vendorsSoFar(check, merchant);
    const first = await givenConflict(check, merchant);
    const answers = [await first.release()];
    check.succeeded(answers[0] as Answer);
    for (const _time of [1, 2]) answers.push(await first.repeat());
    await expectOne(check, merchant, { before, answers });
  }),

  /** Repeats the request after it has been answered. */
  rule("vendors/key-in-progress-ends", PATIENT, async (check) => {
    await expectConflictEnds(check, await givenConflict(check, await givenMarketplace(check)));
  }),

  /** Sends a body that is refused, then a valid one several times with the same key. */
  rule("vendors/key-after-refusal-creates-once", ALONE, async (check) => {
    const { merchant, before, refused, later } = await givenRefusedKey(check);
    check.expect(refused).toAnswer(422);
    if (before === null) throw new NeedMissing("field.accounts-cursor-parameter");
    const { testKey } = merchant;
    await expectOne(check, { ...merchant, api: check.as(testKey) }, { before, answers: later });
  }),

  /** Sends a request that is refused during the outage, then repeats it several times. */
  rule("vendors/key-after-outage-creates-once", ALONE, async (check) => {
    const repeatedAfter = async (service: string): Promise<boolean> => {
      const merchant = await givenMarketplace(check);
      await givenCreation(check, merchant);
      const before = await vendorsSoFar(check, merchant);
      const request = { inputs: { name: check.name("vendor") }, idempotencyKey: freshKey() };
      const end = await outage(check, { acct: "", merchant }, service);
      const { answer: refused } = await sendCreation(check, merchant, request);
      await end();
      if (refused.status < 500) return false;
      const answers: Answer[] = [];
      for (const _time of [1, 2, 3]) answers.push((await sendCreation(check, merchant, request)).answer);
      await expectOne(check, merchant, { before, answers });
      return true;
    };
    const stopped = check.has("control.createMerchant")
      ? await Promise.all(["sso", "upstream"].map(repeatedAfter))
      : [await repeatedAfter("sso"), await repeatedAfter("upstream")];
    if (!stopped.includes(true)) throw new Inconclusive("no outage stopped a creation");
  }),

  /** Repeats the first key after eleven others. */
  rule("vendors/key-outlasts-others", ALONE, async (check) => {
    check.require("control.createMerchant");
    const merchant = await givenMarketplace(check);
    const request = { inputs: { name: check.name("vendor") }, idempotencyKey: freshKey() };
    const { acct } = await givenCreation(check, merchant, request);
    for (let made = 0; made < OTHERS; made += 1) await givenCreation(check, merchant);
    const before = await vendorsSoFar(check, merchant);
    const { answer } = await sendCreation(check, merchant, request);
    if (answer.succeeded) check.expect.field("id", answer.field("id"), answer).toBe(acct);
    else check.expect(answer).toRefuse({ status: 409, code: "E_DUPLICATE_OPERATION" });
    await expectAdded(check, merchant, before, []);
  }),
];

/** A held creation that has already caused conflicts. */
async function givenConflict(check: Check, merchant: Merchant) {
  const first = await heldCreation(check, merchant);
  await meetsConflicts(first);
  return first;
}

/** Expects that the answered vendor is the only new one, or that there is none if all requests were refused. */
async function expectOne(
  check: Check,
  merchant: Merchant,
  { before, answers }: { readonly before: readonly string[]; readonly answers: readonly Answer[] },
): Promise<void> {
  const [granted] = answers.filter(({ succeeded }) => succeeded);
  check.observe(
    "idempotency-key-after-refusal",
    `creation: ${granted === undefined ? "refused again" : "made"}`,
  );
  const acct = (granted?.body as { id?: unknown } | undefined)?.id;
  const only = typeof acct === "string" ? [acct] : [];
  await asPrecondition(() => allListed(check, merchant, only));
  await expectAdded(check, merchant, before, only);
}

async function expectAdded(
  check: Check,
  merchant: Merchant,
  before: readonly string[],
  only: readonly string[],
): Promise<void> {
  await settledCreations(check, merchant);
  const list = await everyEntry(check, merchant);
  const added = addedByThisRun(check, merchant, { list, before, known: only });
  check.expect
    .that(
      "the vendors created with one key",
      added.map(({ id }) => id),
    )
    .toBe(only);
}
