import type { Exchange } from "../http/answer.ts";
import { headerValues, type HeaderList, type WireAnswer, type WireRequest } from "../http/wire.ts";
import type { Hiding, ShownBody } from "./hiding.ts";
import type { Known, Order } from "./item.ts";

/** What happened, as a run knows it. */
export interface Happened extends Pick<Exchange, "request" | "answer" | "fault"> {
  readonly known: Known;
  readonly order: Order;
  /** Epoch ms. */
  readonly at: number;
  readonly ms: number;
  /** Of a delivered event, which is a request to the suite. */
  readonly event?: { readonly address: string };
}

/** An entry of HAR 1.2, with what payconform knows of it. */
export function entryOf(happened: Happened, hiding: Hiding): object {
  const { request, answer, fault, known, order, at, ms, event } = happened;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: requestOf(request, hiding),
    response: responseOf(answer, hiding),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(fault !== null && { _error: hiding.text(fault) }),
    _payconform: {
      ...known,
      ...order,
      // After the message, in which they are found.
      redacted: [...hiding.parts],
      digest: hiding.digests,
      ...(event !== undefined && { event }),
    },
  };
}

const headersOf = (headers: HeaderList): object => headers.map(([name, value]) => ({ name, value }));

/** What HAR requires, and nobody here knows. */
const UNKNOWN = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };

function requestOf(request: WireRequest, hiding: Hiding): object {
  const { method, headers, body, wholeBytes } = request;
  const url = hiding.url(request.url);
  const queryString = [...url.searchParams].map(([name, value]) => ({ name, value }));
  const shown = body === null || wholeBytes !== undefined ? null : hiding.body("request.body", body);
  return {
    ...UNKNOWN,
    method,
    url: url.href,
    headers: headersOf(hiding.headers("request.headers", headers)),
    queryString,
    ...(shown !== null && { postData: contentOf(shown, headers) }),
    bodySize: shown?.size ?? wholeBytes ?? 0,
  };
}

function responseOf(answer: WireAnswer | null, hiding: Hiding): object {
  const { status = 0, headers = [], body = new Uint8Array(), wholeBytes } = answer ?? {};
  const shown = wholeBytes === undefined ? hiding.body("response.body", body) : { size: wholeBytes };
  return {
    ...UNKNOWN,
    status,
    statusText: "",
    headers: headersOf(hiding.headers("response.headers", headers)),
    content: { size: shown.size, ...contentOf(shown, headers) },
    redirectURL: "",
    bodySize: shown.size,
  };
}

function contentOf({ text, encoding }: ShownBody, headers: HeaderList): object {
  return {
    mimeType: headerValues(headers, "content-type")[0] ?? "",
    ...(text !== undefined && { text }),
    ...(encoding !== undefined && { encoding }),
  };
}
