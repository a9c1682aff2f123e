import { message } from "../../emulator/kernel/answers.ts";
import type { Rule } from "../../emulator/kernel/validate.ts";
import { inOrder, type Variant } from "../mutant.ts";
import { part } from "../part.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { fielding, recording } from "../shared/creations.ts";
import { answering, variant } from "./parts/variant.ts";

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

/** What items cost is the total. */
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
export const checkoutSessionsVariants: readonly Variant[] = [
  variant(
    "empty-basket-refused",
    "session-empty-items",
    "An empty list of items is refused",
    fielding(area, "items", (rules) => [...rules, filled]),
  ),
  variant(
    "items-must-be-whole",
    "session-item-required-members",
    "An item needs all four members",
    fielding(area, "items", (rules) => [...rules, whole]),
  ),
  {
    ...variant(
      "prices-of-lines",
      "session-items-total",
      "Items have to cost the total, and the price of an item is that of the whole line",
      fielding(area, "items", (rules) => [...rules, linesAddUp]),
    ),
    // No basket with several pieces of a product adds up in both ways.
    alone: true,
  },
  variant(
    "items-must-add-up",
    "session-items-total",
    "Items have to cost the total",
    fielding(area, "items", (rules) => [...rules, addsUp]),
  ),
  variant(
    "sessions-live-for-minutes",
    "session-expiry",
    "A session expires after ten minutes",
    recording(area, ({ createdAt }) => ({ expiresAt: createdAt + 600_000 })),
  ),
  variant(
    "foreign-accounts-taken",
    "session-foreign-account",
    "A session may be made for any account",
    part([area, "create"], ({ guards }) => ({ guards: guards.filter(({ name }) => name !== "account") })),
  ),
  variant(
    "session-answers-metadata",
    "session-metadata-answer",
    "A created session answers its metadata",
    answering(["createSession"], 200, (body) => {
      body["metadata"] = { kept: true };
    }),
  ),
  variant(
    "redirects-of-any-text",
    "session-redirect-urls",
    "Any text is taken for a redirect",
    inOrder(
      ...["successUrl", "cancelUrl"].map((field) =>
        fielding(area, field, (rules) => rules.filter(({ name }) => name !== "url")),
      ),
    ),
  ),
  variant(
    "session-shown-otherwise",
    ["session-retrieve-fields", "session-states"],
    "A retrieved session is another object",
    answering(["retrieveSession"], 200, (body) => {
      const { id } = body;
      for (const name of Object.keys(body)) delete body[name];
      Object.assign(body, { session: { ref: id, state: "awaiting-payer" } });
    }),
  ),
  variant(
    "unknown-session-is-gone",
    "session-retrieve-statuses",
    "An unknown session is answered 410",
    part([area, "retrieve"], () => ({ notFound: () => message(410, "Gone") })),
  ),
];
