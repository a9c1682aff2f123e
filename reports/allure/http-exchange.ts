import type { HttpExchange, HttpExchangeBody } from "allure-js-commons";
import type { RecordedExchange } from "../../harness/results.ts";
import { clip, oneLine, visible } from "../text.ts";

const BODY_LIMIT = 64 * 1024;

function bodyOf(
  body: string | null,
  headers: RecordedExchange["requestHeaders"],
): HttpExchangeBody | undefined {
  if (body === null || body === "") return undefined;
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "text/plain";
  return {
    // Never text/html or another active type, because a report must not render what a target sent.
    contentType: /\bjson\b/iu.test(contentType) ? "application/json" : "text/plain",
    encoding: "utf8",
    value: visible(clip(body, BODY_LIMIT)),
    size: Buffer.byteLength(body),
    truncated: body.length > BODY_LIMIT,
  };
}

function headersOf(headers: RecordedExchange["requestHeaders"]) {
  return headers.map(([name, value]) => ({ name: oneLine(name), value: oneLine(value) }));
}

/** An exchange in the form that Allure's own viewer of HTTP exchanges reads. */
export function httpExchange(exchange: RecordedExchange): HttpExchange {
  const requestBody = bodyOf(exchange.requestBody, exchange.requestHeaders);
  const responseBody = bodyOf(exchange.responseBody, exchange.responseHeaders);
  const start = Date.parse(exchange.startedAt);
  return {
    schemaVersion: 1,
    request: {
      method: oneLine(exchange.method),
      url: oneLine(exchange.url),
      headers: headersOf(exchange.requestHeaders),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    ...(exchange.status === null
      ? {}
      : {
          response: {
            status: exchange.status,
            headers: headersOf(exchange.responseHeaders),
            ...(responseBody === undefined ? {} : { body: responseBody }),
          },
        }),
    ...(exchange.fault === null ? {} : { error: { message: oneLine(exchange.fault) } }),
    ...(Number.isNaN(start) ? {} : { start, stop: start + Math.round(exchange.durationMs) }),
  };
}
