import { kindOf as kindOfValue } from "../answers/locations.ts";
import { parseReply, rewriteReply } from "../messages.ts";
import { at } from "./behaviour.ts";
import { carriedAt, withCarried } from "./carried.ts";
import type { RequestOperator } from "./operator.ts";
import { type Parameter, parametersOf } from "./parameters.ts";

const LOCATION_NAMES: Readonly<Record<Parameter["where"], string>> = {
  body: "body field",
  query: "query parameter",
  header: "header",
};

/** The target ignores a parameter. */
export const ignore: RequestOperator = {
  name: "ignore",
  faults: (operation) =>
    parametersOf(operation).map((parameter) => ({
      operation,
      parameter,
      group: `${parameter.required ? "compulsory" : "optional"} ${LOCATION_NAMES[parameter.where]}`,
      behave: at(operation, ({ parsed, forward }) => {
        const carried = carriedAt(parsed, parameter);
        // Invalid values are refused before they are used.
        const valid = carried.length > 0 && carried.every((value) => isValid(value, parameter));
        return valid ? forward(withCarried(parsed, parameter, () => undefined)) : forward();
      }),
    })),
};

/** The target uses another value than the one sent, and returns the one sent. */
export const misapply: RequestOperator = {
  name: "misapply",
  faults: (operation) =>
    parametersOf(operation).flatMap((parameter) => {
      const group = parameter.where === "header" ? null : kindOf(parameter);
      if (group === null) return [];
      const behave = at(operation, async ({ parsed, forward }) => {
        const [sent] = carriedAt(parsed, parameter);
        const acted = isValid(sent, parameter) ? otherThan(sent, parameter) : undefined;
        if (acted === undefined || acted === sent) return forward();
        const answer = await forward(withCarried(parsed, parameter, () => acted));
        const reply = answer.ok ? await parseReply(answer) : null;
        if (reply === null) return answer;
        const body = replaced(reply.body, parameter.path.at(-1) ?? "", acted, sent);
        return rewriteReply(answer, reply, { ...reply, body });
      });
      return [{ operation, parameter, group, behave }];
    }),
};

function kindOf(parameter: Parameter): string | null {
  if (parameter.isDate) return "date";
  if (parameter.type === "number" || parameter.type === "integer") return "number";
  if (parameter.values.some(({ kind }) => kind === "listed")) return "listed value";
  return parameter.type === "string" && parameter.values.length > 0 ? "text" : null;
}

/** Checks type and length; texts outside the body can represent any type. */
function isValid(value: unknown, { where, type, maxLength }: Parameter): boolean {
  if (value === undefined) return false;
  if (typeof value === "string" && maxLength !== null && [...value].length > maxLength) return false;
  if (where !== "body" || type === null) return true;
  return kindOfValue(value) === (type === "integer" ? "number" : type);
}

/** Another valid value of a parameter; undefined if none is known. */
function otherThan(value: unknown, parameter: Parameter): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return undefined;
  if (parameter.isDate) {
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : new Date(date + 60_000).toISOString();
  }
  const documented = parameter.values.filter(({ kind }) => kind === "listed" || kind === "example");
  const at = documented.findIndex(({ is }) => is(value));
  const others = [...documented.slice(at + 1), ...documented.slice(0, Math.max(at, 0))].map(
    ({ name }) => name,
  );
  const other = others.find((name) => name.toLowerCase() !== value.toLowerCase());
  if (parameter.values.some(({ kind }) => kind === "listed")) return at < 0 ? undefined : other;
  if (/^[A-Za-z]{3}$/.test(value)) return other ?? "xof";
  if (/^\d+$/.test(value)) return value.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
  return at < 0 ? (other ?? `${value}x`) : other;
}

const normalized = (name: string): string => name.replace(/_/g, "").toLowerCase();

/** The body with a value replaced in every field of this name, ignoring case and underscores. */
function replaced(body: unknown, name: string, from: unknown, to: unknown): unknown {
  if (Array.isArray(body)) return body.map((entry) => replaced(entry, name, from, to));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      normalized(key) === normalized(name) && isSame(value, from)
        ? inFormOf(value, to)
        : replaced(value, name, from, to),
    ]),
  );
}

/** Whether two values are equal. An answer may format a date or a number differently from the request. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b || String(a).toLowerCase() === String(b).toLowerCase()) return true;
  return typeof a === "string" && typeof b === "string" && /T/.test(a) && Date.parse(a) === Date.parse(b);
}

/** A value in the type and casing of the value in the answer. */
function inFormOf(answered: unknown, value: unknown): unknown {
  if (typeof answered === "number" && typeof value === "string") return Number(value);
  const isCode = typeof answered === "string" && typeof value === "string" && /^[A-Za-z]{2,3}$/.test(value);
  return isCode && answered === answered.toLowerCase() ? value.toLowerCase() : value;
}
