import { setTimeout as after } from "node:timers/promises";

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** `code` of a refusal, or the rule of its first error. */
  readonly code: string | undefined;
}

export interface Settings {
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
  readonly key: string;
  /** The first wait after a failure, ms. It doubles up to a hundred times as much. */
  readonly retryMs: number;
}

const ANSWER_MS = 10_000;

/** The service, asked until it answers. */
export class PaymentService {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Sends a request again until there is an answer that says what happened. A lost answer, 429 and 5xx say nothing: the request may have had
   * its effect. So each request must be one that can be sent twice: it reads, or it has an idempotency key, or it refuses the second time.
   */
  async ask(
    method: "GET" | "POST",
    path: string,
    { body, key, host = "payment" }: { body?: unknown; key?: string; host?: "payment" | "checkout" } = {},
  ): Promise<Answer> {
    const { paymentUrl, checkoutUrl, retryMs } = this.#settings;
    const url = `${host === "payment" ? paymentUrl : checkoutUrl}${path}`;
    for (let wait = retryMs; ; wait = Math.min(wait * 2, retryMs * 100)) {
      const answer = await this.#send(method, url, body, key).catch(() => undefined);
      // Another request with this key is in progress: its outcome is not known yet.
      const isUnderWay = answer?.code === "E_IDEMPOTENCY_CONFLICT" || answer?.code === "E_PENDING_WITHDRAW";
      if (answer !== undefined && answer.status !== 429 && answer.status < 500 && !isUnderWay) return answer;
      await after(wait);
    }
  }

  async #send(method: string, url: string, body: unknown, key: string | undefined): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.#settings.key}`,
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = (await response.json()) as Record<string, unknown>;
    const [first] = (answered["errors"] ?? []) as { rule: string }[];
    const code = typeof answered["code"] === "string" ? answered["code"] : first?.rule;
    return { status: response.status, body: answered, code };
  }
}
