/** Refusals, and the judging of request bodies. */

/** What the server sends back; no `body` means an empty answer. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Thrown wherever a request cannot be granted; the router sends its reply. */
export class Refusal extends Error {
  readonly reply: Reply;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(`refused with ${status}`);
    this.reply = { status, body, headers };
  }
}

/** One entry of a validation answer (§7.1). */
export interface Fault {
  field: string;
  rule: string;
  message: string;
}

export type Body = Record<string, unknown>;

/** Judges one value: the name of the rule it breaks, or null. */
export type Test = (value: unknown) => string | null;

export interface FieldPlan {
  [dottedPath: string]: { test: Test; optional?: true };
}

/** A fault; a field inside another goes by the name of its last member. */
export function fault(path: string, rule: string): Fault {
  const field = path.split(".").at(-1) ?? path;
  return { field, rule, message: `${field}: the "${rule}" constraint is not met` };
}

/** The value at a dotted path; undefined where the way there is not an object. */
export function at(body: unknown, path: string): unknown {
  let here = body;
  for (const step of path.split(".")) {
    if (typeof here !== "object" || here === null || Array.isArray(here)) return undefined;
    here = Object.hasOwn(here, step) ? (here as Body)[step] : undefined;
  }
  return here;
}

/** The text at a dotted path; empty where there is none. */
export function textAt(body: unknown, path: string): string {
  const value = at(body, path);
  return typeof value === "string" ? value : "";
}

/** The faults of a body against a plan, in the order of the plan. */
function faultsOf(body: unknown, plan: FieldPlan): Fault[] {
  const faults: Fault[] = [];
  for (const [path, { test, optional }] of Object.entries(plan)) {
    const value = at(body, path);
    if (value === undefined || value === null) {
      if (optional !== true) faults.push(fault(path, "required"));
      continue;
    }
    const rule = test(value);
    if (rule !== null) faults.push(fault(path, rule));
  }
  return faults;
}

/** Throws the validation answer with the given status if the body breaks the plan. */
export function demand(status: number, body: unknown, plan: FieldPlan): void {
  refuseFaults(status, faultsOf(body, plan));
}

/** Throws the validation answer if there is a fault. It lists only the first one. */
export function refuseFaults(status: number, faults: Fault[]): void {
  const [first] = faults;
  if (first !== undefined) throw new Refusal(status, { errors: [first], more: faults.length - 1 });
}

export const isText: Test = (value) =>
  typeof value !== "string" ? "string" : value.trim() === "" ? "required" : null;

/** An address whose part before the @ has 64 characters at most (RFC 5321). */
export const isEmail: Test = (value) =>
  typeof value === "string" && /^[^@\s]{1,64}@[^@\s]+$/.test(value) ? null : "email";

export const isObject: Test = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? null : "object";

export const isBoolean: Test = (value) => (typeof value === "boolean" ? null : "boolean");

/** A whole, strictly positive number of francs. */
export const isFrancs: Test = (value) =>
  typeof value !== "number" ? "number" : Number.isSafeInteger(value) && value > 0 ? null : "positive";

/** Francs as a number or as a numeral. */
export const isFrancsOrNumeral: Test = (value) =>
  typeof value === "string" && /^\d{1,15}$/.test(value) ? isFrancs(Number(value)) : isFrancs(value);

/** Francs as a numeral in a string. */
export const isNumeral: Test = (value) =>
  typeof value !== "string" ? "string" : /^\d{1,15}$/.test(value) && Number(value) > 0 ? null : "numeric";

export const isCurrency: Test = (value) =>
  typeof value !== "string" ? "string" : value.toLowerCase() === "xaf" ? null : "enum";

export const isUrl: Test = (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value) ? null : "url";

export function oneOf(choices: readonly string[], fold = true): Test {
  return (value) =>
    typeof value === "string" && choices.includes(fold ? value.toLowerCase() : value) ? null : "enum";
}
