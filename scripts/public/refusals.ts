import { type Dict, mapValues } from "./schemas.ts";
import type { ErrorWords, RefusalBody, Words } from "./words.ts";

/** Statuses with which a validation error is possible in addition to the codes. */
const WITH_VALIDATION = new Set([400, 422]);

/** Statuses whose codes may occur on any Connect route, because the document does not say which route returns which code. */
const ON_ANY_ROUTE = new Set([503]);

const reference = (name: string): Dict => ({ $ref: `#/components/schemas/${name}` });

/** Schemas of refusals, to be made public: one for each code, and those without a code. */
export function refusalSchemas({ errors, refusals }: Words): Dict {
  return {
    ...Object.fromEntries(errors.map((error) => [schemaNameOf(error.code), codeSchema(error)])),
    ...mapValues(refusals, (body) => (body as RefusalBody).schema),
  };
}

function codeSchema({ code, means, action, members }: ErrorWords): Dict {
  const isOfClock = !code.startsWith("connect.") && !code.startsWith("E_");
  const shown = isOfClock ? ["error", "code"] : ["code", ...members];
  const member = (name: string): Dict => {
    if (name === "code") return { type: "string", const: code };
    if (name === "error") return {};
    return { type: name === "currency" ? "string" : "integer" };
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

/** The schema of a refusal, given the judge's: what its codes and its place say, or else what replaces the judge's. */
export function refusalSchema(judged: Dict, operation: string, status: number, words: Words): Dict {
  const name = (judged["$ref"] as string | undefined)?.split("/").at(-1) ?? "";
  const bodies = Object.entries(words.refusals);
  const isHeader = status === 400 && name === "Refusal";
  const own = codesOf(operation, status, words);
  const possible = ON_ANY_ROUTE.has(status) ? words.errors.filter((error) => error.status === status) : own;
  const options = isHeader
    ? []
    : [
        ...possible.map(({ code }) => schemaNameOf(code)),
        ...bodies.filter(([, { at }]) => at?.includes(`${operation} ${status}`)).map(([body]) => body),
        ...(WITH_VALIDATION.has(status) ? ["ValidationFailure"] : []),
      ].map(reference);
  const replacing = bodies.find(([, { insteadOf }]) => insteadOf?.includes(name))?.[0];
  const [first = replacing === undefined ? judged : reference(replacing)] = options;
  return options.length < 2 ? first : { anyOf: options };
}

/** A list of what the codes of a response mean. In a table, narrow pages would break the codes. */
export function codesList(codes: readonly ErrorWords[]): string {
  if (codes.length === 0) return "";
  return ["", "", ...codes.map(({ code, means, action }) => `- \`${code}\`: ${means} ${action}`)].join("\n");
}
