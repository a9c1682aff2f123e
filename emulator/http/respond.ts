import type { Answer } from "../kernel/request.ts";
import { createJsonResponse, createResponse, JSON_TYPE } from "./answer-response.ts";

const withoutBody = new Set([204, 205, 304]);

/** The HTTP response of an answer. */
export function respond(answer: Answer): Response {
  const { status } = answer;
  if (isJsonOnly(answer)) return createJsonResponse(status, textOf(answer));
  const headers = Object.entries({ "content-type": JSON_TYPE, ...answer.headers });
  if (withoutBody.has(status))
    return createResponse(
      status,
      headers.filter(([name]) => name.toLowerCase() !== "content-type"),
      null,
    );
  return createResponse(status, headers, textOf(answer));
}

/** Whether it has a usual status and no header but that of nearly every answer. */
function isJsonOnly({ status, headers }: Answer): boolean {
  if (status < 200 || status > 599 || withoutBody.has(status)) return false;
  for (const name in headers) if (name !== "content-type" || headers[name] !== JSON_TYPE) return false;
  return true;
}

const textOf = ({ raw, body }: Answer): string => raw ?? (body === undefined ? "" : JSON.stringify(body));

/** Every parameter of a query with all its values, in order. */
export function queryOf(parameters: URLSearchParams): Record<string, string[]> {
  const query = new Map<string, string[]>();
  for (const [name, value] of parameters) query.set(name, [...(query.get(name) ?? []), value]);
  return Object.fromEntries(query);
}
