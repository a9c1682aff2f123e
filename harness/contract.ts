import { openapi } from "../spec/index.ts";
import { documentedOperations, resolve } from "../spec/json.ts";

/** An operation of the contract. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Path template with `{parameters}`. */
  readonly path: string;
  readonly host: "payment" | "checkout" | "control";
  readonly statusRule: string | null;
  readonly contentTypeRule: string | null;
  /** Null in the control protocol. */
  readonly servedRule: string | null;
  /** The schema of request bodies; null if there is none. */
  readonly request: object | null;
  /** The schemas of answers by documented status; null if the body is open. */
  readonly answers: ReadonlyMap<number, object | null>;
  /** The statuses that are documented only for live keys (`x-live-key`). */
  readonly forLiveKeys: ReadonlySet<number>;
  readonly tags: readonly string[];
}

type Dict = Readonly<Record<string, unknown>>;

/** Operations of an OpenAPI document by operationId. */
export function operationsOf(document: Dict, defaultHost: Operation["host"]): ReadonlyMap<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const { path, method, operation } of documentedOperations(document)) {
    const id = String(operation["operationId"]);
    operations.set(id, {
      id,
      method,
      path,
      host: operation["x-host"] === "checkout" ? "checkout" : defaultHost,
      statusRule: (operation["x-status-rule"] as string | undefined) ?? null,
      contentTypeRule: (operation["x-content-type-rule"] as string | undefined) ?? null,
      servedRule: (operation["x-served-rule"] as string | undefined) ?? null,
      request: schemaOf(document, operation["requestBody"]),
      answers: answersOf(document, operation),
      forLiveKeys: new Set(
        responsesOf(document, operation)
          .filter(([, response]) => response["x-live-key"] === true)
          .flatMap(([status]) => codesOf(status)),
      ),
      tags: (operation["tags"] as string[] | undefined) ?? [],
    });
  }
  return operations;
}

function responsesOf(document: unknown, operation: Dict): readonly (readonly [string, Dict])[] {
  const responses = (operation["responses"] as Record<string, Dict> | undefined) ?? {};
  return Object.entries(responses).map(([status, response]) => [status, resolve(document, response)]);
}

function answersOf(document: unknown, operation: Dict): ReadonlyMap<number, object | null> {
  const answers = new Map<number, object | null>();
  for (const [status, resolved] of responsesOf(document, operation)) {
    const schema = schemaOf(document, resolved);
    for (const code of codesOf(status)) if (!answers.has(code)) answers.set(code, schema);
  }
  return answers;
}

/** The schema of the JSON body of a request or a response. */
function schemaOf(document: unknown, part: unknown): object | null {
  if (part === undefined) return null;
  const { content } = resolve(document, part as Dict) as { content?: Record<string, { schema?: object }> };
  return content?.["application/json"]?.schema ?? null;
}

/** The statuses of a response: one for `201`, or all of the range for `2XX`, where the document shows no exact status. */
function codesOf(status: string): readonly number[] {
  if (/^\d{3}$/.test(status)) return [Number(status)];
  if (!/^[1-5]XX$/.test(status)) return [];
  return Array.from({ length: 100 }, (_, index) => Number(status[0]) * 100 + index);
}

export const contractOperations = operationsOf(openapi, "payment");

/** A documented outcome of an operation: a status, or any success where the document shows no exact one. */
export interface DocumentedOutcome {
  /** `201`, or `2xx`. */
  readonly status: string;
  readonly codes: readonly number[];
}

const SUCCESS = "2xx";
const MOST_STATUSES = 9;

/** Where the document shows no exact status, all successes are one outcome. */
export function outcomesOf({ answers }: Operation): readonly DocumentedOutcome[] {
  const codes = [...answers.keys()];
  const successes = codes.filter((code) => code < 300);
  const isOpen = successes.length > MOST_STATUSES;
  return [
    ...(isOpen ? [{ status: SUCCESS, codes: successes }] : []),
    ...codes
      .filter((code) => !isOpen || code >= 300)
      .map((code) => ({ status: String(code), codes: [code] })),
  ];
}
