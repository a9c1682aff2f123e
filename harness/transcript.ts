import type { Exchange } from "./http/answer.ts";
import type { Redactor } from "./redaction.ts";
import type { RecordedExchange } from "./results.ts";

const KEPT = 40;
const SHOWN_BODY_BYTES = 64 * 1024;

/** The exchanges of one check, in order; of many, the first few and the last ones. */
export class Transcript {
  readonly #first: Exchange[] = [];
  readonly #last: Exchange[] = [];
  #count = 0;

  add(exchange: Exchange): void {
    this.#count += 1;
    if (this.#first.length < KEPT / 4) {
      this.#first.push(exchange);
      return;
    }
    this.#last.push(exchange);
    if (this.#last.length > KEPT) this.#last.shift();
  }

  /** The exchanges that are kept, in order. */
  get kept(): readonly Exchange[] {
    return [...this.#first, ...this.#last];
  }

  get count(): number {
    return this.#count;
  }

  recorded(redactor: Redactor): readonly RecordedExchange[] {
    return this.kept.map((exchange) => record(exchange, redactor));
  }
}

/** An exchange as reports may show it. */
export function record(exchange: Exchange, redactor: Redactor): RecordedExchange {
  const headers = (list: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
    list.map(([name, value]) => [name, redactor.header(name, value)] as const);
  return {
    sequence: exchange.sequence,
    operation: exchange.operation,
    method: exchange.request.method,
    url: redactor.text(exchange.request.url.href),
    requestHeaders: headers(exchange.request.headers),
    requestBody: shown(exchange.request.body, redactor),
    status: exchange.answer?.status ?? null,
    responseHeaders: headers(exchange.answer?.headers ?? []),
    responseBody: shown(exchange.answer?.body ?? null, redactor),
    fault: exchange.fault === null ? null : redactor.text(exchange.fault),
    startedAt: new Date(exchange.startedAt).toISOString(),
    durationMs: Math.round((exchange.returnedAt - exchange.calledAt) * 10) / 10,
  };
}

function shown(bytes: Uint8Array | null, redactor: Redactor): string | null {
  if (bytes === null) return null;
  const text = Buffer.from(bytes.subarray(0, SHOWN_BODY_BYTES)).toString("utf8");
  const cut = bytes.byteLength > SHOWN_BODY_BYTES ? `… (${bytes.byteLength} bytes in all)` : "";
  return redactor.text(jsonRedacted(text, redactor)) + cut;
}

/** Secret fields are taken out by name as well, whatever their value. */
function jsonRedacted(text: string, redactor: Redactor): string {
  try {
    const value = JSON.parse(text) as unknown;
    const redacted = redactor.value(value);
    return JSON.stringify(value) === JSON.stringify(redacted) ? text : JSON.stringify(redacted);
  } catch {
    return text;
  }
}
