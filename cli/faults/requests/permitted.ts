import type { Excuse } from "../fault.ts";
import type { Misbehaviour } from "./operator.ts";

/** A class of faults in the handling of requests that conforming servers may have. */
interface RequestExcuse extends Excuse {
  readonly covers: (operator: string, fault: Misbehaviour) => boolean;
}

/** Fields whose examples the document names as the accepted values. */
const PROMISED = ["currency", "type", "operator_name", "metadata"];

const last = ({ parameter }: Misbehaviour): string => parameter?.path.at(-1) ?? "";

/** Fields of a session's request that no answer returns. */
const UNSEEN_OF_SESSIONS = ["items", "productId", "productName", "quantity", "price", "metadata"];
/** Operations whose repetition changes nothing or is refused. */
const DONE_ONCE = ["advanceTestClock", "attachTestClock", "deleteTestClock", "replacePayoutSchedule"];
/** Operations whose objects are not listed and change no visible balance. */
const UNCOUNTED = ["createDisbursement", "createPaymentIntent", "createSession"];

/** The document names two operators; the profile of the emulator has the other one. */
const OTHER_OPERATOR = "airtel";
/** By operation, what creates objects of another kind. */
const OTHER_KIND: Readonly<Record<string, string>> = {
  retrieveDisbursement: "createRemittance",
  retrieveRemittance: "createDisbursement",
};

/** Operations whose request bodies the document does not show. */
const UNSHOWN = ["createAccount", "createSubscription"];

/** Every class, the most general first. A class that matches no fault in a full run is reported. */
export const requestExcuses: readonly RequestExcuse[] = [
  {
    id: "value of an example",
    reason:
      "An example guarantees nothing: the document shows no limits, spellings or lists of accepted values.",
    covers: (operator, fault) =>
      operator === "refuse" && fault.group === "example value" && !PROMISED.includes(last(fault)),
  },
  {
    id: "operator of another network",
    reason:
      "A target need not reach the networks of both operators: the suite demands only the one in its profile.",
    covers: (operator, fault) =>
      operator === "refuse" && last(fault) === "operator_name" && fault.detail === OTHER_OPERATOR,
  },
  {
    id: "compulsory members",
    reason: "The document does not show which members of an item and of the payment method are required.",
    covers: (operator, { group, parameter }) =>
      operator === "refuse" &&
      group === "without an optional field" &&
      parameter?.where === "body" &&
      parameter.path.length > 1,
  },
  {
    id: "lost connection",
    reason: "An answer that never arrives proves nothing about the target: the network may have lost it.",
    covers: (operator, { group }) => operator === "lose answer" && group === "no answer",
  },
  {
    id: "value that is never returned",
    reason: "No documented answer returns the value or anything derived from it.",
    covers: (operator, fault) => {
      if (operator !== "ignore" && operator !== "misapply") return false;
      const { operation } = fault;
      if (operation === "createSession")
        return operator === "misapply" || UNSEEN_OF_SESSIONS.includes(last(fault));
      if (operation === "createRemittance") return last(fault) === "metadata";
      return operation === "createPaymentIntent" && operator === "misapply" && last(fault) === "description";
    },
  },
  {
    id: "undocumented request body",
    reason: "The document shows no body for this request, so a target may expect another one.",
    covers: (operator, { operation, group }) =>
      UNSHOWN.includes(operation) &&
      ((operator === "refuse" && group === "every request") ||
        (operator === "ignore" && group === "compulsory header")),
  },
  {
    id: "no other value",
    reason: "One value is documented; the effect of any other is open.",
    covers: (operator, fault) => operator === "misapply" && ["country", "type"].includes(last(fault)),
  },
  {
    id: "unlisted duplicate",
    reason:
      "The created object is not listed and changes no visible balance, so a duplicate cannot be observed.",
    covers: (operator, { operation }) => operator === "apply twice" && UNCOUNTED.includes(operation),
  },
  {
    id: "repetition without effect",
    reason: "Repeating the request changes nothing.",
    covers: (operator, { operation }) => operator === "apply twice" && DONE_ONCE.includes(operation),
  },
  {
    id: "object of another kind",
    reason:
      "The id of a disbursement finds no remittance, and vice versa, whether or not the object is forgotten.",
    covers: (operator, { operation, use }) =>
      operator.startsWith("forget") && use !== null && OTHER_KIND[operation] === use.creator,
  },
  {
    id: "kinds of transactions",
    reason: "The document does not say which movements a list of transactions contains.",
    covers: (operator, { operation, use }) =>
      operator === "forget" &&
      operation === "listAccountTransactions" &&
      use?.creator === "createAllocationReversal",
  },
];

export function excuseOf(operator: string, fault: Misbehaviour): Excuse | null {
  return requestExcuses.find((excuse) => excuse.covers(operator, fault)) ?? null;
}
