import type { Excuse } from "../fault.ts";
import type { Misbehaviour } from "./operator.ts";

/** A class of wrong dealings with requests that conforming servers may show. */
interface RequestExcuse extends Excuse {
  readonly covers: (operator: string, fault: Misbehaviour) => boolean;
}

/** Fields whose examples the document names as what is accepted. */
const PROMISED = ["currency", "type", "operator_name", "metadata"];

const last = ({ parameter }: Misbehaviour): string => parameter?.path.at(-1) ?? "";

/** What is sent for a session, beyond what its creation answers: no answer shows it. */
const UNSEEN_OF_SESSIONS = ["items", "productId", "productName", "quantity", "price", "metadata"];
/** Operations after which the same request changes nothing more, or is refused. */
const DONE_ONCE = ["advanceTestClock", "attachTestClock", "deleteTestClock", "replacePayoutSchedule"];
/** What they create is listed nowhere, and draws on no balance that is shown. */
const UNCOUNTED = ["createDisbursement", "createPaymentIntent", "createSession"];

/** Operations whose bodies the document does not show. */
const UNSHOWN = ["createAccount", "createSubscription"];

/** Every class, the most general first. A class that excuses nothing in a whole run is reported. */
export const requestExcuses: readonly RequestExcuse[] = [
  {
    id: "value of an example",
    reason: "An example promises nothing: limits, spellings and lists of what is accepted are not shown.",
    covers: (operator, fault) =>
      operator === "refuse" && fault.group === "example value" && !PROMISED.includes(last(fault)),
  },
  {
    id: "compulsory members",
    reason: "Which members of an item and of the payment method are compulsory is not shown.",
    covers: (operator, { group, parameter }) =>
      operator === "refuse" &&
      group === "without an optional field" &&
      parameter?.where === "body" &&
      parameter.path.length > 1,
  },
  {
    id: "lost connection",
    reason: "An answer that never arrives says nothing of the target: anything on the way may have lost it.",
    covers: (operator, { group }) => operator === "lose answer" && group === "no answer",
  },
  {
    id: "value that nothing shows",
    reason: "No documented answer shows the value, nor anything that follows from it.",
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
    id: "request that is not shown",
    reason: "The document shows no body of this request, so a target may want another one than it is sent.",
    covers: (operator, { operation, group }) =>
      UNSHOWN.includes(operation) &&
      ((operator === "refuse" && group === "every request") ||
        (operator === "ignore" && group === "compulsory header")),
  },
  {
    id: "no other value",
    reason: "One value is documented: what a target does with another one is open.",
    covers: (operator, fault) => operator === "misapply" && ["country", "type"].includes(last(fault)),
  },
  {
    id: "second one that nothing shows",
    reason:
      "What is created is listed nowhere, and draws on no balance that is shown: a second one is not seen.",
    covers: (operator, { operation }) => operator === "apply twice" && UNCOUNTED.includes(operation),
  },
  {
    id: "second time without effect",
    reason: "Done again, the request changes nothing more.",
    covers: (operator, { operation }) => operator === "apply twice" && DONE_ONCE.includes(operation),
  },
  {
    id: "kinds of transactions",
    reason: "The document does not say which movements a list of transactions holds.",
    covers: (operator, { operation, use }) =>
      operator === "forget" &&
      operation === "listAccountTransactions" &&
      use?.creator === "createAllocationReversal",
  },
];

export function excuseOf(operator: string, fault: Misbehaviour): Excuse | null {
  return requestExcuses.find((excuse) => excuse.covers(operator, fault)) ?? null;
}
