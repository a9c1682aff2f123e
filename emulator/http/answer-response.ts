/** What an answer puts on the wire. */
export interface Sent {
  readonly status: number;
  /** Names in lower case, sorted, as `Headers` gives them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where the status permits no body. */
  readonly text: string | null;
}

/**
 * A response whose web object is made when more than its status is read. A socket needs none, and making one takes longer than most
 * decisions.
 */
class AnswerResponse {
  readonly status: number;
  #what: Sent | undefined;
  #made: Response | undefined;

  constructor(what: Sent) {
    this.status = what.status;
    this.#what = what;
  }

  static sentBy(response: Response): Sent | undefined {
    return #what in response ? response.#what : undefined;
  }

  get #response(): Response {
    const what = this.#what;
    // From now on it may be read or changed: it is no longer what it was.
    this.#what = undefined;
    this.#made ??= new Response(what?.text, { status: this.status, headers: what?.headers ?? {} });
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

let isKin = false;

function answerResponse(what: Sent): Response {
  // It passes for a Response wherever one is asked for. Not before the first: to name that class loads it.
  if (!isKin) Object.setPrototypeOf(AnswerResponse.prototype, Response.prototype);
  isKin = true;
  return new AnswerResponse(what);
}

/** The usual content type. */
export const JSON_TYPE = "application/json; charset=utf-8";
const JSON_ONLY = { "content-type": JSON_TYPE };

const PLAIN_NAME = /^[a-z0-9-]+$/i;
const PLAIN_VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/** A response of this status, these headers and this body; null for none. */
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
    // A web response with a body gives itself one.
    (text === null || names.has("content-type")) &&
    lower.every(([name, value]) => PLAIN_NAME.test(name) && PLAIN_VALUE.test(value) && name !== "set-cookie");
  if (!isPlain) return new Response(text, { status, headers: new Headers(headers.map(([...pair]) => pair)) });
  const sorted = [...lower].sort(([a], [b]) => (a < b ? -1 : 1));
  return answerResponse({ status, headers: Object.fromEntries(sorted), text });
}

/** A response of JSON with no other header. */
export function createJsonResponse(status: number, text: string): Response {
  return answerResponse({ status, headers: JSON_ONLY, text });
}

/** What a response sends, while its body has not been read; undefined for any other response. */
export function sentBy(response: Response): Sent | undefined {
  return AnswerResponse.sentBy(response);
}
