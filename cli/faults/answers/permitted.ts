import { contractOperations } from "../../../harness/contract.ts";
import type { Excuse } from "../fault.ts";
import { OTHER_STATUS, type SpoiledAnswer } from "./operators.ts";

/** A class of faults that conforming servers may have: the document permits the changed answer. */
interface AnswerExcuse extends Excuse {
  readonly covers: (fault: SpoiledAnswer) => boolean;
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

const last = ({ location }: SpoiledAnswer): string => location?.path.at(-1) ?? "";
const isRefusal = ({ status }: SpoiledAnswer): boolean => status >= 300;
const by = ({ operator }: SpoiledAnswer, ...names: readonly string[]): boolean =>
  names.includes(operator.name);
const isRetype = ({ operator }: SpoiledAnswer): boolean => operator.name.startsWith("retype");
/** A validation error has a list of errors (§7.1); the contract leaves it open, as business errors may share its status. */
const inErrors = ({ location }: SpoiledAnswer): boolean => location?.path[0] === "errors";

/** Every class, the most general first. A class that matches no fault in a full run is reported. */
export const answerExcuses: readonly AnswerExcuse[] = [
  {
    id: "undocumented field",
    reason: "The document does not name the field: it can be present or absent and have any value.",
    covers: (fault) =>
      fault.location !== null && fault.location.documented === null && !(isRefusal(fault) && inErrors(fault)),
  },
  {
    id: "optional field",
    reason: "The document does not require the field: it can be absent or have another name.",
    covers: (fault) => fault.location?.documented?.required === false && by(fault, "drop", "rename"),
  },
  {
    id: "nullable field",
    reason: "The document allows null for the field, and the request does not determine its value.",
    covers: (fault) => fault.location?.documented?.nullable === true && by(fault, "null"),
  },
  {
    id: "open type",
    reason: "The document names the field without showing the type of its value.",
    covers: (fault) =>
      fault.location?.documented?.typed === false && (isRetype(fault) || by(fault, "null", "recase")),
  },
  {
    id: "wording of a refusal",
    reason: "Messages are for people: the document gives examples, and no behaviour depends on them.",
    covers: (fault) =>
      isRefusal(fault) && ["message", "error"].includes(last(fault)) && !by(fault, "drop", "rename"),
  },
  {
    id: "names of validation rules",
    reason:
      "The document gives `required` as an example of a rule's name; the few names that it fixes are judged.",
    covers: (fault) =>
      isRefusal(fault) && inErrors(fault) && last(fault) === "rule" && by(fault, "recase", "swap"),
  },
  {
    id: "list of faults",
    reason:
      "The document does not say in which order a refusal lists its errors, nor that it lists each one once.",
    covers: (fault) => isRefusal(fault) && inErrors(fault) && by(fault, "duplicate", "reordered list"),
  },
  {
    id: "field at fault between two",
    reason: "When two parameters contradict each other, the document does not say which one is named.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" &&
      inErrors(fault) &&
      last(fault) === "field" &&
      by(fault, "recase", "swap"),
  },
  {
    id: "time chosen by the target",
    reason: "The exact second at which the target acts is its own choice.",
    covers: (fault) => OWN_TIMES.includes(last(fault)) && by(fault, "off by one"),
  },
  {
    id: "two times of the same kind",
    reason: "Both are times at which the target acted, and the document states no relation between them.",
    covers: (fault) =>
      OWN_TIMES.includes(last(fault)) &&
      OWN_TIMES.includes(fault.location?.sibling ?? "") &&
      by(fault, "swap"),
  },
  {
    id: "casing of a time",
    reason: "The document states no format for the field, and RFC 3339 permits `t` and `z`.",
    covers: (fault) =>
      [...OWN_TIMES, "available_at"].includes(last(fault)) &&
      fault.location?.documented?.constrained === false &&
      by(fault, "recase"),
  },
  {
    id: "order of a list",
    reason: "The document gives this list no order; entries of a series carry their dates.",
    covers: (fault) => UNORDERED.includes(last(fault)) && by(fault, "reordered list"),
  },
  {
    id: "events that an advance triggers",
    reason:
      "The document does not show which names the list contains, nor how often: webhooks report the outcomes.",
    covers: (fault) => last(fault) === "triggeredEvents" && by(fault, "duplicate"),
  },
  {
    id: "code of a payout's kind",
    reason: "`type` is a number that the target chooses: the document does not show its meaning.",
    covers: (fault) =>
      /Disbursement|Remittance/.test(fault.operation) && last(fault) === "type" && by(fault, "off by one"),
  },
  {
    id: "place of a field at fault",
    reason: "The document does not show how a refusal writes the path to a field of a list entry.",
    covers: (fault) =>
      fault.operation === "createSession" &&
      inErrors(fault) &&
      last(fault) === "field" &&
      by(fault, "off by one"),
  },
  {
    id: "figures of a transaction",
    reason:
      "The document names the fields of a transaction, but neither its kinds nor the meaning of its amounts.",
    covers: (fault) =>
      fault.operation === "listAccountTransactions" &&
      fault.location?.path[0] === "data" &&
      ["id", "object", "amount", "amount_fee", "available_at"].includes(last(fault)) &&
      by(fault, "recase", "off by one", "swap"),
  },
  {
    id: "casing of a currency",
    reason: "Where the document shows no casing for the answer, currencies are compared ignoring case.",
    covers: (fault) =>
      last(fault) === "currency" && fault.location?.documented?.constrained === false && by(fault, "recase"),
  },
  {
    id: "dates of a transaction as numbers",
    reason: "The document names the dates of a transaction without showing their type.",
    covers: (fault) =>
      fault.operation === "listAccountTransactions" &&
      ["available_at", "created_at", "matured_at"].includes(last(fault)) &&
      fault.operator.name === "retype to number",
  },
  {
    id: "date of a point",
    reason: "The document does not show the format of a point's date, nor which date of its step it is.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" && last(fault) === "date" && by(fault, "off by one"),
  },
  {
    id: "type of an attached entry",
    reason: "The document does not show the values of `type` in an attached entry.",
    covers: (fault) => fault.operation === "attachTestClock" && last(fault) === "type" && by(fault, "recase"),
  },
  {
    id: "body of a deletion",
    reason: "The document shows no body for the deletion of a test clock, so none is judged.",
    covers: (fault) =>
      fault.operation === "deleteTestClock" && !isRefusal(fault) && by(fault, "stale", "wrong content type"),
  },
  {
    id: "errors on a clock's route",
    reason:
      "Errors of test clocks have their own shape, `{error, code}`: a list of errors is not required of them.",
    covers: (fault) => /TestClock/.test(fault.operation) && isRefusal(fault) && inErrors(fault),
  },
  {
    id: "Connect refusal without errors",
    reason:
      "Where the document gives a Connect refusal neither a rule nor a field, it may have a code instead of a list of errors, or neither.",
    covers: (fault) =>
      ["createAllocation", "replacePayoutSchedule"].includes(fault.operation) &&
      isRefusal(fault) &&
      fault.location?.path.join("/") === "errors" &&
      by(fault, "drop", "rename"),
  },
  {
    id: "field at fault of a reversal",
    reason: "The document lists no refusal of a reversal that names a field.",
    covers: (fault) =>
      fault.operation === "createAllocationReversal" &&
      inErrors(fault) &&
      last(fault) === "field" &&
      by(fault, "recase", "swap", "off by one"),
  },
  {
    id: "name and country of a leader",
    reason: "The document does not say that the overview has the same values as the account.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" &&
      ["name", "country"].includes(last(fault)) &&
      by(fault, "recase", "off by one", "swap"),
  },
  {
    id: "measure of growth",
    reason:
      "The document does not say what the values of the leaders by growth measure, nor how `delta` is rounded.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" &&
      fault.location?.path[0] === "top_growth" &&
      ["value", "previous_value"].includes(last(fault)) &&
      by(fault, "off by one"),
  },
  {
    id: "end of the overview's window",
    reason:
      "The document does not say whether the end belongs to the window: the two readings are one second apart.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" &&
      fault.location?.path[0] === "period" &&
      last(fault) === "to" &&
      by(fault, "off by one"),
  },
  {
    id: "made-up value",
    reason: "The target generates the value after its prefix, and no operation accepts it as input.",
    covers: (fault) => OWN_VALUES.includes(last(fault)) && by(fault, "off by one", "recase"),
  },
  {
    id: "open success",
    reason: "The document shows no exact status for the success of this operation.",
    covers: (fault) =>
      by(fault, "wrong status") &&
      contractOperations.get(fault.operation)?.answers.has(OTHER_STATUS[fault.status] ?? 0) === true,
  },
];

export function excuseOf(fault: SpoiledAnswer): Excuse | null {
  return answerExcuses.find((excuse) => excuse.covers(fault)) ?? null;
}
