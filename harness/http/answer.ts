import { contractOperations } from "../contract.ts";
import { cut } from "../plain.ts";
import { Inconclusive } from "../verdicts.ts";
import { readBody, type ReadBody } from "../event.ts";
import type { Symptom } from "../results.ts";
import { textOf } from "../reported.ts";
import { headerValues, type WireAnswer, type WireRequest } from "./wire.ts";
import { openapi } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";

/** A request with its answer or its transport error. It is not redacted; reports get it through the transcript. */
export interface Exchange {
  readonly sequence: number;
  /** Operation of the contract, or null for anything else (control, ports, wrong routes). */
  readonly operation: string | null;
  readonly request: WireRequest;
  readonly answer: WireAnswer | null;
  readonly fault: string | null;
  /** Epoch ms of the call, and monotonic ms of call and return: histories of races consist of these. */
  readonly startedAt: number;
  readonly calledAt: number;
  readonly returnedAt: number;
}

type Answered = Exchange & { readonly answer: WireAnswer };

/** The answer to a request, as checks read it. */
export class Answer<Body = unknown> {
  readonly exchange: Answered;
  readonly status: number;
  readonly bytes: Uint8Array;
  #read: ReadBody | undefined;

  constructor(exchange: Answered) {
    this.exchange = exchange;
    this.status = exchange.answer.status;
    this.bytes = exchange.answer.body;
  }

  get read(): ReadBody {
    this.#read ??= readBody(this.bytes);
    return this.#read;
  }

  /** All values of a header, in order. */
  headers(name: string): readonly string[] {
    return headerValues(this.exchange.answer.headers, name);
  }

  /**
   * The body as a JSON object. It has the contract's type; the passive rules judge its content, so a check need not.
   * @throws Inconclusive when it is not a JSON object
   */
  get body(): Body {
    const read = this.read;
    if (read.kind === "json" && typeof read.value === "object" && read.value !== null)
      return read.value as Body;
    throw new Inconclusive(
      `the answer to ${this.what} carries no JSON object (${read.kind}), so the check cannot read a field of it`,
    );
  }

  /**
   * One field of the body. Objects and lists have the contract's shape; texts and numbers can have any value.
   * @throws Inconclusive when it is absent or null, or of another shape: both are for other rules
   */
  field<Name extends keyof Body & string>(name: Name): NonNullable<Body[Name]> {
    const value = (this.body as Partial<Body>)[name];
    if (value === undefined || value === null) {
      throw new Inconclusive(`the answer to ${this.what} carries no ${name}`, this.lacks(name));
    }
    const { operation } = this.exchange;
    const wrong = operation === null ? null : shapeFault({ operation, status: this.status }, name, value);
    if (wrong !== null)
      throw new Inconclusive(`the answer to ${this.what} does not have the documented shape: ${wrong}`);
    return value;
  }

  /**
   * A field as text, regardless of its type, which another rule judges.
   * @throws Inconclusive when it is absent, null or of another shape
   */
  text(name: keyof Body & string): string {
    return textOf(this.field(name));
  }

  /** The symptom of an answer with another status than `expected`: documented ones, or "success" or "refusal". */
  hasNot(expected: string): Symptom {
    return { kind: "status", where: [this.operation], expected, actual: this.status };
  }

  /** The symptom of an answer without a field. */
  lacks(field: string): Symptom {
    const { status, operation } = this;
    const fault = { fault: "absent", expected: "there", actual: "absent" } as const;
    return { kind: "field", where: [operation], field: `/${field}`, status, ...fault };
  }

  /** The method with the documented path, or with the actual path if the contract does not have it. */
  get operation(): string {
    const known = contractOperations.get(this.exchange.operation ?? "");
    return known === undefined ? this.what : `${known.method} ${known.path}`;
  }

  get what(): string {
    return `${this.exchange.request.method} ${this.exchange.request.url.pathname}`;
  }

  get succeeded(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** Status, the target of a redirect, and the beginning of the body, on one line. */
  get summary(): string {
    const read = this.read;
    const text =
      read.kind === "json"
        ? JSON.stringify(read.value)
        : read.kind === "not-json"
          ? read.text.trim().replace(/\s+/g, " ")
          : read.kind;
    const [location] = this.status >= 300 && this.status < 400 ? this.headers("location") : [];
    const to = location === undefined ? "" : `(Location: ${cut(location, 200)}) `;
    return `${this.status} ${to}${cut(text, 400)}`;
  }
}

type Dict = Readonly<Record<string, unknown>>;

/**
 * Where a field of an answer lacks the object or list of the contract: "data/3 is null". Null if it has the documented shape;
 * texts and numbers are not compared. @internal
 */
export function shapeFault(
  answer: { readonly operation: string; readonly status: number },
  name: string,
  value: unknown,
): string | null {
  const schema = contractOperations.get(answer.operation)?.answers.get(answer.status);
  const field = schema === null || schema === undefined ? undefined : fieldOf(schema as Dict, name);
  return field === undefined ? null : faultIn(field, value, [name]);
}

function fieldOf(given: Dict, name: string): Dict | undefined {
  const schema = resolve(openapi, given);
  const own = (schema["properties"] as Readonly<Record<string, Dict>> | undefined)?.[name];
  if (own !== undefined) return own;
  const parts = (schema["allOf"] ?? []) as readonly Dict[];
  return parts.map((part) => fieldOf(part, name)).find((field) => field !== undefined);
}

function faultIn(given: Dict, value: unknown, path: readonly (string | number)[]): string | null {
  const schema = resolve(openapi, given);
  const { type } = schema as { type?: string | readonly string[] };
  const types: readonly string[] = type === undefined ? [] : typeof type === "string" ? [type] : type;
  const is = kindOf(value);
  if (types.some((type) => type === "object" || type === "array") && !types.includes(is))
    return `${path.join("/")} is ${is === "undefined" ? "absent" : is}`;
  for (const part of (schema["allOf"] as readonly Dict[] | undefined) ?? []) {
    const fault = faultIn(part, value, path);
    if (fault !== null) return fault;
  }
  if (is === "array" && schema["items"] !== undefined)
    return firstFault(value as readonly unknown[], (entry, index) =>
      faultIn(schema["items"] as Dict, entry, [...path, index]),
    );
  if (is !== "object") return null;
  const required = (schema["required"] ?? []) as readonly string[];
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Dict>>);
  return firstFault(properties, ([name, inner]) => {
    const held = (value as Dict)[name];
    return held === undefined && !required.includes(name) ? null : faultIn(inner, held, [...path, name]);
  });
}

function firstFault<T>(all: readonly T[], find: (one: T, index: number) => string | null): string | null {
  for (const [index, one] of all.entries()) {
    const fault = find(one, index);
    if (fault !== null) return fault;
  }
  return null;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
