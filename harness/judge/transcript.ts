import type { Exchange } from "../http/answer.ts";
import { type ReceivedEvent, readBody } from "../event.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type {
  Listening,
  RecordedEvent,
  RecordedExchange,
  Repeatable,
  RuleResult,
  SmallestCase,
} from "../results.ts";
import { isObject } from "../../spec/json.ts";

const KEPT = 40;
/** The number of exchanges that are kept of a property's smallest case. */
const KEPT_OF_CASE = 100;
const SHOWN_BODY_BYTES = 64 * 1024;
/** The most UTF-16 units of all bodies of a transcript together. The last exchanges get most of them. */
const SHOWN_IN_ALL = 128 * 1024;
const SHOWN_AT_LEAST = 512;
const SHOWN_EVENT = 16 * 1024;
/** The UTF-16 units of the newest exchanges and events that are kept for a rule that passed. No report shows more. */
const PROOF = 8 * 1024;
/** How much more of a body than is shown is searched for secrets: the length of the longest form of a part that reveals one. */
const BEHIND = 2 * 1024;

/** What a check has seen, oldest first. */
export interface Seen {
  readonly exchanges: readonly Exchange[];
  readonly events: readonly ReceivedEvent[];
}

/** Keeps the first few and the last entries of a sequence. */
class Ends<T> {
  readonly #first: T[] = [];
  readonly #last: T[] = [];
  /** By entry, how many entries before it were not kept. */
  readonly #omitted = new Map<T, number>();
  #count = 0;

