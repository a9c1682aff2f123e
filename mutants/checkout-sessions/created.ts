import { byId, named } from "../named.ts";
import { fielding, forgettingMutants, prohibited, recording, retrieving } from "../shared/creations.ts";
import type { Body } from "../shared/answers.ts";

const area = "checkoutSessions";

export const mutants = named({
  "session-account-in-uppercase": {
    violates: ["checkout-sessions/account-is-the-requested"],
    summary: "A session names its account in uppercase after the prefix.",
    replace: recording(area, ({ accountId }) => ({ accountId: `acct_${accountId.slice(5).toUpperCase()}X` })),
  },
  "session-account-forgotten-with-items": {
    violates: ["checkout-sessions/account-is-the-requested"],
    summary: "A session with several items names an invented account.",
    replace: recording(area, ({ accountId, items }) => ({
      accountId: items.length > 1 ? "acct_basket" : accountId,
    })),
  },
  "session-success-url-without-query": {
    violates: ["checkout-sessions/success-url-is-the-requested"],
    summary: "The query of a successUrl is cut off.",
    replace: recording(area, ({ successUrl }) => ({ successUrl: successUrl.replace(/\?[^#]*/, "") })),
  },
  "session-redirects-swapped": {
    violates: [
      "checkout-sessions/success-url-is-the-requested",
      "checkout-sessions/cancel-url-is-the-requested",
    ],
    summary: "A session swaps its two redirects.",
    replace: recording(area, ({ successUrl, cancelUrl }) => ({
      successUrl: cancelUrl,
      cancelUrl: successUrl,
    })),
  },
  "session-cancel-url-without-fragment": {
    violates: ["checkout-sessions/cancel-url-is-the-requested"],
    summary: "The fragment of a cancelUrl is cut off.",
    replace: recording(area, ({ cancelUrl }) => ({ cancelUrl: cancelUrl.replace(/#.*/, "") })),
  },
  "session-cancel-url-cut": {
    violates: ["checkout-sessions/cancel-url-is-the-requested"],
    summary: "A cancelUrl is cut after 255 characters.",
    replace: recording(area, ({ cancelUrl }) => ({ cancelUrl: cancelUrl.slice(0, 255) })),
  },
  "session-success-url-made-secure": {
    violates: ["checkout-sessions/success-url-is-the-requested"],
    summary: "The scheme of a successUrl is always https.",
    replace: recording(area, ({ successUrl }) => ({ successUrl: successUrl.replace(/^http:/, "https:") })),
  },
  "session-unknown-to-payment-host": {
    violates: ["checkout-sessions/retrieved-on-payment-host"],
    summary: "The payment host knows no session.",
    replace: retrieving(area, () => ({ find: () => undefined })),
  },
  ...byId(forgettingMutants(area, "session", "checkout-sessions/retrieved-after-others")),
  "session-items-forbidden": {
    violates: ["checkout-sessions/items-are-accepted"],
    summary: "A session with items is refused.",
    replace: fielding(area, "items", () => [prohibited]),
  },
  "session-one-piece-only": {
    violates: ["checkout-sessions/items-are-accepted"],
    summary: "A session with several pieces of one product is refused.",
    replace: fielding(area, "items", (rules) => [
      ...rules,
      {
        name: "max",
        accepts: (value) =>
          !Array.isArray(value) || value.every((item) => !(Number((item as Body)["quantity"]) > 1)),
      },
    ]),
  },
  "session-one-item-only": {
    violates: ["checkout-sessions/items-are-accepted"],
    summary: "A session with more than one item is refused.",
    replace: fielding(area, "items", (rules) => [
      ...rules,
      { name: "max", accepts: (value) => Array.isArray(value) && value.length <= 1 },
    ]),
  },
  "session-retrieved-as-the-one-before": {
    violates: ["checkout-sessions/retrieved-is-no-other"],
    summary: "Retrieving a session after another one answers with that other one.",
    replace: retrieving(area, (retrieve) => {
      let before: ReturnType<typeof retrieve.find>;
      return {
        find: (context) => {
          const own = retrieve.find(context);
          const shown = own === undefined ? undefined : (before ?? own);
          before = own ?? before;
          return shown;
        },
      };
    }),
  },
});
