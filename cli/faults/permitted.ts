import { contractOperations } from "../../harness/contract.ts";
import {
  absent,
  nothing,
  offByOne,
  recased,
  repeated,
  RETYPED,
  reversed,
} from "../../mutants/faults/values.ts";
import { OTHER_STATUS } from "./answers.ts";
import type { Fault } from "./fault.ts";

/** A class of faults that conforming servers may have. It covers the faults that meet all criteria. */
interface Permission {
  readonly reason: string;
  /** Names of operators. */
  readonly operators?: readonly string[];
  readonly operations?: readonly string[];
  /** The first name of the path to the field. */
  readonly within?: string;
  /** The last name of the path to the field. */
  readonly fields?: readonly string[];
  readonly when?: (fault: Fault) => boolean;
}

/** Fields with times at which the target acted. */
const OWN_TIMES = ["createdAt", "updatedAt", "created_at", "matured_at", "expiresAt", "shouldExecutedAt"];
/** Values that a target generates and that no request can use. */
const OWN_VALUES = ["clientSecret", "client_secret", "orderId"];
/** Lists whose order the document leaves open. */
const UNORDERED = [
  "data",
  "triggeredEvents",
  "attached",
  "balances",
  "allowed_operations",
  "choices",
  "points",
  "top_volume",
  "top_growth",
  "subscriptions",
  "customers",
];
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

const isRefusal = ({ status }: Fault): boolean => (status ?? 0) >= 300;
/** The document shows no format, list or bounds of the value. */
const isUnconstrained = ({ location }: Fault): boolean => location?.documented?.constrained === false;
const isAbsence = ({ operator }: Fault): boolean => ABSENCES.includes(operator);

const ABSENCES: readonly string[] = [absent.as, "renamed"];

/** Permissions for faults in answers. A validation error has a list of `errors` (§7.1); the contract leaves it open, as business errors may share its status. */
const inAnswers: readonly Permission[] = [
  {
    reason: "The document does not name the field: it can be present or absent and have any value.",
    when: (fault) => fault.location?.documented === null && !(isRefusal(fault) && fault.path[0] === "errors"),
  },
  {
    reason: "The document does not require the field: it can be absent or have another name.",
    operators: ABSENCES,
    when: ({ location }) => location?.documented?.required === false,
  },
  {
    reason: "The document allows null for the field, and the request does not determine its value.",
    operators: [nothing.as],
    when: ({ location }) => location?.documented?.nullable === true,
  },
  {
    reason: "The document names the field without showing the type of its value.",
    operators: [...Object.values(RETYPED).map(({ as }) => as), nothing.as, recased.as],
    when: ({ location }) => location?.documented?.typed === false,
  },
  {
    reason: "Messages are for people: the document gives examples, and no behaviour depends on them.",
    fields: ["message", "error"],
    when: (fault) => isRefusal(fault) && !isAbsence(fault),
  },
  {
    reason:
      "The document gives `required` as an example of a rule's name; the few names that it fixes are judged.",
    operators: [recased.as, "swapped"],
    within: "errors",
    fields: ["rule"],
    when: isRefusal,
  },
  {
    reason:
      "The document does not say in which order a refusal lists its errors, nor that it lists each one once.",
    operators: [repeated.as, reversed.as],
    within: "errors",
    when: isRefusal,
  },
  {
    reason: "When two parameters contradict each other, the document does not say which one is named.",
    operators: [recased.as, "swapped"],
    operations: ["retrieveOverview"],
    within: "errors",
    fields: ["field"],
  },
  {
    reason: "The exact second at which the target acts is its own choice.",
    operators: [offByOne.as],
    fields: OWN_TIMES,
  },
  {
    reason: "Both are times at which the target acted, and the document states no relation between them.",
    operators: ["swapped"],
    fields: OWN_TIMES,
    when: ({ location }) => OWN_TIMES.includes(location?.sibling ?? ""),
  },
  {
    reason: "The document states no format for the time, and RFC 3339 permits `t` and `z`.",
    operators: [recased.as],
    fields: [...OWN_TIMES, "available_at"],
    when: isUnconstrained,
  },
  {
    reason: "The document gives this list no order; entries of a series carry their dates.",
    operators: [reversed.as],
    fields: UNORDERED,
  },
  {
    reason:
      "The document does not show which events an advance lists, nor how often: webhooks report the outcomes.",
    operators: [repeated.as],
    fields: ["triggeredEvents"],
  },
  {
    reason: "`type` of a payout is a number that the target chooses: the document does not show its meaning.",
    operators: [offByOne.as],
    fields: ["type"],
    when: ({ operation }) => /Disbursement|Remittance/.test(operation),
  },
  {
    reason: "The document does not show how a refusal writes the path to a field of a list entry.",
    operators: [offByOne.as],
    operations: ["createSession"],
    within: "errors",
    fields: ["field"],
  },
  {
    reason:
      "The document names the fields of a transaction, but neither its kinds nor the meaning of its amounts.",
    operators: [recased.as, offByOne.as, "swapped"],
    operations: ["listAccountTransactions"],
    within: "data",
    fields: ["id", "object", "amount", "amount_fee", "available_at"],
  },
  {
    reason: "Where the document shows no casing for the answer, currencies are compared ignoring case.",
    operators: [recased.as],
    fields: ["currency"],
    when: isUnconstrained,
  },
  {
    reason: "The document names the dates of a transaction without showing their type.",
    operators: [RETYPED.number.as],
    operations: ["listAccountTransactions"],
    fields: ["available_at", "created_at", "matured_at"],
  },
  {
    reason: "The document does not show the format of a point's date, nor which date of its step it is.",
    operators: [offByOne.as],
    operations: ["retrieveOverview"],
    fields: ["date"],
  },
  {
    reason: "The document does not show the values of `type` in an attached entry.",
    operators: [recased.as],
    operations: ["attachTestClock"],
    fields: ["type"],
  },
  {
    reason: "The document shows no body for the deletion of a test clock, so none is judged.",
    operators: ["stale", "another content type"],
    operations: ["deleteTestClock"],
    when: (fault) => !isRefusal(fault),
  },
  {
    reason:
      "Errors of test clocks have their own shape, `{error, code}`: a list of errors is not required of them.",
    within: "errors",
    when: (fault) => /TestClock/.test(fault.operation) && isRefusal(fault),
  },
  {
    reason:
      "Where the document gives a Connect refusal neither a rule nor a field, it may have a code instead of a list of errors, or neither.",
    operators: ABSENCES,
    operations: ["createAllocation", "replacePayoutSchedule"],
    when: (fault) => isRefusal(fault) && fault.path.join("/") === "errors",
  },
  {
    reason: "The document lists no refusal of a reversal that names a field.",
    operators: [recased.as, "swapped", offByOne.as],
    operations: ["createAllocationReversal"],
    within: "errors",
    fields: ["field"],
  },
  {
    reason:
      "The document does not say that the leaders of an overview have the same values as their accounts.",
    operators: [recased.as, offByOne.as, "swapped"],
    operations: ["retrieveOverview"],
    fields: ["name", "country"],
  },
  {
    reason:
      "The document does not say what the values of the leaders by growth measure, nor how `delta` is rounded.",
    operators: [offByOne.as],
    operations: ["retrieveOverview"],
    within: "top_growth",
    fields: ["value", "previous_value"],
  },
  {
    reason:
      "The document does not say whether the end belongs to the window: the two readings are one second apart.",
    operators: [offByOne.as],
    operations: ["retrieveOverview"],
    within: "period",
    fields: ["to"],
  },
  {
    reason: "The target generates the value after its prefix, and no operation accepts it as input.",
    operators: [offByOne.as, recased.as],
    fields: OWN_VALUES,
  },
  {
    reason: "The document shows no exact status for the success of this operation.",
    operators: ["another status"],
    when: ({ operation, status }) =>
      contractOperations.get(operation)?.answers.has(OTHER_STATUS[status ?? 0] ?? 0) === true,
  },
];

