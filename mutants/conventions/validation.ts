import type { RuleId } from "../../spec/index.ts";
import { byId, family, named, perEmulator, type Replace } from "../mutant.ts";
import {
  type Body,
  changingObjects,
  changingSuccess,
  finishing,
  isObject,
  type AnswerSelector,
} from "../shared/answers.ts";
import { asNumber, nothing } from "../faults/values.ts";
import { answerFaults } from "../faults/answers.ts";

const refusedIntents: AnswerSelector = { operations: ["createPaymentIntent"], status: 422 };

const refusedPayouts: AnswerSelector = {
  operations: ["createDisbursement", "createRemittance"],
  status: 400,
};

const errorsOf = (body: Body): readonly Body[] => {
  const { errors } = body;
  return Array.isArray(errors) ? errors.filter(isObject) : [];
};

const entries = answerFaults(
  "fault of a refused intent",
  { ...refusedIntents, objects: errorsOf },
  "conventions/validation-errors-",
);

const payoutEntries = answerFaults(
  "fault of a refused payout",
  { ...refusedPayouts, objects: errorsOf },
  "conventions/validation-errors-",
);

const vendorEntries = answerFaults(
  "fault of a refused vendor creation",
  {
    operations: ["createAccount"],
    status: 422,
    objects: errorsOf,
  },
  "conventions/validation-errors-",
);

const overviewEntries = answerFaults(
  "fault of a refused overview",
  {
    operations: ["retrieveOverview"],
    status: 422,
    objects: errorsOf,
  },
  "conventions/validation-errors-",
);

const notRequired = { only: "unless one is missing", when: (entry: Body) => entry["rule"] !== "required" };

/** One of several accepted requests is refused for a fault that it does not have. */
const refusingOneOf = (
  count: number,
  operation: string,
  error: { readonly rule: string; readonly field: string },
): Replace =>
  perEmulator(() => {
    let accepted = 0;
    return finishing(operation, (answer) => {
      if (answer.status >= 300 || (accepted += 1) % count !== 0) return answer;
      return { ...answer, status: 422, body: { errors: [{ ...error, message: "validation failed" }] } };
    });
  });

export const mutants = named({
  ...family(
    {
      "intent-refused-for-an-amount-that-it-has": ["createPaymentIntent", "required", "amount"],
      "vendor-refused-for-a-key-that-it-has": ["createAccount", "required", "Idempotency-Key"],
      "overview-refused-in-its-turn": ["retrieveOverview", "limit", "range", "conventions/accepted-again"],
      "clocks-refused-in-their-turn": ["listTestClocks", "limit", "page", "conventions/accepted-again"],
      "schedule-refused-in-its-turn": [
        "replacePayoutSchedule",
        "enum",
        "cadence",
        "conventions/accepted-again",
      ],
      "withdrawal-refused-for-an-amount-that-it-lacks": ["createWithdrawal", "unsupported", "amount"],
    } as const,
    ([operation, rule, field, violated = "conventions/refused-for-the-field-named"]) => ({
      violates: [violated as RuleId],
      summary: `Of four accepted requests to ${operation}, one is refused as ${rule} in ${field}.`,
      replace: refusingOneOf(4, operation, { rule, field }),
    }),
  ),
  "intent-updated-before-it-was-created": {
    violates: ["conventions/times-of-one-object-agree"],
    summary: "A new intent was updated a day before it was created.",
    replace: changingSuccess("createPaymentIntent", (body) => {
      body["updatedAt"] = new Date(Date.parse(String(body["createdAt"])) - 86_400_000).toISOString();
    }),
  },
  "refused-payout-faults-by-field": {
    violates: ["conventions/validation-errors-list"],
    summary: "The errors of a refused payout are an object with a member for each field.",
    replace: changingObjects(refusedPayouts, (body) => {
      body["errors"] = Object.fromEntries(
        errorsOf(body).map((entry) => [String(entry["field"]), entry["message"]]),
      );
    }),
  },
  "refused-intent-faults-in-a-text": {
    violates: ["conventions/validation-errors-list"],
    summary: "The errors of a refused intent are one string.",
    replace: changingObjects(refusedIntents, (body) => {
      body["errors"] = errorsOf(body)
        .map((entry) => entry["message"])
        .join(", ");
    }),
  },
  "refused-intent-faults-are-words": {
    violates: ["conventions/validation-errors-entry"],
    summary: "Each error of a refused intent is a string.",
    replace: changingObjects(refusedIntents, (body) => {
      body["errors"] = errorsOf(body).map((entry) => entry["message"]);
    }),
  },
  ...byId([
    entries.drops("rule", "rule"),
    payoutEntries.gives("rule", "rule", nothing, notRequired),
    entries.drops("field", "field"),
    overviewEntries.drops("field", "field"),
    {
      id: "field-of-later-faults-of-a-refused-intent-absent",
      violates: ["conventions/validation-errors-field"],
      summary: "Only the first of several faults of a refused intent has a field.",
      replace: changingObjects(refusedIntents, (body) => {
        for (const entry of errorsOf(body).slice(1)) delete entry["field"];
      }),
    },
    payoutEntries.gives("field", "field", {
      as: "a list of steps",
      value: (field) => String(field).split("."),
    }),
    entries.drops("message", "message"),
    vendorEntries.drops("message", "message"),
    payoutEntries.gives("message", "message", asNumber, notRequired),
  ]),
});
