import type { RecordedEvent, RecordedExchange, RuleResult } from "../../harness/results.ts";
import { clip, oneLine, visible } from "../text/text.ts";

/** The longest body, UTF-16 units. */
interface TextLimits {
  readonly body: number;
}

function headerLines(headers: RecordedExchange["requestHeaders"]): string {
  return headers.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}\n`).join("");
}

/** A body as it was received. Formatting it would hide duplicate keys, number formats and spaces. */
function bodyText(body: string | null, limit: number): string {
  return body === null || body === "" ? "" : `\n${visible(clip(body, limit))}\n`;
}

/** An exchange in the usual form: request line, headers, body, then status line, headers, body. */
export function exchangeText(exchange: RecordedExchange, limits: TextLimits = { body: 64 * 1024 }): string {
  const head = [
    `### ${exchange.sequence}`,
    ...(exchange.operation === null ? [] : [oneLine(exchange.operation)]),
    ...(exchange.cleanUp === true ? ["clean-up"] : []),
    exchange.startedAt,
    `${exchange.durationMs.toFixed(1)} ms`,
  ].join("  ");
  const request =
    `${oneLine(exchange.method)} ${oneLine(exchange.url)}\n` +
    headerLines(exchange.requestHeaders) +
    bodyText(exchange.requestBody, limits.body);
  const answer =
    exchange.status === null
      ? `--> no answer: ${oneLine(exchange.fault ?? "unknown fault")}\n`
      : `--> ${exchange.status}\n` +
        headerLines(exchange.responseHeaders) +
        bodyText(exchange.responseBody, limits.body) +
        (exchange.fault === null ? "" : `--> the answer is incomplete: ${oneLine(exchange.fault)}\n`);
  return `${head}\n${request}\n${answer}`;
}

/** A delivery of an event: its time and its envelope. */
export function eventText(event: RecordedEvent, limits: TextLimits = { body: 64 * 1024 }): string {
  return `### event ${event.arrival}  ${oneLine(event.type)}  ${event.receivedAt}\n${visible(clip(event.body, limits.body))}\n`;
}

/**
 * The exchanges of a rule and the events that arrived, by time. If they are longer than `limit` UTF-16 units, the earliest are omitted.
 */
export function transcriptText(
  { transcript, events, earlier = 0 }: Pick<RuleResult, "transcript" | "events" | "earlier">,
  limit: number,
): string {
  const limits = { body: Math.min(64 * 1024, limit) };
  const happened = [
    ...transcript.map((exchange) => ({ at: exchange.startedAt, text: () => exchangeText(exchange, limits) })),
    ...events.map((event) => ({ at: event.receivedAt, text: () => eventText(event, limits) })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const texts: string[] = [];
  let length = 0;
  for (const one of [...happened].reverse()) {
    const text = one.text();
    if (texts.length > 0 && length + text.length > limit) break;
    texts.unshift(text);
    length += text.length;
  }
  const omitted = happened.length - texts.length + earlier;
  return `${omitted > 0 ? `### ${omitted} earlier exchanges and events are left out\n\n` : ""}${texts.join("\n")}`;
}
