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

/** The exchange or event that a violation names, or else the last exchange of the check. */
interface Decisive {
  readonly exchange?: RecordedExchange;
  readonly event?: RecordedEvent;
  /** Whether the violation names it; otherwise it is only the last exchange. */
  readonly named: boolean;
}

export function decisive({ violation, transcript, events }: RuleResult): Decisive {
  const exchange = transcript.find(({ sequence }) => sequence === violation?.exchange);
  const event = events.find(({ arrival }) => arrival === violation?.event);
  if (exchange !== undefined || event !== undefined)
    return { ...(exchange && { exchange }), ...(event && { event }), named: true };
  const last = transcript.findLast(({ cleanUp }) => cleanUp !== true);
  return { ...(last && { exchange: last }), named: false };
}

/** The names of members that are amounts. Numbers in other members may be counts. */
export const OF_MONEY = /amount|available|pending|balance|total|fee|volume|gross|net|price/i;

const NUMBER = /(?<![\w.])\d+(?![\w.])/;

/** The currency that a body names, in upper case; null if it names none or several. */
export function currencyIn(body: string | null): string | null {
  const named = [...(body ?? "").matchAll(/"currency"\s*:\s*"([A-Za-z]{3})"/g)].map(([, code = ""]) =>
    code.toUpperCase(),
  );
  const [first, ...others] = new Set(named);
  return first === undefined || others.length > 0 ? null : first;
}

/**
 * The currency of the amounts that a violation expects, in upper case, from its exchange or event. Null if it expects no amount, or if
 * they name no currency or several.
 */
export function currencyOf(rule: RuleResult): string | null {
  if (rule.violation === null) return null;
  const { expected } = rule.violation;
  if (!OF_MONEY.test(expected) || !NUMBER.test(expected)) return null;
  const { exchange, event } = decisive(rule);
  return currencyIn([exchange?.requestBody, exchange?.responseBody, event?.body].join());
}

/** What a violation damages: money, access control, the contract that clients rely on, or only the form of an answer. */
export type Damage = "money" | "disclosure" | "contract" | "form";

/** Worst first. */
export const DAMAGES: readonly Damage[] = ["money", "disclosure", "contract", "form"];

/** Areas whose rules concern money, and sections on paying twice or without sufficient funds. */
const AREAS_OF_MONEY = new Set([
  "allocations",
  "reversals",
  "withdrawals",
  "charges",
  "invoices",
  "transactions",
]);
const MONEY_SECTIONS = new Set(["7.5", "7.6"]);
/** Areas whose rules concern who may do what. */
const OF_ACCESS = new Set(["authentication", "connect-targets"]);
/** Sections on the form of refusals. */
const OF_FORM = new Set(["7.1", "7.4", "7.8", "7.9"]);

/** The damage that a violation of a rule does. */
export function damageOf({ area, section, kind }: Pick<RuleResult, "area" | "section" | "kind">): Damage {
  if (OF_ACCESS.has(area)) return "disclosure";
  if (kind === "passive") return "form";
  if (kind === "race" || kind === "model" || MONEY_SECTIONS.has(section)) return "money";
  return AREAS_OF_MONEY.has(area) && !OF_FORM.has(section) ? "money" : "contract";
}
