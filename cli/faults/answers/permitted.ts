import { contractOperations } from "../../../harness/contract.ts";
import type { ExcuseFor } from "../excuse.ts";
import { OTHER_STATUS, RETYPES, type SpoiledAnswer } from "./operators.ts";

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

const isRefusal = ({ status }: SpoiledAnswer): boolean => status >= 300;
/** The document shows no format, list or bounds of the value. */
const isUnconstrained = ({ location }: SpoiledAnswer): boolean => location?.documented?.constrained === false;

/**
 * Every class, the most general first. A class that matches no fault in a full run is reported. A validation error has a list of
 * `errors` (§7.1); the contract leaves it open, as business errors may share its status.
 */
export const answerExcuses: readonly ExcuseFor<SpoiledAnswer>[] = [
  {
    id: "undocumented field",
    reason: "The document does not name the field: it can be present or absent and have any value.",
    when: (fault) =>
      fault.location?.documented === null && !(isRefusal(fault) && fault.location.path[0] === "errors"),
  },
  {
    id: "optional field",
    reason: "The document does not require the field: it can be absent or have another name.",
    operators: ["drop", "rename"],
    when: ({ location }) => location?.documented?.required === false,
  },
  {
    id: "nullable field",
    reason: "The document allows null for the field, and the request does not determine its value.",
    operators: ["null"],
    when: ({ location }) => location?.documented?.nullable === true,
  },
  {
    id: "open type",
    reason: "The document names the field without showing the type of its value.",
    operators: [...RETYPES, "null", "recase"],
    when: ({ location }) => location?.documented?.typed === false,
  },
  {
    id: "wording of a refusal",
    reason: "Messages are for people: the document gives examples, and no behaviour depends on them.",
    fields: ["message", "error"],
    when: (fault) => isRefusal(fault) && !["drop", "rename"].includes(fault.operator.name),
  },
  {
    id: "names of validation rules",
    reason:
      "The document gives `required` as an example of a rule's name; the few names that it fixes are judged.",
    operators: ["recase", "swap"],
    within: "errors",
    fields: ["rule"],
    when: isRefusal,
  },
  {
    id: "list of faults",
    reason:
      "The document does not say in which order a refusal lists its errors, nor that it lists each one once.",
    operators: ["duplicate", "reordered list"],
    within: "errors",
    when: isRefusal,
  },
  {
    id: "field at fault between two",
    reason: "When two parameters contradict each other, the document does not say which one is named.",
    operators: ["recase", "swap"],
    operations: ["retrieveOverview"],
    within: "errors",
    fields: ["field"],
  },
  {
    id: "time chosen by the target",
    reason: "The exact second at which the target acts is its own choice.",
    operators: ["off by one"],
    fields: OWN_TIMES,
  },
  {
    id: "two times of the same kind",
    reason: "Both are times at which the target acted, and the document states no relation between them.",
    operators: ["swap"],
    fields: OWN_TIMES,
    when: ({ location }) => OWN_TIMES.includes(location?.sibling ?? ""),
  },
  {
    id: "casing of a time",
    reason: "The document states no format for the field, and RFC 3339 permits `t` and `z`.",
    operators: ["recase"],
    fields: [...OWN_TIMES, "available_at"],
    when: isUnconstrained,
  },
  {
    id: "order of a list",
    reason: "The document gives this list no order; entries of a series carry their dates.",
    operators: ["reordered list"],
    fields: UNORDERED,
  },
  {
    id: "events that an advance triggers",
    reason:
      "The document does not show which names the list contains, nor how often: webhooks report the outcomes.",
    operators: ["duplicate"],
    fields: ["triggeredEvents"],
  },
  {
    id: "code of a payout's kind",
    reason: "`type` is a number that the target chooses: the document does not show its meaning.",
    operators: ["off by one"],
    fields: ["type"],
    when: ({ operation }) => /Disbursement|Remittance/.test(operation),
  },
  {
    id: "place of a field at fault",
    reason: "The document does not show how a refusal writes the path to a field of a list entry.",
    operators: ["off by one"],
    operations: ["createSession"],
    within: "errors",
    fields: ["field"],
  },
  {
    id: "figures of a transaction",
    reason:
      "The document names the fields of a transaction, but neither its kinds nor the meaning of its amounts.",
    operators: ["recase", "off by one", "swap"],
    operations: ["listAccountTransactions"],
    within: "data",
    fields: ["id", "object", "amount", "amount_fee", "available_at"],
  },
  {
    id: "casing of a currency",
    reason: "Where the document shows no casing for the answer, currencies are compared ignoring case.",
    operators: ["recase"],
    fields: ["currency"],
    when: isUnconstrained,
  },
  {
    id: "dates of a transaction as numbers",
    reason: "The document names the dates of a transaction without showing their type.",
    operators: ["retype to number"],
    operations: ["listAccountTransactions"],
    fields: ["available_at", "created_at", "matured_at"],
  },
  {
    id: "date of a point",
    reason: "The document does not show the format of a point's date, nor which date of its step it is.",
    operators: ["off by one"],
    operations: ["retrieveOverview"],
    fields: ["date"],
  },
  {
    id: "type of an attached entry",
    reason: "The document does not show the values of `type` in an attached entry.",
    operators: ["recase"],
    operations: ["attachTestClock"],
    fields: ["type"],
  },
  {
    id: "body of a deletion",
    reason: "The document shows no body for the deletion of a test clock, so none is judged.",
    operators: ["stale", "wrong content type"],
    operations: ["deleteTestClock"],
    when: (fault) => !isRefusal(fault),
  },
  {
    id: "errors on a clock's route",
    reason:
      "Errors of test clocks have their own shape, `{error, code}`: a list of errors is not required of them.",
    within: "errors",
    when: (fault) => /TestClock/.test(fault.operation) && isRefusal(fault),
  },
  {
    id: "Connect refusal without errors",
    reason:
      "Where the document gives a Connect refusal neither a rule nor a field, it may have a code instead of a list of errors, or neither.",
    operators: ["drop", "rename"],
    operations: ["createAllocation", "replacePayoutSchedule"],
    when: (fault) => isRefusal(fault) && fault.location?.path.join("/") === "errors",
  },
  {
    id: "field at fault of a reversal",
    reason: "The document lists no refusal of a reversal that names a field.",
    operators: ["recase", "swap", "off by one"],
    operations: ["createAllocationReversal"],
    within: "errors",
    fields: ["field"],
  },
  {
    id: "name and country of a leader",
    reason: "The document does not say that the overview has the same values as the account.",
    operators: ["recase", "off by one", "swap"],
    operations: ["retrieveOverview"],
    fields: ["name", "country"],
  },
  {
    id: "measure of growth",
    reason:
      "The document does not say what the values of the leaders by growth measure, nor how `delta` is rounded.",
    operators: ["off by one"],
    operations: ["retrieveOverview"],
    within: "top_growth",
    fields: ["value", "previous_value"],
  },
  {
    id: "end of the overview's window",
    reason:
      "The document does not say whether the end belongs to the window: the two readings are one second apart.",
    operators: ["off by one"],
    operations: ["retrieveOverview"],
    within: "period",
    fields: ["to"],
  },
  {
    id: "made-up value",
    reason: "The target generates the value after its prefix, and no operation accepts it as input.",
    operators: ["off by one", "recase"],
    fields: OWN_VALUES,
  },
  {
    id: "open success",
    reason: "The document shows no exact status for the success of this operation.",
    operators: ["wrong status"],
    when: ({ operation, status }) =>
      contractOperations.get(operation)?.answers.has(OTHER_STATUS[status] ?? 0) === true,
  },
];
