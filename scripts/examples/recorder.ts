import { createEmulator, type Emulator, type MadeMerchant, manualTime } from "../../emulator/index.ts";
import { documentedOperations } from "../../spec/json.ts";

/** The time at which the emulator of the examples starts, epoch milliseconds. */
const BEGIN = Date.UTC(2027, 2, 14, 9, 0, 0);

/** A request and its answer, as an example of an operation. */
export interface Example {
  readonly operation: string;
  readonly status: number;
  /** The title of the example: "A vendor with a balance". */
  readonly summary: string;
  /** Undefined for a request without a body. */
  readonly request: unknown;
  readonly response: unknown;
  /** Parameters in path, query and headers, by name in lower case. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A refusal of an operation whose route the contract does not show. */
export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly response: unknown;
}

/** A received event. */
export interface EventExample {
  readonly type: string;
  readonly body: unknown;
}

interface Sent {
  readonly status: number;
  readonly json: Json;
}

export type Json = Record<string, unknown>;

interface Send {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** Secret key; the default is the first merchant's test key. Null sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Route {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly host: "payment" | "checkout";
}

/** Records the answers of an emulator. Its time stands still unless it is moved, so the bytes are always the same. */
export class Recorder {
  readonly emulator: Emulator;
  readonly time = manualTime(BEGIN);
  readonly merchant: MadeMerchant;
  readonly #examples: Example[] = [];
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #refusals: Refusal[] = [];
  /** The first request of each operation that succeeded. */
  readonly #succeeded = new Map<Route, Send>();
  readonly #followed: string[] = [];
  #keys = 0;

  /** `contract`: the bundled document with the operations. */
  constructor(contract: Json) {
    this.emulator = createEmulator({ time: this.time, send: () => Promise.resolve({ status: 200 }) });
    const [merchant] = this.emulator.merchants;
    if (merchant === undefined) throw new Error("the emulator has no merchant");
    this.merchant = merchant;
    this.#routes = new Map(
      documentedOperations(contract).map(({ path, method, operation }) => {
        const id = String(operation["operationId"]);
        const host = operation["x-host"] === "checkout" ? ("checkout" as const) : ("payment" as const);
        return [id, { id, method, path, host }];
      }),
    );
  }

  get examples(): readonly Example[] {
    return this.#examples;
  }

  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  /** A new idempotency key. */
  key(): Record<string, string> {
    this.#keys += 1;
    return { "idempotency-key": `order-1042-${this.#keys}` };
  }

  /**
   * Sends a documented request and records it.
   * @throws Error if the status is not the expected one, so that an example always matches its title
   */
  async show(summary: string, operation: string, status: number, send: Send = {}): Promise<Json> {
    const route = this.#routes.get(operation);
    if (route === undefined) throw new Error(`the contract has no operation ${operation}`);
    const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => send.path?.[name] ?? "");
    const answer = await this.send(route.host, route.method, `${path}${send.query ?? ""}`, send);
    if (answer.status !== status)
      throw new Error(
        `${summary}: ${operation} answers ${answer.status}, not ${status}: ${JSON.stringify(answer.json)}`,
      );
    if (status < 300 && !this.#succeeded.has(route)) this.#succeeded.set(route, send);
    const parameters = { ...lowered(send.path), ...lowered(send.headers) };
    for (const [name, value] of new URLSearchParams(send.query)) parameters[name.toLowerCase()] = value;
    this.#examples.push({
      operation,
      status,
      summary,
      request: send.body,
      response: answer.json,
      parameters,
    });
    return answer.json;
  }

  /** Shows how each operation whose success was shown, of those under a path, refuses that request with other headers or another key. */
  async refuseEach(
    summary: string,
    status: number,
    { under = "", headers, ...changed }: Pick<Send, "key" | "headers"> & { readonly under?: string },
  ): Promise<void> {
    for (const [{ id, path }, send] of this.#succeeded) {
      if (!path.startsWith(under)) continue;
      await this.show(summary, id, status, { ...send, ...changed, headers: { ...send.headers, ...headers } });
    }
  }

  /**
   * Sends a request to a route that the contract does not show, and records its refusal.
   * @throws Error if the refusal has another code
   */
  async showRefusal(code: string, path: string, send: Send = {}): Promise<void> {
    const { status, json } = await this.send("payment", "POST", path, send);
    if (json["code"] !== code)
      throw new Error(`${path} answers ${status}, not ${code}: ${JSON.stringify(json)}`);
    this.#refusals.push({ code, status, response: json });
  }

  /** Sends any request, without recording it. */
  async send(
    host: "payment" | "checkout" | "control",
    method: string,
    path: string,
    { body, key = this.merchant.keys.test, headers = {} }: Send = {},
  ): Promise<Sent> {
    const fetch = {
      payment: this.emulator.fetch,
      checkout: this.emulator.checkoutFetch,
      control: this.emulator.controlFetch,
    }[host];
    const response = await fetch(
      new Request(`http://${host}.example${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          ...(key === null || host === "control" ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, json: (text === "" ? undefined : JSON.parse(text)) as Json };
  }

  /** Sends a request of the control protocol about a merchant. */
  async control(
    method: string,
    path: string,
    body?: unknown,
    accountId = this.merchant.accountId,
  ): Promise<Json> {
    const answer = await this.send("control", method, `/control/merchants/${accountId}${path}`, { body });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answers ${answer.status}: ${JSON.stringify(answer.json)}`);
    return answer.json;
  }

  /** Creates another merchant. `options`: as for `createMerchant` of the control protocol. */
  async merchantWith(options: Json): Promise<MadeMerchant> {
    const { json } = await this.send("control", "POST", "/control/merchants", { body: options });
    return json as unknown as MadeMerchant;
  }

  /** Includes the events of another merchant. */
  follow(accountId: string): void {
    this.#followed.push(accountId);
  }

  /** The first event of each type, status and shape, of the first merchant and those that are followed. */
  async events(): Promise<readonly EventExample[]> {
    const found = new Map<string, EventExample>();
    for (const accountId of [this.merchant.accountId, ...this.#followed]) {
      for (const { type, body } of await this.#feed(accountId)) {
        const data = (body as { data?: Json }).data ?? {};
        const kind = `${type} ${JSON.stringify([data["status"], Object.keys(data)])}`;
        if (!found.has(kind)) found.set(kind, { type, body });
      }
    }
    return [...found].sort(([one], [two]) => (one < two ? -1 : 1)).map(([, event]) => event);
  }

  async #feed(accountId: string): Promise<readonly EventExample[]> {
    const events: EventExample[] = [];
    for (let after = 0; ;) {
      const page = await this.control("GET", `/events?after=${after}`, undefined, accountId);
      const data = page["data"] as readonly EventExample[];
      if (data.length === 0) return events;
      events.push(...data);
      after = Number(page["next"]);
    }
  }
}

function lowered(values: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
}
