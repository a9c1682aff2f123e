import { named } from "../named.ts";
import { changingMember, CREATED } from "./parts.ts";

export const mutants = named({
  "event-created-with-one-item": {
    violates: ["subscription-events/created-has-the-items"],
    summary: "A creation always reports the quantity 1.",
    subtle: true,
    replace: changingMember(CREATED, "items", ({ subscription }) =>
      subscription.items.map(({ priceId }) => ({ priceId, quantity: 1 })),
    ),
  },
  "event-created-with-another-price": {
    violates: ["subscription-events/created-has-the-items"],
    summary: "A creation reports another price.",
    replace: changingMember(CREATED, "items", ({ subscription }) =>
      subscription.items.map(({ priceId, quantity }) => ({ priceId: `${priceId}0`, quantity })),
    ),
  },
});
