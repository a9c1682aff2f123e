import type { Handler, Wrap } from "../../mutant.ts";
import { type Body, isObject } from "../../shared/answers.ts";

/** An answer with a changed copy of its body, if the body is an object. */
export function changingBody<A extends { body: unknown }>(answer: A, change: (body: Body) => void): A {
  if (!isObject(answer.body)) return answer;
  const body = { ...answer.body };
  change(body);
  return { ...answer, body };
}

/** Replaces every value in a JSON document, innermost first. */
export function everywhere(
  value: unknown,
  change: (value: unknown, name: string) => unknown,
  name = "",
): unknown {
  if (Array.isArray(value))
    return change(
      value.map((entry) => everywhere(entry, change, name)),
      name,
    );
  if (!isObject(value)) return change(value, name);
  const entries = Object.entries(value).map(([key, inner]) => [key, everywhere(inner, change, key)]);
  return change(Object.fromEntries(entries), name);
}

/** Changes the JSON answers of a handler. */
export function rewriting(handler: Handler, change: (body: unknown, status: number) => unknown): Handler {
  return async (request) => {
    const answer = await handler(request);
    const { text, headers } = await textAndHeaders(answer);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return new Response(text === "" ? null : text, { status: answer.status, headers });
    }
    return new Response(JSON.stringify(change(body, answer.status)), { status: answer.status, headers });
  };
}

/** The body of an answer as text, and its headers without the length. */
export async function textAndHeaders(answer: Response): Promise<{ text: string; headers: Headers }> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return { text: await answer.text(), headers };
}

/** Changes the headers of every answer. */
export const withHeaders =
  (change: (headers: Headers, status: number) => void): Wrap =>
  (handler) =>
  async (request) => {
    const { body, status, headers } = await handler(request);
    const changed = new Headers(headers);
    change(changed, status);
    return new Response(body, { status, headers: changed });
  };
