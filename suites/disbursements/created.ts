import * as fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { rule } from "../../harness/rule.ts";
import { earlierIsRetrieved } from "../expect/retrieved-after-others.ts";
import {
  createdPayouts,
  echoes,
  type Payout,
  retrievedPayouts,
  retrievedUnderItsId,
  sameMoney,
  sameRecipient,
} from "../expect/payouts.ts";
import { readBack } from "../expect/reading.ts";
import { ordinaryDisbursement } from "../fixtures/ordinary-requests.ts";
import { foundAsNothingElse, unknownIdIs404 } from "../expect/unknown-ids.ts";
import { disbursements, remittances } from "../fixtures/payout-creation.ts";

/** The states in which a disbursement can end (§3). */
const ENDS = ["succeeded", "failed", "canceled"] as const;

/** The answers to a disbursement, compared with the request (§2.3, §3, §4.3). */
export default [
  createdPayouts("disbursements/amount-is-the-requested", disbursements, echoes.amount),
  createdPayouts("disbursements/currency-is-the-requested", disbursements, echoes.currency),
  createdPayouts("disbursements/first-name-is-the-requested", disbursements, echoes.firstName),
  createdPayouts("disbursements/last-name-is-the-requested", disbursements, echoes.lastName),
  createdPayouts("disbursements/operator-is-the-requested", disbursements, echoes.operator),
  createdPayouts("disbursements/country-is-the-requested", disbursements, echoes.country),
  createdPayouts("disbursements/phone-is-the-requested", disbursements, echoes.phone),

  /** The answer to each creation, not a later reading. */
  createdPayouts("disbursements/created-is-processing", disbursements, async (check, created) => {
    check.expect.that("status", created.field("status"), created).toBe("processing");
    check.observe("payout-type-codes", `a disbursement has type ${created.field("type")}`);
    const later = await readBack(check, () => disbursements.retrieve(check, created.field("id")));
    check.observe("disbursement-execution-time", `read immediately: ${String(later.field("status"))}`);
  }),

  retrievedUnderItsId("disbursements/retrieved-id-matches", disbursements),
  retrievedPayouts("disbursements/retrieved-amount-matches", disbursements, sameMoney, onceEnded),
  retrievedPayouts("disbursements/retrieved-recipient-matches", disbursements, sameRecipient, onceEnded),

  /** Control ends it in every state that the document lists. */
  rule("disbursements/outcome-is-retrieved", async (check) => {
    const merchant = await check.ownMerchant();
    await check.property({
      effort: 0.4,
      from: fc.constantFrom(...ENDS),
      examples: ENDS,
      holds: async (end) => {
        const created = check.succeeded(
          await merchant.api.createDisbursement({ body: ordinaryDisbursement(check) }),
        );
        const id = created.field("id");
        await check.control.call("settleDisbursement", {
          path: { accountId: merchant.accountId, id },
          json: { status: end },
        });
        await check.eventually({
          expected: `the disbursement that ended to be ${end}`,
          withinMs: check.profile.deadlines.consistencyMs,
          read: async () => {
            const retrieved = await merchant.api.retrieveDisbursement({ path: { id } });
            // It was found before it ended, or is for another rule: not to be found any more is no status.
            return retrieved.status === 404 ? retrieved : check.succeeded(retrieved);
          },
          holds: (retrieved) => retrieved.status !== 404 && retrieved.field("status") === end,
          show: (retrieved) => retrieved.summary,
        });
      },
    });
  }),

  earlierIsRetrieved("disbursements/retrieved-after-others", {
    create: (check) => check.api.createDisbursement({ body: ordinaryDisbursement(check) }),
    retrieve: disbursements.retrieve,
  }),

  unknownIdIs404("disbursements/unknown-id-is-404", {
    prefix: "wt_",
    operation: disbursements.retrieval,
    create: (check) => check.api.createDisbursement({ body: ordinaryDisbursement(check) }),
    retrieve: disbursements.retrieve,
  }),

  foundAsNothingElse("disbursements/id-finds-no-remittance", {
    create: (check) => check.api.createDisbursement({ body: ordinaryDisbursement(check) }),
    retrieve: remittances.retrieve,
  }),
];

/** Disbursements in every state in which they can end, where control ends them. */
async function onceEnded(
  check: Check,
  judge: (check: Check, created: Answer<Payout>, retrieved: Answer<Payout>) => void,
): Promise<void> {
  if (!check.has("control.settleDisbursement")) return;
  const merchant = await check.ownMerchant();
  for (const status of ENDS) {
    const created = check.succeeded(
      await merchant.api.createDisbursement({ body: ordinaryDisbursement(check) }),
    );
    const id = created.field("id");
    await check.control.call("settleDisbursement", {
      path: { accountId: merchant.accountId, id },
      json: { status },
    });
    judge(check, created, await readBack(check, () => merchant.api.retrieveDisbursement({ path: { id } })));
  }
}
