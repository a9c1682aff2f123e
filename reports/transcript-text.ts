import type { RecordedExchange, RuleResult } from "../harness/results.ts";
import { clip, oneLine, visible } from "./text.ts";

/** How much of each body a text form shows, in UTF-16 units. */
export interface TextLimits {
  readonly body: number;
}

function headerLines(headers: RecordedExchange["requestHeaders"]): string {
  return headers.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}\n`).join("");
}

/** A body as it came: parsing and printing it anew would hide duplicate keys, number forms and spaces. */
function bodyText(body: string | null, limit: number): string {
  return body === null || body === "" ? "" : `\n${visible(clip(body, limit))}\n`;
}

/** One exchange as a reader expects it: request line, headers, body, then status line, headers, body. */
export function exchangeText(exchange: RecordedExchange, limits: TextLimits = { body: 64 * 1024 }): string {
  const head = [
    `### ${exchange.sequence}`,
    ...(exchange.operation === null ? [] : [oneLine(exchange.operation)]),
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
        (exchange.fault === null ? "" : `--> the answer did not end well: ${oneLine(exchange.fault)}\n`);
  return `${head}\n${request}\n${answer}`;
}

/** All exchanges of a rule in their order, `limit` UTF-16 units at most; the first ones give way to the last. */
export function transcriptText(transcript: readonly RecordedExchange[], limit: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const exchange of [...transcript].reverse()) {
    const text = exchangeText(exchange, { body: Math.min(64 * 1024, limit) });
    if (texts.length > 0 && length + text.length > limit) break;
    texts.unshift(text);
    length += text.length;
  }
  const omitted = transcript.length - texts.length;
  return `${omitted > 0 ? `### ${omitted} earlier exchanges are left out\n\n` : ""}${texts.join("\n")}`;
}

/** The exchange that decides a rule: the one its violation names, else the last one. */
export function decisiveExchange(rule: RuleResult): RecordedExchange | undefined {
  const named = rule.violation?.exchange ?? null;
  return rule.transcript.find(({ sequence }) => sequence === named) ?? rule.transcript.at(-1);
}