/** Permissions for faults in the handling of requests. */
const inRequests: readonly Permission[] = [
  {
    reason:
      "An example guarantees nothing: the document shows no limits, spellings or lists of accepted values.",
    operators: ["refuse"],
    when: ({ value, path }) => value?.kind === "example" && !PROMISED.includes(path.at(-1) ?? ""),
  },
  {
    reason:
      "A target need not reach the networks of both operators: the suite demands only the one in its profile.",
    operators: ["refuse"],
    fields: ["operator_name"],
    when: ({ value }) => value?.name === OTHER_OPERATOR,
  },
  {
    reason: "The document does not show which members of an item and of the payment method are required.",
    operators: ["refuse"],
    when: ({ parameter, value, detail, path }) =>
      parameter?.where === "body" && path.length > 1 && value === undefined && detail !== undefined,
  },
  {
    reason: "No documented answer returns the value or anything derived from it.",
    operators: ["ignore", "misapply"],
    when: ({ operation, operator, path }) => {
      const field = path.at(-1) ?? "";
      if (operation === "createSession")
        return operator === "misapply" || UNRETURNED_OF_SESSIONS.includes(field);
      if (operation === "createRemittance") return field === "metadata";
      return operation === "createPaymentIntent" && operator === "misapply" && field === "description";
    },
  },
  {
    reason: "The document shows no body for this request, so a target may expect another one.",
    operators: ["refuse", "ignore"],
    operations: ["createAccount", "createSubscription"],
    when: ({ operator, parameter }) =>
      operator === "refuse" ? parameter === undefined : parameter?.where === "header" && parameter.required,
  },
  {
    reason: "One value is documented; the effect of any other is open.",
    operators: ["misapply"],
    fields: ["country", "type"],
  },
  {
    reason:
      "The created object is not listed and changes no visible balance, so a duplicate cannot be observed.",
    operators: ["apply twice"],
    operations: ["createDisbursement", "createPaymentIntent", "createSession"],
  },
  {
    reason: "Repeating the request changes nothing.",
    operators: ["apply twice"],
    operations: ["advanceTestClock", "attachTestClock", "deleteTestClock", "replacePayoutSchedule"],
  },
  {
    reason:
      "The id of a disbursement finds no remittance, and vice versa, whether or not the object is forgotten.",
    operators: ["forget", "forget earlier"],
    when: ({ use }) => use !== undefined && OTHER_KIND[use.user] === use.creator,
  },
  {
    reason: "The document does not say which movements a list of transactions contains.",
    operators: ["forget"],
    operations: ["listAccountTransactions"],
    when: ({ use }) => use?.creator === "createAllocationReversal",
  },
];

const permissions = [...inAnswers, ...inRequests];

/** Why conforming servers may have faults. A reason that concerns no fault of a full run is reported. */
export const reasons: readonly string[] = permissions.map(({ reason }) => reason);

/** Why a conforming server may have a fault, by the most general class that covers it; null if none may. */
export function reasonFor(fault: Fault): string | null {
  const { operator, operation, path, status } = fault;
  const covers = ({ operators, operations, within, fields, when }: Permission): boolean =>
    operators?.includes(operator) !== false &&
    operations?.includes(operation) !== false &&
    (within === undefined || path[0] === within) &&
    fields?.includes(path.at(-1) ?? "") !== false &&
    when?.(fault) !== false;
  return (status === null ? inRequests : inAnswers).find(covers)?.reason ?? null;
}