  /** `omitted` is the number of unknown entries before this one. */
  add(one: T, omitted = 0): void {
    this.#count += 1 + omitted;
    if (omitted > 0) this.#omitted.set(one, omitted);
    if (this.#first.length < KEPT / 4) {
      this.#first.push(one);
      return;
    }
    this.#last.push(one);
    if (this.#last.length <= KEPT) return;
    const dropped = this.#last.shift();
    const [next] = this.#last;
    if (dropped === undefined || next === undefined) return;
    this.#omitted.set(next, this.omittedBefore(next) + 1 + this.omittedBefore(dropped));
    this.#omitted.delete(dropped);
  }

  omittedBefore(one: T): number {
    return this.#omitted.get(one) ?? 0;
  }

  get count(): number {
    return this.#count;
  }

  get kept(): readonly T[] {
    return [...this.#first, ...this.#last];
  }
}

/** The exchanges of a check and the events that it read, with the beginnings of long bodies. */
export class Transcript {
  readonly #exchanges = new Ends<Exchange>();
  readonly #events = new Ends<ReceivedEvent>();
  readonly #cleanUp = new WeakSet<Exchange>();
  readonly #listening: Listening[] = [];
  readonly #setup: Exchange[] = [];
  #hasCases = false;
  #case: Exchange[] = [];
  #smallest: readonly Exchange[] = [];
  readonly #answers = new Set<string>();

  /**
   * `cleanUp`: made after the verdict, to undo what the check had made. `omitted`: how many exchanges before this one are not known
   * here.
   */
  add(exchange: Exchange, { cleanUp = false, omitted = 0 } = {}): void {
    const kept = slim(exchange);
    if (cleanUp) this.#cleanUp.add(kept);
    this.#exchanges.add(kept, omitted);
    this.#answers.add(`${exchange.operation ?? ""} ${exchange.answer?.status ?? ""}`);
    const part = this.#hasCases ? this.#case : this.#setup;
    if (!cleanUp && part.length < KEPT_OF_CASE) part.push(kept);
  }

  /** Call this when a property begins another case. */
  beginCase(): void {
    this.#hasCases = true;
    this.#case = [];
  }

  /** Keeps the case since the last `beginCase` as the smallest violation so far. */
  keepCase(): void {
    this.#smallest = [...this.#case];
  }

  /** The sequence numbers of the smallest case; null if no property found one. */
  get smallest(): SmallestCase | null {
    if (this.#smallest.length === 0) return null;
    const numbers = (exchanges: readonly Exchange[]) => exchanges.map(({ sequence }) => sequence);
    return { setup: numbers(this.#setup), exchanges: numbers(this.#smallest) };
  }

  addListening(listening: Listening): void {
    this.#listening.push(listening);
  }

  get listening(): readonly Listening[] {
    return this.#listening;
  }

  addEvent(event: ReceivedEvent): void {
    this.#events.add(event);
  }

  /** Adds the entries of another transcript. */
  addAll(other: Transcript): void {
    for (const exchange of other.#exchanges.kept) {
      const cleanUp = other.#cleanUp.has(exchange);
      this.add(exchange, { cleanUp, omitted: other.#exchanges.omittedBefore(exchange) });
    }
    for (const event of other.#events.kept) this.addEvent(event);
    for (const listening of other.#listening) this.addListening(listening);
    for (const answer of other.#answers) this.#answers.add(answer);
  }

  get count(): number {
    return this.#exchanges.count;
  }

  /** The operation and status of every answer, including those that are not kept. */
  get answers(): readonly string[] {
    return [...this.#answers];
  }

  /** What the check has seen so far, without clean-up. */
  get seen(): Seen {
    return {
      exchanges: this.#exchanges.kept.filter((one) => !this.#cleanUp.has(one)),
      events: this.#events.kept,
    };
  }

  /** The exchanges as reports show them. The newest get most of the space. */
  recorded(redactor: Redactor): readonly RecordedExchange[] {
    let left = SHOWN_IN_ALL;
    const kept = [...new Set([...this.#exchanges.kept, ...this.#caseWithSetup()])].sort(
      (a, b) => a.sequence - b.sequence,
    );
    const repeatable = repeatables(kept, redactor);
    return kept
      .reverse()
      .map((exchange) => {
        const most = Math.max(SHOWN_AT_LEAST, Math.floor(left / 2));
        const recorded = record(exchange, redactor, most, repeatable.get(exchange));
        // The smallest case of a property is kept completely.
        const omitted = this.#smallest.length > 0 ? 0 : this.#exchanges.omittedBefore(exchange);
        left -= (recorded.requestBody?.length ?? 0) + (recorded.responseBody?.length ?? 0);
        return {
          ...recorded,
          ...(omitted > 0 ? { omitted } : {}),
          ...(this.#cleanUp.has(exchange) ? { cleanUp: true } : {}),
        };
      })
      .reverse();
  }

  /** The newest exchanges and events, as proof that a rule passed. The others are not even searched for secrets, which saves time. */
  proof(redactor: Redactor): Pick<RuleResult, "transcript" | "events" | "earlier"> {
    const newestFirst = [
      ...this.#exchanges.kept.map((exchange) => ({ at: exchange.startedAt, exchange })),
      ...this.#events.kept.map((event) => ({ at: performance.timeOrigin + event.receivedAt, event })),
    ]
      .sort((a, b) => a.at - b.at)
      .reverse();
    const transcript: RecordedExchange[] = [];
    const events: RecordedEvent[] = [];
    let length = 0;
    for (const one of newestFirst) {
      if (length > PROOF) break;
      if ("exchange" in one) {
        const recorded = {
          ...record(one.exchange, redactor, PROOF),
          ...(this.#cleanUp.has(one.exchange) ? { cleanUp: true } : {}),
        };
        transcript.push(recorded);
        length += lengthOf(recorded);
      } else {
        const recorded = recordEvent(one.event, redactor, PROOF);
        events.push(recorded);
        length += recorded.body.length;
      }
    }
    const earlier = this.#exchanges.count + this.#events.count - transcript.length - events.length;
    return {
      transcript: transcript.sort((a, b) => a.sequence - b.sequence),
      events: events.sort((a, b) => a.arrival - b.arrival),
      ...(earlier > 0 && { earlier }),
    };
  }

  #caseWithSetup(): readonly Exchange[] {
    return this.#smallest.length === 0 ? [] : [...this.#setup, ...this.#smallest];
  }

  recordedEvents(redactor: Redactor): readonly RecordedEvent[] {
    return [...this.#events.kept]
      .sort((a, b) => a.arrival - b.arrival)
      .map((event) => recordEvent(event, redactor));
  }
}

/** An event as reports may show it: `most` UTF-16 units of its envelope. Redacted before it is cut. */
export function recordEvent(
  event: ReceivedEvent,
  redactor: Redactor,
  most: number = SHOWN_EVENT,
): RecordedEvent {
  const body = JSON.stringify(redactor.value(event.body), null, 2);
  return {
    arrival: event.arrival,
    id: redactor.text(event.id),
    type: redactor.text(event.type),
    body: body.length <= most ? body : `${body.slice(0, most)}… (${body.length} characters in all)`,
    receivedAt: new Date(performance.timeOrigin + event.receivedAt).toISOString(),
  };
}

/** The exchange, with long bodies truncated to what reports show. */
export function slim(exchange: Exchange): Exchange {
  const { answer, request } = exchange;
  const most = SHOWN_BODY_BYTES;
  const longAnswer = answer !== null && answer.body.byteLength > most;
  const longRequest = request.body !== null && request.body.byteLength > most;
  if (!longAnswer && !longRequest) return exchange;
  const shortened = <Message extends { body: Uint8Array | null }>(message: Message): Message =>
    message.body === null || message.body.byteLength <= most
      ? message
      : { ...message, body: message.body.slice(0, most), wholeBytes: message.body.byteLength };
  return { ...exchange, request: shortened(request), answer: answer === null ? null : shortened(answer) };
}

/** An exchange as reports may show it; `most` UTF-16 units of each body. `repeatable`: what commands need that repeat it. */
export function record(
  exchange: Exchange,
  redactor: Redactor,
  most: number = SHOWN_BODY_BYTES,
  repeatable?: Repeatable,
): RecordedExchange {
  const { request, answer } = exchange;
  return {
    sequence: exchange.sequence,
    operation: exchange.operation,
    method: request.method,
    url: redactor.text(request.url.href),
    requestHeaders: redactor.headers(request.headers),
    requestBody: shown(request, redactor, most),
    status: answer?.status ?? null,
    responseHeaders: redactor.headers(answer?.headers ?? []),
    responseBody: shown(answer, redactor, most),
    fault: exchange.fault === null ? null : redactor.text(exchange.fault),
    startedAt: new Date(exchange.startedAt).toISOString(),
    durationMs: Math.round((exchange.returnedAt - exchange.calledAt) * 10) / 10,
    ...(repeatable && { repeatable }),
    ...(request.trace && { trace: request.trace }),
  };
}

/** The least number of units that a report shows of an exchange. */
function lengthOf(exchange: RecordedExchange): number {
  const { url, requestHeaders, requestBody, responseHeaders, responseBody } = exchange;
  const headers = [...requestHeaders, ...responseHeaders];
  return [url, requestBody ?? "", responseBody ?? "", ...headers.flat()].reduce(
    (sum, { length }) => sum + length,
    0,
  );
}

/** The beginning of a body. */
function shown(
  message: { readonly body: Uint8Array | null; readonly wholeBytes?: number } | null,
  redactor: Redactor,
  most: number,
): string | null {
  if (message === null || message.body === null) return null;
  const { body, wholeBytes = body.byteLength } = message;
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const begin = whole.slice(0, most + BEHIND);
  const text = redactor.body(begin);
  const isWhole = begin.length === whole.length && wholeBytes === body.byteLength;
  if (text.length <= most && isWhole) return text;
  // A secret that is cut off at the end is not redacted, and redaction may have moved it into the part that is shown.
  const end = isWhole ? most : Math.max(0, Math.min(most, text.length - BEHIND));
  return `${text.slice(0, end)}… (${wholeBytes} bytes in all)`;
}

const KEY = /^sk_(test|live)_./;

/** Of exchanges in the order in which they were sent: what commands that repeat them need. */
export function repeatables(
  exchanges: readonly Exchange[],
  redactor: Redactor,
): ReadonlyMap<Exchange, Repeatable> {
  /** Keys that answers contain, by value: those of merchants that control made. */
  const issued = new Map<string, string>();
  const found = new Map<Exchange, Repeatable>();
  for (const exchange of exchanges) {
    const { request, returnedAt } = exchange;
    const hidden = request.headers
      .filter(([name]) => redactor.hides(name))
      .map(([name, value]) => [name, redactor.pieces(value, issued)] as const);
    const last = exchanges.findLast(({ calledAt }) => calledAt < returnedAt)?.sequence ?? 0;
    const bytes = bytesOf(request.body, redactor);
    found.set(exchange, {
      hidden,
      ...(bytes === null ? {} : { bytes }),
      ...(last > exchange.sequence ? { overlaps: last } : {}),
      keys: keysIn(exchange, issued),
    });
  }
  return found;
}

/** Whether a user has the keys of a request in variables. */
export function isRepeatable({ request }: Exchange, redactor: Redactor): boolean {
  return request.headers.every(([name, value]) => !redactor.hides(name) || redactor.pieces(value) !== null);
}

/** Learns the keys in an answer under names of their own. */
function keysIn({ answer, operation }: Exchange, issued: Map<string, string>): Repeatable["keys"] {
  if (answer === null || operation !== null) return [];
  const read = readBody(answer.body);
  if (read.kind !== "json") return [];
  const text = Buffer.from(answer.body).toString("utf8");
  return membersOf(read.value).flatMap(({ name, value }) => {
    const mode = KEY.exec(value)?.[1];
    if (mode === undefined || issued.has(value)) return [];
    if (!/^\w+$/.test(name)) return [];
    const index = [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*"`, "g"))].findIndex(
      ({ index: at, 0: before }) => text.startsWith(`${value}"`, at + before.length),
    );
    if (index < 0) return [];
    const variable = `${mode.toUpperCase()}_KEY_${issued.size + 1}`;
    issued.set(value, variable);
    return [{ variable, member: name, index: index + 1 }];
  });
}

function membersOf(value: unknown): readonly { readonly name: string; readonly value: string }[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" ? [{ name, value: inner }] : membersOf(inner),
  );
}

/** Base64 of a body that is not valid UTF-8; null where it is, or where it contains a secret. */
function bytesOf(body: Uint8Array | null, redactor: Redactor): string | null {
  if (body === null || readBody(body).kind !== "not-utf-8") return null;
  const text = Buffer.from(body).toString("latin1");
  return redactor.body(text) === text ? Buffer.from(body).toString("base64") : null;
}
