import { setTimeout as after } from "node:timers/promises";

/** A response of the service. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The `code` of a refusal, or the rule of its first validation error. */
  readonly code: string | undefined;
}

export interface Settings {
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
  readonly key: string;
  /** The delay before the first retry, in ms. It doubles with each retry, up to a hundred times. */
  readonly retryMs: number;
}

const TIMEOUT_MS = 10_000;

/** A client of the payment service that retries until it knows the outcome. */
export class PaymentService {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Sends a request until a response shows its outcome. After a lost response, a 429 or a 5xx, the request may or may not have had its effect.
   * So send only requests that are safe to repeat: reads, requests with an idempotency key, and requests that are refused the second time.
   */
  async request(
    method: "GET" | "POST",
    path: string,
    { body, key, host = "payment" }: { body?: unknown; key?: string; host?: "payment" | "checkout" } = {},
  ): Promise<Answer> {
    const { paymentUrl, checkoutUrl, retryMs } = this.#settings;
    const url = `${host === "payment" ? paymentUrl : checkoutUrl}${path}`;
    for (let wait = retryMs; ; wait = Math.min(wait * 2, retryMs * 100)) {
      const answer = await this.#send(method, url, body, key).catch(() => undefined);
      // An earlier attempt is still in progress, so its outcome is not known yet.
      const isInProgress = answer?.code === "E_IDEMPOTENCY_CONFLICT" || answer?.code === "E_PENDING_WITHDRAW";
      if (answer !== undefined && answer.status !== 429 && answer.status < 500 && !isInProgress)
        return answer;
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const content = (await response.json()) as Record<string, unknown>;
    const [first] = (content["errors"] ?? []) as { rule: string }[];
    const code = typeof content["code"] === "string" ? content["code"] : first?.rule;
    return { status: response.status, body: content, code };
  }
}
