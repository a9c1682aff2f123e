import type { Answer } from "../kernel/request.ts";

const withoutBody = new Set([204, 205, 304]);

/** The HTTP response of an answer. */
export function respond(answer: Answer): Response {
  const headers = new Headers({ "content-type": "application/json; charset=utf-8", ...answer.headers });
  const text = answer.raw ?? (answer.body === undefined ? "" : JSON.stringify(answer.body));
  if (withoutBody.has(answer.status)) headers.delete("content-type");
  return new Response(withoutBody.has(answer.status) ? null : text, { status: answer.status, headers });
}

/** The query of a URL: every parameter with all its values, in order. */
export function queryOf(url: string): Record<string, string[]> {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URL(url).searchParams) query.set(name, [...(query.get(name) ?? []), value]);
  return Object.fromEntries(query);
}
