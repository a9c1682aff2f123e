import { acceptsAnyCasing, acceptsWithout } from "../expect/creations.ts";
import { observing } from "../expect/observing.ts";
import { intents } from "../fixtures/payment-intent-creation.ts";
import { options } from "./observations.ts";

/** Parameters that a creation may omit, and the casing of its currency (§1, §4.1). */
export default [
  acceptsWithout("payment-intents/description-may-be-omitted", intents, "description"),
  observing(acceptsWithout("payment-intents/metadata-may-be-omitted", intents, "metadata"), ...options),
  acceptsAnyCasing("payment-intents/currency-in-any-casing", intents),
];
