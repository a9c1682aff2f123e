import type { Dict } from "./schemas.ts";
import type { ErrorWords, Words } from "./words.ts";

/** Statuses with which a validation error is possible in addition to the codes. */
const WITH_VALIDATION = new Set([400, 422]);

/** Statuses whose codes may occur on any Connect route, because the document does not say which route returns which code. */
const ON_ANY_ROUTE = new Set([503]);

const CHOICES = "replacePayoutSchedule 422";
const TIMES = new Set([
  "advanceTestClock 400",
  "simulateTestClock 400",
  "createTestClock 400",
  "attachTestClock 400",
]);

const ref = (name: string): Dict => ({ $ref: `#/components/schemas/${name}` });

/** Schemas of refusals: one for each code, and those without a code. */
export function refusalSchemas({ errors, fields, schemas }: Words): Dict {
  const text = (name: string, schema = ""): Dict => ({
    type: "string",
    description: fields[`${schema}.${name}`] ?? fields[name],
  });
  const codes = errors.map((error) => [schemaNameOf(error.code), codeSchema(error, fields)] as const);
  const entry = {
    type: "object",
    required: ["rule", "field", "message"],
    properties: {
      rule: text("rule"),
      field: text("field"),
      message: text("errors.message", "ValidationFailure"),
    },
  };
  const errorsList = { type: "array", description: fields["errors"], items: entry };
  const choices = {
    type: "object",
    description: fields["ChoicesRefusal.meta"],
    required: ["choices"],
    properties: { choices: { description: fields["choices"] } },
  };
  const errorsWithChoices = {
    type: "array",
    description: fields["errors"],
    minItems: 1,
    items: { type: "object", required: ["meta"], properties: { meta: choices } },
  };
  const all: readonly (readonly [string, Dict])[] = [
    ...codes,
    [
      "ValidationFailure",
      {
        title: "Invalid parameters",
        description: schemas["ValidationFailure"],
        type: "object",
        required: ["errors"],
        properties: { errors: errorsList },
      },
    ],
    [
      "Unauthorized",
      {
        description: schemas["UnauthorizedMessage"],
        type: "object",
        anyOf: [{ required: ["message"] }, { required: ["error"] }, { required: ["code"] }],
        properties: {
          message: text("message", "UnauthorizedMessage"),
          error: { ...text("error"), examples: ["Unauthorized"] },
          code: { ...text("code"), examples: ["E_UNAUTHORIZED"] },
        },
      },
    ],
    [
      "Forbidden",
      {
        description: schemas["Forbidden"],
        type: "object",
        properties: { message: text("message", "Forbidden") },
      },
    ],
    [
      "HeaderRefusal",
      {
        title: "No code",
        description: schemas["HeaderRefusal"],
        type: "object",
        anyOf: [{ required: ["message"] }, { required: ["error"] }, { required: ["errors"] }],
        properties: {
          message: text("message", "HeaderRefusal"),
          error: { description: fields["error"], examples: ["Service-Account is not supported here"] },
          errors: { type: "array", description: fields["errors"], items: { type: "object" } },
        },
      },
    ],
    [
      "ChoicesRefusal",
      {
        title: "Outside the enumeration",
        description: schemas["ChoicesRefusal"],
        anyOf: [
          { type: "object", required: ["meta"], properties: { meta: choices } },
          { type: "object", required: ["errors"], properties: { errors: errorsWithChoices } },
        ],
      },
    ],
    [
      "TimeRefusal",
      {
        title: "Not later",
        description: schemas["TimeRefusal"],
        type: "object",
        required: ["error"],
        properties: { error: text("error", "TimeRefusal") },
      },
    ],
  ];
  return Object.fromEntries(all);
}

function codeSchema({ code, means, action, members }: ErrorWords, fields: Words["fields"]): Dict {
  const isOfClock = !code.startsWith("connect.") && !code.startsWith("E_");
  const shown = isOfClock ? ["error", "code"] : ["code", ...members];
  const member = (name: string): Dict => {
    if (name === "code") return { description: fields["code"], type: "string", const: code };
    if (name === "error") return { description: fields["TestClockNotFound.error"] };
    if (name === "currency")
      return { description: fields["InsufficientFundsForReversal.currency"], type: "string" };
    return { description: fields[name], type: "integer" };
  };
  return {
    title: code,
    description: `${means} ${action}`,
    type: "object",
    required: shown,
    properties: Object.fromEntries(shown.map((name) => [name, member(name)])),
  };
}

/** `connect.reversal_exceeds_remaining` as `ReversalExceedsRemaining`. */
function schemaNameOf(code: string): string {
  const words = code.replace(/^(connect\.|E_CONNECT_|E_)/, "").split(/[._]/);
  const name = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1).toLowerCase()}`).join("");
  return name === "Unauthorized" ? "SingletonUnauthorized" : name;
}

/** The codes that an operation returns with a status. */
export function codesOf(operation: string, status: number, { errors }: Words): readonly ErrorWords[] {
  return errors.filter(
    (error) => error.status === status && error.about === undefined && error.operations.includes(operation),
  );
}

/** The schema of a refusal; undefined if the judge's schema is sufficient. */
export function refusalSchema(operation: string, status: number, words: Words): Dict | undefined {
  const own = codesOf(operation, status, words);
  const possible = ON_ANY_ROUTE.has(status) ? words.errors.filter((error) => error.status === status) : own;
  const options = possible.map(({ code }) => ref(schemaNameOf(code)));
  const place = `${operation} ${status}`;
  if (place === CHOICES) options.push(ref("ChoicesRefusal"));
  if (TIMES.has(place)) options.push(ref("TimeRefusal"));
  if (WITH_VALIDATION.has(status)) options.push(ref("ValidationFailure"));
  return options.length < 2 ? options[0] : { anyOf: options };
}

/** A list of what the codes of a response mean. In a table, narrow pages would break the codes. */
export function codesList(codes: readonly ErrorWords[]): string {
  if (codes.length === 0) return "";
  return ["", "", ...codes.map(({ code, means, action }) => `- \`${code}\`: ${means} ${action}`)].join("\n");
}
