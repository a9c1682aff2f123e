import type { ExcuseFor } from "../excuse.ts";
import type { Misbehaviour } from "./operator.ts";

/** Fields whose examples the document names as the accepted values. */
const PROMISED = ["currency", "type", "operator_name", "metadata"];

/** Fields of a session's request that no answer returns. */
const UNRETURNED_OF_SESSIONS = ["items", "productId", "productName", "quantity", "price", "metadata"];
/** The operator that the document names and the emulator's profile does not use. */
const OTHER_OPERATOR = "airtel";
/** For each operation, the one that creates objects of the other kind. */
const OTHER_KIND: Readonly<Record<string, string>> = {
  retrieveDisbursement: "createRemittance",
  retrieveRemittance: "createDisbursement",
};

/** Every class, the most general first. A class that matches no fault in a full run is reported. */
export const requestExcuses: readonly ExcuseFor<Misbehaviour>[] = [
  {
    id: "value of an example",
    reason:
      "An example guarantees nothing: the document shows no limits, spellings or lists of accepted values.",
    operators: ["refuse"],
    when: ({ group, parameter }) =>
      group === "example value" && !PROMISED.includes(parameter?.path.at(-1) ?? ""),
  },
  {
    id: "operator of another network",
    reason:
      "A target need not reach the networks of both operators: the suite demands only the one in its profile.",
    operators: ["refuse"],
    fields: ["operator_name"],
    when: ({ detail }) => detail === OTHER_OPERATOR,
  },
  {
    id: "compulsory members",
    reason: "The document does not show which members of an item and of the payment method are required.",
    operators: ["refuse"],
    when: ({ group, parameter }) =>
      group === "without an optional field" && parameter?.where === "body" && parameter.path.length > 1,
  },
  {
    id: "lost connection",
    reason: "An answer that never arrives proves nothing about the target: the network may have lost it.",
    operators: ["lose answer"],
    when: ({ group }) => group === "no answer",
  },
  {
    id: "value that is never returned",
    reason: "No documented answer returns the value or anything derived from it.",
    operators: ["ignore", "misapply"],
    when: ({ operation, parameter }, operator) => {
      const field = parameter?.path.at(-1) ?? "";
      if (operation === "createSession")
        return operator === "misapply" || UNRETURNED_OF_SESSIONS.includes(field);
      if (operation === "createRemittance") return field === "metadata";
      return operation === "createPaymentIntent" && operator === "misapply" && field === "description";
    },
  },
  {
    id: "undocumented request body",
    reason: "The document shows no body for this request, so a target may expect another one.",
    operators: ["refuse", "ignore"],
    operations: ["createAccount", "createSubscription"],
    when: ({ group }) => group === "every request" || group === "compulsory header",
  },
  {
    id: "no other value",
    reason: "One value is documented; the effect of any other is open.",
    operators: ["misapply"],
    fields: ["country", "type"],
  },
  {
    id: "unlisted duplicate",
    reason:
      "The created object is not listed and changes no visible balance, so a duplicate cannot be observed.",
    operators: ["apply twice"],
    operations: ["createDisbursement", "createPaymentIntent", "createSession"],
  },
  {
    id: "repetition without effect",
    reason: "Repeating the request changes nothing.",
    operators: ["apply twice"],
    operations: ["advanceTestClock", "attachTestClock", "deleteTestClock", "replacePayoutSchedule"],
  },
  {
    id: "object of another kind",
    reason:
      "The id of a disbursement finds no remittance, and vice versa, whether or not the object is forgotten.",
    operators: ["forget", "forget earlier"],
    when: ({ operation, use }) => use !== undefined && OTHER_KIND[operation] === use.creator,
  },
  {
    id: "kinds of transactions",
    reason: "The document does not say which movements a list of transactions contains.",
    operators: ["forget"],
    operations: ["listAccountTransactions"],
    when: ({ use }) => use?.creator === "createAllocationReversal",
  },
];
