import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { earlierIsRetrieved } from "../expect/retrieved-after-others.ts";
import { observing } from "../expect/observing.ts";
import { amountText, code, found, readBack } from "../expect/reading.ts";
import { ifAccepted } from "../expect/refusals.ts";
import { type IntentRequest, ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { unknownIdIs404 } from "../expect/unknown-ids.ts";
import { intentRequests, LARGE_AMOUNTS } from "../fixtures/payment-intent-creation.ts";
import { identifiers } from "./observations.ts";

type Created = Answer<SuccessBody<"createPaymentIntent">>;
type Retrieved = Answer<SuccessBody<"retrievePaymentIntent">>;

/** The retrieval of a created intent (§4.1). */
export default [
  forEachCreated("payment-intents/retrieved-id-matches", async (check, created) => {
    const id = created.field("id");
    const retrieved = check.succeeded(await found(check, `the intent ${id}`, () => retrieve(check, id)));
    check.expect.that("id", retrieved.field("id"), retrieved).toBe(id);
  }),

  roundTrip(
    "payment-intents/retrieved-amount-matches",
    (check, created, retrieved) => {
      check.expect
        .that("amount", amountText(retrieved.field("amount")), retrieved)
        .toBe(amountText(created.field("amount")));
    },
    LARGE_AMOUNTS.map((amount) => ({ amount })),
  ),

  roundTrip("payment-intents/retrieved-currency-matches", (check, created, retrieved) => {
    check.expect
      .that("currency", code(retrieved.field("currency")), retrieved)
      .toBe(code(created.field("currency")));
    check.observe("intent-initial-status", String(retrieved.field("status")));
    check.observe("intent-retrieved-secret", shownSecret(created, retrieved));
  }),

  earlierIsRetrieved("payment-intents/retrieved-after-others", {
    create: (check) => check.api.createPaymentIntent({ body: ordinaryIntent(check) }),
    retrieve,
  }),

  observing(
    unknownIdIs404("payment-intents/unknown-id-is-404", {
      prefix: "pi_",
      operation: "retrievePaymentIntent",
      create: (check) => check.api.createPaymentIntent({ body: ordinaryIntent(check) }),
      retrieve,
    }),
    ...identifiers,
  ),
];

function roundTrip(
  id: RuleId,
  judge: (check: Check, created: Created, retrieved: Retrieved) => void,
  further: readonly Partial<IntentRequest>[] = [],
): RuleCheck {
  return forEachCreated(
    id,
    async (check, created) => {
      judge(check, created, await readBack(check, () => retrieve(check, created.field("id"))));
    },
    further,
  );
}

/** A target may refuse a `further` request, as limits are not documented. */
function forEachCreated(
  id: RuleId,
  judge: (check: Check, created: Created) => Promise<void>,
  further: readonly Partial<IntentRequest>[] = [],
): RuleCheck {
  return rule(id, async (check) => {
    await check.property({
      effort: 0.5,
      from: intentRequests(check),
      runShares: { accepted: 0.5 },
      holds: async (request, reach) => {
        const created = ifAccepted(check, await check.api.createPaymentIntent({ body: request }), reach);
        if (created !== null) await judge(check, created);
      },
    });
    for (const parts of further) {
      const created = await check.api.createPaymentIntent({ body: { ...ordinaryIntent(check), ...parts } });
      if (created.succeeded) await judge(check, created);
    }
  });
}

function retrieve(check: Check, id: string): Promise<Retrieved> {
  return check.api.retrievePaymentIntent({ path: { id } });
}

/** Which secret a retrieval returns, never the secret itself. */
function shownSecret(created: Created, retrieved: Retrieved): string {
  const secret = (retrieved.body as { client_secret?: unknown }).client_secret;
  if (secret === "") return "an empty string";
  return secret === (created.body as { clientSecret?: unknown }).clientSecret
    ? "that of the creation"
    : "another one";
}
