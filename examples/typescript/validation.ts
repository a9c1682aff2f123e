import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

/** Returns the name of the rule that a value breaks, or null. */
type Rule = (value: unknown) => string | null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const required =
  (name: string, accepts: (value: unknown) => boolean): Rule =>
  (value) =>
    isAbsent(value) ? "required" : accepts(value) ? null : name;

export const optional =
  (rule: Rule): Rule =>
  (value) =>
    isAbsent(value) ? null : rule(value);

/** Whole francs. The maximum keeps sums exact. */
const isAmount = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= 1_000_000_000;

export const text = required("string", (value) => typeof value === "string" && value !== "");
export const object = required("object", isObject);
export const amount = required("amount", (value) => typeof value === "number" && isAmount(value));
export const amountText = required(
  "amount",
  (value) => typeof value === "string" && /^\d+$/.test(value) && isAmount(Number(value)),
);
export const currency = required(
  "currency",
  (value) => typeof value === "string" && value.toLowerCase() === "xaf",
);
export const msisdn = required("msisdn", (value) => typeof value === "string" && /^\d{8,15}$/.test(value));
export const oneOf = (...words: string[]): Rule =>
  required("enum", (value) => typeof value === "string" && words.includes(value));

/** The value at a dotted path. */
const valueAt = (body: unknown, path: string): unknown =>
  path.split(".").reduce((value, name) => (isObject(value) ? value[name] : undefined), body);

/** Parses the body, or refuses the request with 400. */
export const jsonBody = (c: Context): Promise<unknown> =>
  c.req.json().catch(() => {
    throw new HTTPException(400, { res: c.json({ message: "the body is not JSON" }, 400) });
  });

/** Returns the body if it follows every rule, and refuses the request with `status` and all errors otherwise (§7.1). */
export async function validated<T>(
  c: Context,
  status: 400 | 422,
  rules: Readonly<Record<string, Rule>>,
): Promise<T> {
  const body = await jsonBody(c);
  const errors = Object.entries(rules).flatMap(([field, rule]) => {
    const broken = rule(valueAt(body, field));
    return broken === null ? [] : { rule: broken, field, message: `${broken} validation failed` };
  });
  if (errors.length > 0) throw new HTTPException(status, { res: c.json({ errors }, status) });
  return body as T;
}
