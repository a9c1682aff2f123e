import type { Answer } from "../kernel/request.ts";
import { losing, type Loss } from "../traffic/losses.ts";

/** The usual content type. */
export const JSON_TYPE = "application/json; charset=utf-8";

const withoutBody = new Set([204, 205, 304]);

/** Creates the HTTP response for an answer. */
export function respond(answer: Answer): Response {
  const { status } = answer;
  const headers = new Headers({ "content-type": JSON_TYPE, ...answer.headers });
  if (!withoutBody.has(status)) return new Response(textOf(answer), { status, headers });
  headers.delete("content-type");
  return new Response(null, { status, headers });
}

/** The answer to a request, and how it is sent. */
export interface Served {
  readonly answer: Answer;
  /** The id of the request in the log; absent if the request failed. */
  readonly requestId?: string;
  readonly loss?: Loss | undefined;
}

/** The header with the request's id in the log. */
export const REQUEST_ID = "request-id";

export function responseOf({ answer, requestId, loss }: Served): Response {
  const named = requestId === undefined ? {} : { [REQUEST_ID]: requestId };
  const response = respond({ ...answer, headers: { ...answer.headers, ...named } });
  return loss === undefined ? response : losing(response, loss);
}

/** The body of an answer without special headers; undefined for any other answer. */
export const usualText = (answer: Answer): string | undefined =>
  isJsonOnly(answer) ? textOf(answer) : undefined;

/** Whether an answer permits a body and has no header other than the content type of JSON. */
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
