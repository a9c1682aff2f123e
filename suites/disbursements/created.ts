import * as fc from "fast-check";
import { type Answer, type Check, type Merchant, rule, textOf } from "../kit.ts";
import { eachCreated } from "../expect/kept-values.ts";
import { muchLater, repeatsRequest } from "../expect/payouts.ts";
import { expectAnyRefusal } from "../expect/refusals.ts";
import { foundAsNothingElse } from "../expect/retrievals.ts";
import { ordinaryDisbursement } from "../fixtures/ordinary-requests.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";
import type { Payout } from "../fixtures/payout-requests.ts";
import { readBack } from "../fixtures/reading.ts";

/** The final states of a disbursement (§3). */
const ENDS = ["succeeded", "failed", "canceled"] as const;

/** Less than any ordinary amount; whole francs. */
const SMALL_AMOUNT = 100;

/** Compares the answers about a disbursement with the request (§2.3, §3, §4.3). */
export default [
  ...repeatsRequest("disbursements", disbursements, onceEnded),

  /** Judges the answers to creations, not later ones. One is of a small amount, which a target may refuse. */
  eachCreated(
    "disbursements/created-is-processing",
    disbursements,
    async (check, created) => {
      check.expect.field("status", created.field("status"), created).toBe("processing");
      const later = await readBack(check, () => disbursements.retrieve(check.api, created.text("id")));
      check.observe("disbursement-execution-time", `read immediately: ${textOf(later.field("status"))}`);
    },
    {
      also: async (check) => {
        const small = { ...ordinaryDisbursement(check), amount: SMALL_AMOUNT };
        const answer = await disbursements.send(check.api, small);
        if (answer.succeeded) check.expect.field("status", answer.field("status"), answer).toBe("processing");
        else expectAnyRefusal(check, answer);
      },
    },
  ),

  /** Control ends disbursements in every documented final state. */
  rule("disbursements/outcome-is-retrieved", async (check) => {
    const merchant = await check.ownMerchant();
    await check.property({
      effort: 0.4,
      from: fc.constantFrom(...ENDS),
      examples: ENDS,
      holds: async (end) => {
        const { id } = await ended(check, merchant, end);
        await check.eventually({
          expected: `the status of the ended disbursement to be ${end}`,
          withinMs: check.profile.deadlines.consistencyMs,
          read: async () => {
            const retrieved = await merchant.api.retrieveDisbursement({ path: { id } });
            // A 404 is another rule's matter: the disbursement was found before it ended.
            return retrieved.status === 404 ? retrieved : check.succeeded(retrieved);
          },
          holds: (retrieved) => retrieved.status !== 404 && retrieved.field("status") === end,
          show: (retrieved) => retrieved.summary,
        });
      },
    });
  }),

  /** Control decides how the next disbursement ends, which its creation does not show. */
  rule("disbursements/created-is-processing-whatever-its-end", async (check) => {
    const { accountId, api } = await check.ownMerchant();
    for (const outcome of ENDS) {
      await check.control.call("setNextDisbursementOutcome", { path: { accountId }, json: { outcome } });
      const created = check.succeeded(await api.createDisbursement({ body: ordinaryDisbursement(check) }));
      check.expect.field("status", created.field("status"), created).toBe("processing");
    }
  }),

  foundAsNothingElse("disbursements/id-finds-no-remittance", disbursements, remittances),
];

/** Judges a disbursement that ends by itself, if control can move time, and one for each final state that control can set. */
async function onceEnded(
  check: Check,
  judge: (check: Check, created: Answer<Payout>, retrieved: Answer<Payout>) => void,
): Promise<void> {
  if (!check.has("control.createMerchant")) return;
  const merchant = await check.ownMerchant();
  const judgeLater = async (created: Answer<Payout>): Promise<void> => {
    await muchLater(check, merchant);
    const path = { id: created.text("id") };
    judge(check, created, await readBack(check, () => merchant.api.retrieveDisbursement({ path })));
  };
  if (check.has("control.moveWallClock")) await judgeLater(await disbursementOf(check, merchant));
  if (!check.has("control.settleDisbursement")) return;
  for (const status of ENDS) await judgeLater((await ended(check, merchant, status)).created);
}

/** A disbursement that control ended. It is read before, because a cache could keep what was read. */
async function ended(check: Check, merchant: Merchant, status: (typeof ENDS)[number]) {
  const created = await disbursementOf(check, merchant);
  const id = created.text("id");
  await merchant.api.retrieveDisbursement({ path: { id } });
  const { accountId } = merchant;
  await check.control.call("settleDisbursement", { path: { accountId, id }, json: { status } });
  return { created, id };
}

async function disbursementOf(check: Check, { api }: Merchant): Promise<Answer<Payout>> {
  return check.succeeded(await api.createDisbursement({ body: ordinaryDisbursement(check) }));
}
