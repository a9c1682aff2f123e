import { message } from "../emulator/kernel/answers.ts";
import type { Rule } from "../emulator/kernel/validate.ts";
import { inOrder, named, part } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, type Body, isObject } from "../mutants/shared/answers.ts";
import { fielding, recording } from "../mutants/shared/creations.ts";

const area = "checkoutSessions";

const filled: Rule = { name: "min", accepts: (value) => Array.isArray(value) && value.length > 0 };

const whole: Rule = {
  name: "complete",
  accepts: (value) =>
    Array.isArray(value) &&
    value.every(
      (item) =>
        isObject(item) && ["productId", "productName", "quantity", "price"].every((name) => name in item),
    ),
};

/** A rule that the cost of the items is the total. */
const sum = (costOf: (item: Body) => number): Rule => ({
  name: "sum",
  accepts: (value, body) => {
    const items = Array.isArray(value) ? value.filter(isObject) : [];
    const cost = items.reduce((all, item) => all + costOf(item), 0);
    return items.length === 0 || Number.isNaN(cost) || !isObject(body) || cost === body["total"];
  },
});

const addsUp = sum((item) => Number(item["quantity"]) * Number(item["price"]));

const linesAddUp = sum((item) => Number(item["price"]));

/** Other choices at the open points in `spec/areas/checkout-sessions.yaml`. */
export const variants = named<Variant>({
  "empty-basket-refused": {
    openPoints: ["session-empty-items"],
    what: "An empty list of items is refused",
    replace: fielding(area, "items", (rules) => [...rules, filled]),
  },
  "items-must-be-whole": {
    openPoints: ["session-item-required-members"],
    what: "All four members of an item are required",
    replace: fielding(area, "items", (rules) => [...rules, whole]),
  },
  "prices-of-lines": {
    openPoints: ["session-items-total"],
    what: "The cost of the items must equal the total, and a price is per line",
    // Items with several pieces cannot add up under both readings.
    alone: true,
    replace: fielding(area, "items", (rules) => [...rules, linesAddUp]),
  },
  "items-must-add-up": {
    openPoints: ["session-items-total"],
    what: "The cost of the items must equal the total",
    replace: fielding(area, "items", (rules) => [...rules, addsUp]),
  },
  "sessions-live-for-minutes": {
    openPoints: ["session-expiry"],
    what: "A session expires after ten minutes",
    replace: recording(area, ({ createdAt }) => ({ expiresAt: createdAt + 600_000 })),
  },
  "foreign-accounts-taken": {
    openPoints: ["session-foreign-account"],
    what: "A session may be created for any account",
    replace: part([area, "create"], ({ guards }) => ({
      guards: guards.filter(({ name }) => name !== "account"),
    })),
  },
  "session-answers-metadata": {
    openPoints: ["session-metadata-answer"],
    what: "The answer to a creation has the session's metadata",
    replace: answering(["createSession"], 200, (body) => {
      body["metadata"] = { kept: true };
    }),
  },
  "redirects-of-any-text": {
    openPoints: ["session-redirect-urls"],
    what: "Any string is accepted as a redirect URL",
    replace: inOrder(
      ...["successUrl", "cancelUrl"].map((field) =>
        fielding(area, field, (rules) => rules.filter(({ name }) => name !== "url")),
      ),
    ),
  },
  "session-shown-otherwise": {
    openPoints: ["session-retrieve-fields", "session-states"],
    what: "A retrieved session has other fields",
    replace: answering(["retrieveSession"], 200, (body) => {
      const { id } = body;
      for (const name of Object.keys(body)) delete body[name];
      Object.assign(body, { session: { ref: id, state: "awaiting-payer" } });
    }),
  },
  "unknown-session-is-gone": {
    openPoints: ["session-retrieve-statuses"],
    what: "The retrieval of an unknown session returns 410",
    replace: part([area, "retrieve"], () => ({ notFound: () => message(410, "Gone") })),
  },
});
