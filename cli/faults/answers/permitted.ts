import { contractOperations } from "../../../harness/contract.ts";
import type { Excuse } from "../fault.ts";
import { OTHER_STATUS, type SpoiledAnswer } from "./operators.ts";

/** A class of spoiled answers that conforming servers may give: the document permits what the fault makes of an answer. */
interface AnswerExcuse extends Excuse {
  readonly covers: (fault: SpoiledAnswer) => boolean;
}

/** Fields by which a target says when it did something itself. */
const OWN_TIMES = ["createdAt", "updatedAt", "created_at", "matured_at", "expiresAt", "shouldExecutedAt"];
/** Values that a target makes up, and by which nothing can be asked for. */
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
const inErrors = ({ location }: SpoiledAnswer): boolean => location?.path[0] === "errors";

/** Every class, the most general first. A class that excuses nothing in a whole run is reported. */
export const answerExcuses: readonly AnswerExcuse[] = [
  {
    id: "undocumented field",
    reason: "The document does not name the field: it may be there or not, and hold anything.",
    covers: ({ location }) => location !== null && location.documented === null,
  },
  {
    id: "optional field",
    reason:
      "The document does not promise that the field comes: without it, or under another name, nothing is wrong.",
    covers: (fault) => fault.location?.documented?.required === false && by(fault, "drop", "rename"),
  },
  {
    id: "nullable field",
    reason: "The document allows null for the field, and nothing that was asked for fixes its value.",
    covers: (fault) => fault.location?.documented?.nullable === true && by(fault, "null"),
  },
  {
    id: "open type",
    reason: "The document names the field without showing what kind of value it holds.",
    covers: (fault) =>
      fault.location?.documented?.typed === false && (isRetype(fault) || by(fault, "null", "recase")),
  },
  {
    id: "wording of a refusal",
    reason: "Messages are for people: the document gives examples of them, and branches on none.",
    covers: (fault) =>
      isRefusal(fault) && ["message", "error"].includes(last(fault)) && !by(fault, "drop", "rename"),
  },
  {
    id: "names of validation rules",
    reason: "The document gives `required` as an example of a rule's name; the few that it fixes are judged.",
    covers: (fault) =>
      isRefusal(fault) && inErrors(fault) && last(fault) === "rule" && by(fault, "recase", "swap"),
  },
  {
    id: "list of faults",
    reason:
      "The document does not say in which order a refusal lists its faults, nor that it names each once.",
    covers: (fault) => isRefusal(fault) && inErrors(fault) && by(fault, "duplicate", "reordered list"),
  },
  {
    id: "field at fault between two",
    reason: "Where two parameters do not go together, the document does not say which of them is named.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" &&
      inErrors(fault) &&
      last(fault) === "field" &&
      by(fault, "recase", "swap"),
  },
  {
    id: "time chosen by the target",
    reason: "Only the target knows to the second when it did something.",
    covers: (fault) => OWN_TIMES.includes(last(fault)) && by(fault, "off by one"),
  },
  {
    id: "two times of the same kind",
    reason: "Both are times at which the target acted, and the document does not relate them.",
    covers: (fault) =>
      OWN_TIMES.includes(last(fault)) &&
      OWN_TIMES.includes(fault.location?.sibling ?? "") &&
      by(fault, "swap"),
  },
  {
    id: "casing of a time",
    reason: "No format is promised for the field, and RFC 3339 admits `t` and `z`.",
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
    reason: "Which names stand in the list, and how often, is not shown: outcomes are read on webhooks.",
    covers: (fault) => last(fault) === "triggeredEvents" && by(fault, "duplicate"),
  },
  {
    id: "code of a payout's kind",
    reason: "`type` is a number that the target chooses: what it says is not shown.",
    covers: (fault) =>
      /Disbursement|Remittance/.test(fault.operation) && last(fault) === "type" && by(fault, "off by one"),
  },
  {
    id: "place of a field at fault",
    reason: "How a refusal writes the path to a field of one entry of a list is not shown.",
    covers: (fault) =>
      fault.operation === "createSession" &&
      inErrors(fault) &&
      last(fault) === "field" &&
      by(fault, "off by one"),
  },
  {
    id: "figures of a transaction",
    reason:
      "The document names the fields of a transaction, but neither its kinds nor what any entry counts.",
    covers: (fault) =>
      fault.operation === "listAccountTransactions" &&
      fault.location?.path[0] === "data" &&
      ["id", "object", "amount", "amount_fee", "available_at"].includes(last(fault)) &&
      by(fault, "recase", "off by one", "swap"),
  },
  {
    id: "casing of a currency",
    reason: "Currencies are compared without regard to casing where the document shows none for the answer.",
    covers: (fault) =>
      last(fault) === "currency" && fault.location?.documented?.constrained === false && by(fault, "recase"),
  },
  {
    id: "date of a point",
    reason: "Where in its step the date of a point is, and in which form, is not shown.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" && last(fault) === "date" && by(fault, "off by one"),
  },
  {
    id: "words for what was attached",
    reason: "Which word stands in `type` of an attached entry is not shown.",
    covers: (fault) => fault.operation === "attachTestClock" && last(fault) === "type" && by(fault, "recase"),
  },
  {
    id: "body of a deletion",
    reason: "The document shows no body for the deletion of a test clock: none is judged.",
    covers: (fault) =>
      fault.operation === "deleteTestClock" && !isRefusal(fault) && by(fault, "stale", "wrong content type"),
  },
  {
    id: "field at fault on a clock's route",
    reason:
      "The errors of test clocks have a shape of their own; how a validation refusal names its field there is not shown.",
    covers: (fault) =>
      /TestClock/.test(fault.operation) &&
      inErrors(fault) &&
      last(fault) === "field" &&
      by(fault, "recase", "swap", "off by one"),
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
    reason: "The document does not say that the overview writes them as the account does.",
    covers: (fault) =>
      fault.operation === "retrieveOverview" &&
      ["name", "country"].includes(last(fault)) &&
      by(fault, "recase", "off by one", "swap"),
  },
  {
    id: "made-up value",
    reason: "The target makes the value up behind its prefix, and no operation takes it back.",
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
