import type { Answer, Api, Check, RuleCheck, RuleId, SuccessBody } from "../kit.ts";
import { textOf } from "../kit.ts";
import { earlierIsRetrieved, unknownIdIs404 } from "../expect/retrievals.ts";
import { type Created, createdIntents } from "../expect/created-intents.ts";
import { createdId } from "../fixtures/created-objects.ts";
import { observing } from "../expect/observing.ts";
import { code, found, readBack } from "../fixtures/reading.ts";
import { type IntentRequest, ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { intents, LARGE_AMOUNTS } from "../fixtures/payment-intent-creation.ts";
import { identifiers } from "./observations.ts";

type Retrieved = Answer<SuccessBody<"retrievePaymentIntent">>;

/** The retrieval of a created intent (§4.1). */
export default [
  createdIntents(
    "payment-intents/retrieved-id-matches",
    async (check, created) => {
      const id = created.text("id");
      const retrieved = check.succeeded(
        await found(check, `the intent ${id}`, () => retrieve(check.api, id)),
      );
      check.expect.field("id", retrieved.text("id"), retrieved).toBe(id);
    },
    { effort: 0.5 },
  ),

  roundTrip(
    "payment-intents/retrieved-amount-matches",
    (check, created, retrieved) => {
      check.expect.field("amount", retrieved.text("amount"), retrieved).toBe(created.text("amount"));
    },
    LARGE_AMOUNTS.map((amount) => ({ amount })),
  ),

  roundTrip("payment-intents/retrieved-currency-matches", (check, created, retrieved) => {
    check.expect
      .field("currency", code(retrieved.field("currency")), retrieved)
      .toBe(code(created.field("currency")));
    check.observe("intent-initial-status", textOf(retrieved.field("status")));
    check.observe("intent-retrieved-secret", shownSecret(created, retrieved));
  }),

  earlierIsRetrieved(
    "payment-intents/retrieved-after-others",
    (check) => createdId(check, intents),
    intents.retrieve,
  ),
  observing(unknownIdIs404("payment-intents/unknown-id-is-404", intents), ...identifiers),
];

/** Retrieves each created intent. If possible, also one of a live key, and one after control made it succeed. */
function roundTrip(
  id: RuleId,
  judge: (check: Check, created: Created, retrieved: Retrieved) => void,
  further: readonly Partial<IntentRequest>[] = [],
): RuleCheck {
  const judgeRetrieval = async (check: Check, api: Api, created: Created): Promise<void> => {
    judge(check, created, await readBack(check, () => retrieve(api, created.text("id"))));
  };
  return createdIntents(id, (check, created) => judgeRetrieval(check, check.api, created), {
    effort: 0.5,
    further,
    afterwards: async (check) => {
      if (!check.has("control.createMerchant")) return;
      const { accountId, api, liveKey } = await check.ownMerchant();
      const body = ordinaryIntent(check);
      if (liveKey !== null) {
        const live = check.as(liveKey);
        const created = await live.createPaymentIntent({ body });
        // The profile's URL may be a sandbox that refuses live keys.
        if (created.succeeded) await judgeRetrieval(check, live, created);
      }
      if (!check.has("control.setPaymentIntentStatus")) return;
      const created = check.succeeded(await api.createPaymentIntent({ body }));
      const path = { accountId, id: created.text("id") };
      await check.control.call("setPaymentIntentStatus", { path, json: { status: "succeeded" } });
      await judgeRetrieval(check, api, created);
    },
  });
}

const retrieve = (api: Api, id: string): Promise<Retrieved> => api.retrievePaymentIntent({ path: { id } });

/** Whether a retrieval returns a secret. Never contains the secret itself. */
function shownSecret(created: Created, retrieved: Retrieved): string {
  const secret = (retrieved.body as { client_secret?: unknown }).client_secret;
  if (secret === "") return "an empty string";
  return secret === (created.body as { clientSecret?: unknown }).clientSecret
    ? "the secret of the creation"
    : "another one";
}
