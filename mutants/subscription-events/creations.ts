import { named } from "../named.ts";
import { again } from "../shared/again.ts";

const PATH = /\/v1\/subscriptions$/;

export const mutants = named({
  "subscription-made-twice": {
    violates: ["subscription-events/creation-makes-one-subscription"],
    summary: "A creation makes two subscriptions and returns the first.",
    wrap: again(PATH),
  },
  "subscription-made-and-refused": {
    violates: ["subscription-events/refused-creation-emits-nothing"],
    summary:
      "A creation with an unknown customer is refused, but takes effect for the last customer that subscribed.",
    wrap: (handler) => {
      let last: Request | undefined;
      return async (request) => {
        if (request.method !== "POST" || !PATH.test(new URL(request.url).pathname)) return handler(request);
        const copy = request.clone();
        const answer = await handler(request);
        if (answer.ok) last = copy;
        else if (last !== undefined && answer.status !== 401) await handler(last.clone());
        return answer;
      };
    },
  },
  "subscriptions-made-and-all-refused": {
    violates: ["subscription-events/refused-creation-emits-nothing"],
    summary: "Every creation takes effect, but is refused.",
    wrap: (handler) => async (request) => {
      const isSelected = request.method === "POST" && PATH.test(new URL(request.url).pathname);
      const answer = await handler(request);
      if (!isSelected || !answer.ok) return answer;
      const errors = [{ rule: "unsupported", field: "items", message: "items is not supported" }];
      return Response.json({ errors }, { status: 422 });
    },
  },
});
