import type { Exchange } from "./http/answer.ts";
import { readBody } from "./http/body.ts";
import type { Redactor } from "./redaction/redactor.ts";
import type { Repeatable } from "./results.ts";
import { isObject } from "../spec/json.ts";

const KEY = /^sk_(test|live)_./;

/** Of exchanges in the order in which they were sent: what commands that repeat them need. */
export function repeatables(
  exchanges: readonly Exchange[],
  redactor: Redactor,
): ReadonlyMap<Exchange, Repeatable> {
  /** Keys that answers contain, by value: those of merchants that control made. */
  const issued = new Map<string, string>();
  const found = new Map<Exchange, Repeatable>();
  for (const exchange of exchanges) {
    const { request, returnedAt } = exchange;
    const hidden = request.headers
      .filter(([name]) => redactor.hides(name))
      .map(([name, value]) => [name, redactor.pieces(value, issued)] as const);
    const last = exchanges.findLast(({ calledAt }) => calledAt < returnedAt)?.sequence ?? 0;
    const bytes = bytesOf(request.body, redactor);
    found.set(exchange, {
      hidden,
      ...(bytes === null ? {} : { bytes }),
      ...(last > exchange.sequence ? { overlaps: last } : {}),
      keys: keysIn(exchange, issued),
    });
  }
  return found;
}

/** Whether a user has the keys of a request in variables. */
export function isRepeatable({ request }: Exchange, redactor: Redactor): boolean {
  return request.headers.every(([name, value]) => !redactor.hides(name) || redactor.pieces(value) !== null);
}

/** Learns the keys in an answer under names of their own. */
function keysIn({ answer, operation }: Exchange, issued: Map<string, string>): Repeatable["keys"] {
  if (answer === null || operation !== null) return [];
  const read = readBody(answer.body);
  if (read.kind !== "json") return [];
  const text = Buffer.from(answer.body).toString("utf8");
  return membersOf(read.value).flatMap(({ name, value }) => {
    const mode = KEY.exec(value)?.[1];
    if (mode === undefined || issued.has(value)) return [];
    const index = [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)]
      .filter(([, member]) => member === name)
      .findIndex(([, , written]) => written === value);
    if (index < 0 || !/^\w+$/.test(name)) return [];
    const variable = `${mode.toUpperCase()}_KEY_${issued.size + 1}`;
    issued.set(value, variable);
    return [{ variable, member: name, index: index + 1 }];
  });
}

function membersOf(value: unknown): readonly { readonly name: string; readonly value: string }[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" ? [{ name, value: inner }] : membersOf(inner),
  );
}

/** Base64 of a body that is not valid UTF-8; null where it is, or where it contains a secret. */
function bytesOf(body: Uint8Array | null, redactor: Redactor): string | null {
  if (body === null || readBody(body).kind !== "not-utf-8") return null;
  const text = Buffer.from(body).toString("latin1");
  return redactor.body(text) === text ? Buffer.from(body).toString("base64") : null;
}
