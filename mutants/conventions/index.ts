import type { Parts } from "../../emulator/index.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { answers, type Body, changes, isObject, type Place } from "../shared/answers.ts";
import { asNumber, constantly, fieldMutants, nothing, wrapped } from "../shared/fields.ts";

const refusedIntents: Place = { operations: ["createPaymentIntent"], status: 422 };
const refusedPayouts: Place = { operations: ["createDisbursement", "createRemittance"], status: 400 };
const errorsOf = (body: Body): readonly Body[] => {
  const { errors } = body;
  return Array.isArray(errors) ? errors.filter(isObject) : [];
};
const entries = fieldMutants("fault of a refused intent", { ...refusedIntents, objects: errorsOf });
const payoutEntries = fieldMutants("fault of a refused payout", { ...refusedPayouts, objects: errorsOf });
const unknownIntent = fieldMutants("404 of an intent", {
  operations: ["retrievePaymentIntent"],
  status: 404,
});
const unknownPayouts: Place = { operations: ["retrieveDisbursement", "retrieveRemittance"], status: 404 };
const unknownPayout = fieldMutants("404 of a payout", unknownPayouts);

const notRequired = { only: "unless one is missing", when: (entry: Body) => entry["rule"] !== "required" };

/** Refusals in other shapes than the common ones (§7.1), and live keys that find other routes (§9). */
export const conventionMutants: readonly Mutant[] = [
  unknownIntent.drops("message", "conventions/not-found-message"),
  unknownPayout.gives("message", "conventions/not-found-message", wrapped),
  unknownIntent.gives("message", "conventions/not-found-message-words", constantly("No such intent")),
  unknownPayout.gives("message", "conventions/not-found-message-words", constantly("not_found")),
  answers(
    {
      id: "unknown-payout-in-a-list",
      violates: "conventions/not-found-body",
      summary: "The 404 of a payout is a list.",
    },
    unknownPayouts,
    (answer) => ({ ...answer, body: [answer.body] }),
  ),
  answers(
    {
      id: "unknown-intent-in-a-word",
      violates: "conventions/not-found-body",
      summary: "The 404 of an intent is a word.",
    },
    { operations: ["retrievePaymentIntent"], status: 404 },
    (answer) => ({ ...answer, body: "Payment intent not found" }),
  ),
  answers(
    {
      id: "refused-intent-in-a-list",
      violates: "conventions/refusal-body",
      summary: "A refused intent is answered with its faults alone.",
    },
    refusedIntents,
    (answer) => ({ ...answer, body: isObject(answer.body) ? answer.body["errors"] : [] }),
  ),
  answers(
    {
      id: "refused-session-in-a-word",
      violates: "conventions/refusal-body",
      summary: "A refused session is answered with a sentence.",
    },
    { operations: ["createSession"], status: 400 },
    (answer) => ({ ...answer, body: "The request is not valid" }),
  ),
  changes(
    {
      id: "refused-payout-faults-by-field",
      violates: "conventions/validation-errors-list",
      summary: "The faults of a refused payout are an object by field.",
    },
    refusedPayouts,
    (body) => {
      body["errors"] = Object.fromEntries(
        errorsOf(body).map((entry) => [String(entry["field"]), entry["message"]]),
      );
    },
  ),
  changes(
    {
      id: "refused-intent-faults-in-a-text",
      violates: "conventions/validation-errors-list",
      summary: "The faults of a refused intent are one text.",
    },
    refusedIntents,
    (body) => {
      body["errors"] = errorsOf(body)
        .map((entry) => entry["message"])
        .join(", ");
    },
  ),
  changes(
    {
      id: "refused-intent-faults-are-words",
      violates: "conventions/validation-errors-entry",
      summary: "Each fault of a refused intent is a sentence.",
    },
    refusedIntents,
    (body) => {
      body["errors"] = errorsOf(body).map((entry) => entry["message"]);
    },
  ),
  entries.drops("rule", "conventions/validation-errors-rule"),
  payoutEntries.gives("rule", "conventions/validation-errors-rule", nothing, notRequired),
  entries.drops("field", "conventions/validation-errors-field"),
  payoutEntries.gives("field", "conventions/validation-errors-field", {
    as: "a list of steps",
    value: (field) => String(field).split("."),
  }),
  entries.drops("message", "conventions/validation-errors-message"),
  payoutEntries.gives("message", "conventions/validation-errors-message", asNumber, notRequired),
  mutant(
    {
      id: "live-key-finds-no-sessions",
      violates: "conventions/live-key-finds-the-same-routes",
      summary: "A live key cannot create a session.",
    },
    (parts) => forLive(parts, "createSession"),
  ),
  mutant(
    {
      id: "live-key-finds-no-retrieval",
      violates: "conventions/live-key-finds-the-same-routes",
      summary: "A live key finds no intent, not even its own.",
      subtle: true,
    },
    (parts) => forLive(parts, "retrievePaymentIntent"),
  ),
];

/** Answers live keys as if the route were not there. */
function forLive(parts: Parts, operation: string): Parts {
  const usual = parts.answers[operation];
  return {
    ...parts,
    answers: {
      ...parts.answers,
      [operation]: async (answer, context) =>
        context.caller?.mode === "live"
          ? { status: 404, body: { message: "Route not found" } }
          : ((await usual?.(answer, context)) ?? answer),
    },
  };
}
