/** An answer with its body read as JSON. */
export interface Reply {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

/** Parses an answer; null if its body is not JSON. The answer can still be read. */
export async function parseReply(answer: Response): Promise<Reply | null> {
  try {
    const body = await answer.clone().json();
    return { status: answer.status, contentType: answer.headers.get("content-type"), body };
  } catch {
    return null;
  }
}

/** The answer with other content; an unchanged body keeps its bytes. */
export async function rewriteReply(answer: Response, before: Reply, after: Reply): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  if (after.contentType !== null) headers.set("content-type", after.contentType);
  const body = after.body === before.body ? await answer.arrayBuffer() : JSON.stringify(after.body);
  return new Response(body, { status: after.status, headers });
}

/** A request with its body read as JSON. */
export interface ParsedRequest {
  readonly url: URL;
  readonly headers: Headers;
  /** Undefined if there is no JSON body. */
  readonly body: unknown;
}

/** Parses a request. The request can still be read. */
export async function parseRequest(request: Request): Promise<ParsedRequest> {
  let body: unknown;
  try {
    body = await request.clone().json();
  } catch {
    body = undefined;
  }
  return { url: new URL(request.url), headers: new Headers(request.headers), body };
}

/** The request with other content; an unchanged body keeps its bytes. */
export async function rewriteRequest(
  request: Request,
  before: ParsedRequest,
  after: ParsedRequest,
): Promise<Request> {
  const headers = new Headers(after.headers);
  const sameBody = after.body === before.body;
  if (!sameBody) headers.delete("content-length");
  const bytes = sameBody ? await request.clone().arrayBuffer() : null;
  const init: RequestInit = { method: request.method, headers };
  if (bytes === null) init.body = JSON.stringify(after.body);
  else if (bytes.byteLength > 0) init.body = bytes;
  return new Request(after.url, init);
}
