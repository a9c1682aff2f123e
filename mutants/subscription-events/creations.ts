import { named } from "../mutant.ts";
import { type Asked, treating } from "../faults/exchange.ts";
import { losing, refusalOf, twice } from "../faults/requests.ts";

export const mutants = named({
  "subscription-made-twice": {
    violates: ["subscription-events/creation-makes-one-subscription"],
    summary: "A creation makes two subscriptions and returns the first.",
    wrap: twice("createSubscription"),
  },
  "subscription-made-and-refused": {
    violates: ["subscription-events/refused-creation-emits-nothing"],
    summary:
      "A creation with an unknown customer is refused, but takes effect for the last customer that subscribed.",
    wrap: treating("createSubscription", () => {
      let last: Asked | undefined;
      return async ({ url, headers, body, forward }) => {
        const answer = await forward();
        if (answer.ok) last = { url, headers, body };
        else if (last !== undefined && answer.status !== 401) await forward(last);
        return answer;
      };
    }),
  },
  "subscriptions-made-and-all-refused": {
    violates: ["subscription-events/refused-creation-emits-nothing"],
    summary: "Every creation takes effect, but is refused.",
    wrap: losing("createSubscription", () => refusalOf("createSubscription", "items")),
  },
});
