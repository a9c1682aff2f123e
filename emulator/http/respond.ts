import type { Answer } from "../kernel/request.ts";
import { createResponse } from "./answer-response.ts";

const withoutBody = new Set([204, 205, 304]);

/** The HTTP response of an answer. */
export function respond(answer: Answer): Response {
  const { status } = answer;
  const headers = Object.entries({ "content-type": "application/json; charset=utf-8", ...answer.headers });
  if (withoutBody.has(status))
    return createResponse(
      status,
      headers.filter(([name]) => name.toLowerCase() !== "content-type"),
      null,
    );
  return createResponse(
    status,
    headers,
    answer.raw ?? (answer.body === undefined ? "" : JSON.stringify(answer.body)),
  );
}

/** The query of a URL: every parameter with all its values, in order. */
export function queryOf(url: string): Record<string, string[]> {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URL(url).searchParams) query.set(name, [...(query.get(name) ?? []), value]);
  return Object.fromEntries(query);
}
