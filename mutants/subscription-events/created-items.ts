import { family, named } from "../named.ts";
import type { Facts } from "../shared/billing.ts";
import { changedWhen, changingMember, CREATED } from "./parts.ts";

export const mutants = named({
  ...family<readonly [string, (facts: Facts) => boolean]>(
    {
      "event-created-without-items-when-unpaid": [
        "of an unpaid subscription",
        ({ subscription }) => subscription.status === "unpaid",
      ],
      "event-created-without-items-of-trials": [
        "of a trial",
        ({ subscription }) => subscription.status === "trialing",
      ],
      "event-created-without-items-from-page": [
        "from the hosted page",
        ({ subscription }) => subscription.checkoutSessionId !== null,
      ],
    },
    ([which, when]) => ({
      violates: ["subscription-events/created-has-the-items"],
      summary: `A creation ${which} reports no items.`,
      replace: changedWhen([CREATED, "items"], when, () => []),
    }),
  ),
  "event-created-with-one-item": {
    violates: ["subscription-events/created-has-the-items"],
    summary: "A creation always reports the quantity 1.",
    replace: changingMember(CREATED, "items", ({ subscription }) =>
      subscription.items.map(({ priceId }) => ({ priceId, quantity: 1 })),
    ),
  },
  ...family<readonly [string, (facts: Facts) => boolean]>(
    {
      "event-created-with-one-item-when-unpaid": [
        "of an unpaid subscription",
        ({ subscription }) => subscription.status === "unpaid",
      ],
      "event-created-with-one-item-from-page": [
        "from the hosted page",
        ({ subscription }) => subscription.checkoutSessionId !== null,
      ],
    },
    ([which, when]) => ({
      violates: ["subscription-events/created-has-the-items"],
      summary: `A creation ${which} reports the quantity 1.`,
      replace: changedWhen([CREATED, "items"], when, (items) =>
        (items as readonly object[]).map((item) => ({ ...item, quantity: 1 })),
      ),
    }),
  ),
  "event-created-with-another-price": {
    violates: ["subscription-events/created-has-the-items"],
    summary: "A creation reports another price.",
    replace: changingMember(CREATED, "items", ({ subscription }) =>
      subscription.items.map(({ priceId, quantity }) => ({ priceId: `${priceId}0`, quantity })),
    ),
  },
});
