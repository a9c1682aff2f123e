import type { Answer } from "../kernel/request.ts";
import { losing, type Loss } from "../traffic/losses.ts";

/** A response as it is sent. */
export interface Sent {
  readonly status: number;
  /** Lowercase names in sorted order, as in `Headers`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the status permits no body. */
  readonly text: string | null;
}

/**
 * A `Response` that is constructed only when more than its status is read. A socket does not need one, and constructing it takes longer than
 * most decisions.
 */
class AnswerResponse {
  readonly status: number;
  #sent: Sent | undefined;
  #made: Response | undefined;

  constructor(sent: Sent) {
    this.status = sent.status;
    this.#sent = sent;
  }

  static sentBy(response: Response): Sent | undefined {
    return #sent in response ? response.#sent : undefined;
  }

  get #response(): Response {
    const sent = this.#sent;
    // The caller may read the body or change the headers from now on.
    this.#sent = undefined;
    this.#made ??= new Response(sent?.text, { status: this.status, headers: sent?.headers ?? {} });
    return this.#made;
  }

  get body(): Response["body"] {
    return this.#response.body;
  }
  get bodyUsed(): boolean {
    return this.#response.bodyUsed;
  }
  get headers(): Headers {
    return this.#response.headers;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  get redirected(): boolean {
    return false;
  }
  get statusText(): string {
    return "";
  }
  get type(): Response["type"] {
    return "default";
  }
  get url(): string {
    return "";
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#response.arrayBuffer();
  }
  blob(): ReturnType<Response["blob"]> {
    return this.#response.blob();
  }
  clone(): Response {
    return this.#response.clone();
  }
  formData(): ReturnType<Response["formData"]> {
    return this.#response.formData();
  }
  json(): Promise<unknown> {
    return this.#response.json();
  }
  text(): Promise<string> {
    return this.#response.text();
  }
}

let isSubclass = false;

function answerResponse(sent: Sent): Response {
  // Makes `instanceof Response` true. Not done earlier, because Node loads that class when it is first named.
  if (!isSubclass) Object.setPrototypeOf(AnswerResponse.prototype, Response.prototype);
  isSubclass = true;
  return new AnswerResponse(sent);
}

/** The usual content type. */
export const JSON_TYPE = "application/json; charset=utf-8";
const JSON_ONLY = { "content-type": JSON_TYPE };

const PLAIN_NAME = /^[a-z0-9-]+$/i;
const PLAIN_VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Creates a response; a `text` of null means no body. @internal */
export function createResponse(
  status: number,
  headers: readonly (readonly [string, string])[],
  text: string | null,
): Response {
  const lower = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const names = new Set(lower.map(([name]) => name));
  const isPlain =
    status >= 200 &&
    status <= 599 &&
    names.size === lower.length &&
    // `Response` would add one.
    (text === null || names.has("content-type")) &&
    lower.every(([name, value]) => PLAIN_NAME.test(name) && PLAIN_VALUE.test(value) && name !== "set-cookie");
  if (!isPlain) return new Response(text, { status, headers: new Headers(headers.map(([...pair]) => pair)) });
  const sorted = [...lower].sort(([a], [b]) => (a < b ? -1 : 1));
  return answerResponse({ status, headers: Object.fromEntries(sorted), text });
}

/** Creates a response with a JSON body and no other header. */
function createJsonResponse(status: number, text: string): Response {
  return answerResponse({ status, headers: JSON_ONLY, text });
}

/** What a response of this module sends; undefined after its body or headers were read, and for any other response. */
export function sentBy(response: Response): Sent | undefined {
  return AnswerResponse.sentBy(response);
}

const withoutBody = new Set([204, 205, 304]);

/** Creates the HTTP response for an answer. */
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
