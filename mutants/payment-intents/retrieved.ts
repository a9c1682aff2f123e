import type { Replace } from "../mutant.ts";
import { message } from "../../emulator/kernel/answers.ts";
import { byId, named } from "../named.ts";
import { part } from "../part.ts";
import { finding, forgettingMutants, retrieving, type Stored } from "../shared/creations.ts";
import { breakingOn } from "../shared/wire.ts";

const area = "paymentIntents";

const showingLater = (fields: Record<string, (intent: Stored<typeof area>) => unknown>): Replace =>
  part([area, "retrieve", "presenter"], () => fields);

export const mutants = named({
  ...byId(forgettingMutants(area, "intent", "payment-intents/retrieved-after-others")),
  "intent-retrieved-under-other-id": {
    violates: ["payment-intents/retrieved-id-matches"],
    summary: "A retrieved intent has an id that is one character longer.",
    replace: showingLater({ id: ({ id }) => `${id}0` }),
  },
  "intent-never-found": {
    violates: ["payment-intents/retrieved-id-matches"],
    summary: "No intent can be retrieved.",
    replace: retrieving(area, () => ({ find: () => undefined })),
  },
  "intent-without-description-not-found": {
    violates: ["payment-intents/retrieved-id-matches"],
    summary: "Intents without a description cannot be retrieved.",
    replace: finding(area, (intent) => (intent.description === null ? undefined : intent)),
  },
  "intent-retrieved-without-small-change": {
    violates: ["payment-intents/retrieved-amount-matches"],
    summary: "A retrieved amount is rounded down to hundreds.",
    replace: showingLater({ amount: ({ amount }) => amount - (amount % 100) }),
  },
  "intent-retrieved-in-32-bits": {
    violates: ["payment-intents/retrieved-amount-matches"],
    summary: "A retrieved amount has the lowest 32 bits of the created one.",
    replace: showingLater({ amount: ({ amount }) => amount % 2 ** 32 }),
  },
  "intent-retrieved-a-franc-more-with-a-live-key": {
    violates: ["payment-intents/retrieved-amount-matches"],
    summary: "An intent of a live key is retrieved with a franc more.",
    replace: finding(area, (intent) =>
      intent.mode === "live" ? { ...intent, amount: intent.amount + 1 } : intent,
    ),
  },
  "intent-retrieved-in-other-currency-once-succeeded": {
    violates: ["payment-intents/retrieved-currency-matches"],
    summary: "Once it has succeeded, an intent is retrieved in another currency.",
    replace: finding(area, (intent) =>
      intent.status === "succeeded" ? { ...intent, currency: "xof" } : intent,
    ),
  },
  "intent-retrieved-in-other-currency": {
    violates: ["payment-intents/retrieved-currency-matches"],
    summary: "A retrieved intent is in another currency.",
    replace: showingLater({ currency: () => "xof" }),
  },
  "intent-retrieved-in-other-currency-for-odd-francs": {
    violates: ["payment-intents/retrieved-currency-matches"],
    summary: "A retrieved intent of odd francs is in another currency.",
    replace: showingLater({ currency: ({ amount, currency }) => (amount % 2 === 1 ? "usd" : currency) }),
  },
  "intent-found-by-a-longer-id": {
    violates: ["payment-intents/unknown-id-is-404"],
    summary: "Characters after an id are ignored.",
    replace: retrieving(area, (retrieve) => ({
      find: (context) => {
        const { command } = context;
        const id = command.params["id"]?.replace(/x$/, "") ?? "";
        return (
          retrieve.find(context) ?? retrieve.find({ ...context, command: { ...command, params: { id } } })
        );
      },
    })),
  },
  "unknown-intent-with-a-long-id-is-500": {
    violates: ["payment-intents/unknown-id-is-404"],
    summary: "An id of more than 255 characters returns 500.",
    wrap: breakingOn(/^\/v1\/payment-intents\/.{256,}$/),
  },
  "unknown-intent-is-400": {
    violates: ["payment-intents/unknown-id-is-404"],
    summary: "An unknown intent returns 400.",
    replace: retrieving(area, () => ({
      notFound: () => message(400, "Payment intent not found"),
    })),
  },
  "unknown-intent-is-empty": {
    violates: ["payment-intents/unknown-id-is-404"],
    summary: "An unknown intent returns 200 without a body.",
    replace: retrieving(area, () => ({ notFound: () => ({ status: 200, body: null }) })),
  },
});
