import { named, perEmulator } from "../mutant.ts";
import { finding, type Stored } from "../shared/creations.ts";

type Intent = Stored<"paymentIntents">;

export const mutants = named({
  "intent-in-progress-once-succeeded": {
    violates: ["conventions/intent-outcome-is-retrieved"],
    summary: "An intent that has succeeded is retrieved as processing.",
    replace: finding("paymentIntents", (intent) =>
      intent.status === "succeeded" ? { ...intent, status: "processing" } : intent,
    ),
  },
  "intent-unconfirmed-once-read-so": {
    violates: ["conventions/intent-outcome-is-retrieved"],
    summary: "An intent that was once retrieved as requires_confirmation is always retrieved so.",
    replace: perEmulator(() => {
      const read = new Set<string>();
      return finding("paymentIntents", (intent) => {
        if (intent.status === "requires_confirmation") read.add(intent.id);
        return read.has(intent.id) ? { ...intent, status: "requires_confirmation" } : intent;
      });
    }),
  },
  "intent-status-as-first-read": {
    violates: ["conventions/intent-outcome-is-retrieved"],
    summary: "An intent is retrieved with the status that it had when it was first read.",
    replace: perEmulator(() => {
      const first = new Map<string, Intent["status"]>();
      return finding("paymentIntents", (intent) => {
        const status = first.get(intent.id) ?? intent.status;
        first.set(intent.id, status);
        return { ...intent, status };
      });
    }),
  },
});
