import { isObject } from "../../spec/json.ts";
import { treating } from "../faults/exchange.ts";
import type { Mutant } from "../mutant.ts";
import { creationFaults } from "../shared/creation-faults.ts";

const intent = creationFaults({
  area: "paymentIntents",
  word: "intent",
  operation: "createPaymentIntent",
  status: 422,
});

export const mutants: readonly Mutant[] = [
  intent.refuses("description", "absent", "description-may-be-omitted"),
  intent.refuses("metadata", "absent", "metadata-may-be-omitted"),
  intent.refuses("currency", "in uppercase", "currency-in-any-casing"),
  intent.refuses("currency", "in mixed casing", "currency-in-any-casing"),
  intent.assumes("amount", "create-without-amount", 1_000),
  intent.assumes("currency", "create-without-currency", "xaf"),
  intent.accepts("object", "amount", "amount-of-wrong-type", 1_000),
  intent.accepts("word", "amount", "amount-of-wrong-type", 1_000),
  intent.accepts("text that begins with a number", "amount", "amount-of-wrong-type", 1_000),
  intent.accepts("list", "amount", "amount-of-wrong-type", 1_000),
  intent.accepts("object", "currency", "currency-of-wrong-type", "xaf"),
  intent.accepts("object", "description", "description-of-wrong-type", "[object Object]"),
  intent.accepts("list", "description", "description-of-wrong-type", "a,b"),
  intent.accepts("word", "metadata", "metadata-of-wrong-type", {}),
  intent.accepts("number", "metadata", "metadata-of-wrong-type", {}),
  intent.takesEmpty("amount", "amount-of-wrong-type", [], 1_000),
  intent.takesEmpty("currency", "currency-of-wrong-type", {}, "xaf"),
  ...intent.takesNull({ amount: "amount-of-wrong-type", currency: "currency-of-wrong-type" }),
  ...intent.misreports("metadata"),
  {
    id: "intent-on-behalf-invalid-with-400",
    violates: ["payment-intents/validation-status"],
    summary: "The validation of an intent on behalf of a vendor returns 400.",
    wrap: treating("createPaymentIntent", () => async ({ body, forward }) => {
      const answer = await forward();
      return isObject(body) && "on_behalf_of" in body && answer.status === 422
        ? new Response(answer.body, { status: 400, headers: answer.headers })
        : answer;
    }),
  },
];
