import type { Check } from "../kit.ts";
import { isRetrievedAsCreated, isRetrievedById, type RetrievalJudge } from "../expect/kept-values.ts";
import { earlierIsRetrieved, unknownIdIs404 } from "../expect/retrievals.ts";
import { createdId } from "../fixtures/created-objects.ts";
import { observing } from "../expect/observing.ts";
import { readBack } from "../fixtures/reading.ts";
import { ordinaryIntent } from "../fixtures/ordinary-requests.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { atFirst, identifiers } from "./observations.ts";

/** The retrieval of a created intent (§4.1). */
export default [
  observing(isRetrievedById("payment-intents/retrieved-id-matches", intents), atFirst),
  isRetrievedAsCreated("payment-intents/retrieved-amount-matches", intents, ["amount"], others),
  isRetrievedAsCreated("payment-intents/retrieved-currency-matches", intents, ["currency"], others),
  earlierIsRetrieved(
    "payment-intents/retrieved-after-others",
    (check) => createdId(check, intents),
    intents.retrieve,
  ),
  observing(unknownIdIs404("payment-intents/unknown-id-is-404", intents), ...identifiers),
];

/** If possible, an intent of a live key, and one after control made it succeed. */
async function others(check: Check, judge: RetrievalJudge<unknown>): Promise<void> {
  if (!check.has("control.createMerchant")) return;
  const { accountId, api, liveKey } = await check.ownMerchant();
  const body = ordinaryIntent(check);
  if (liveKey !== null) {
    const live = check.as(liveKey);
    const created = await live.createPaymentIntent({ body });
    // The profile's URL may be a sandbox that refuses live keys.
    if (created.succeeded)
      judge(check, created, await readBack(check, () => intents.retrieve(live, created.text("id"))));
  }
  if (!check.has("control.setPaymentIntentStatus")) return;
  const created = check.succeeded(await api.createPaymentIntent({ body }));
  const path = { accountId, id: created.text("id") };
  await check.control.call("setPaymentIntentStatus", { path, json: { status: "succeeded" } });
  judge(check, created, await readBack(check, () => intents.retrieve(api, path.id)));
}
