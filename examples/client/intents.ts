/** A client of the payment service. Its tests give it a `fetch` that judges. */
export interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

export class PaymentClient {
  readonly #url: string;
  readonly #key: string;
  readonly #fetch: typeof fetch;

  constructor(options: { readonly url: string; readonly key: string; readonly fetch?: typeof fetch }) {
    this.#url = options.url;
    this.#key = options.key;
    this.#fetch = options.fetch ?? fetch;
  }

  /** Creates a payment intent. `amount`: whole francs. */
  create(amount: number, currency = "xaf"): Promise<Intent> {
    return this.#send("POST", "/v1/payment-intents", { amount, currency });
  }

  /** @throws Error if there is no such intent */
  retrieve(id: string): Promise<Intent> {
    return this.#send("GET", `/v1/payment-intents/${encodeURIComponent(id)}`);
  }

  async #send(method: string, path: string, body?: unknown): Promise<Intent> {
    const answer = await this.#fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Intent;
  }
}
