import type { EmulatorOptions } from "../../../emulator/index.ts";
import { type Bench, createBench, type Reply, start } from "../client.ts";

/** An event as it was emitted, shortened to what tests compare. */
export interface ReportedEvent {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

/** A merchant with a customer and a price, and shorthands for what is done with subscriptions. */
export interface Shop extends Bench {
  customerId: string;
  priceId: string;
  checkout: (method: string, path: string, body?: unknown, authorization?: string) => Promise<Reply>;
  subscribe: (over?: Record<string, unknown>) => Promise<string>;
  show: (subscriptionId: string) => Promise<Record<string, unknown>>;
  act: (subscriptionId: string, what: string, body?: unknown) => Promise<Reply>;
  clock: (frozenTime?: string) => Promise<string>;
  attach: (clockId: string, body: unknown) => Promise<Reply>;
  advance: (clockId: string, to: string) => Promise<Reply>;
  decline: (times?: number, customerId?: string) => Promise<void>;
  /** Every event so far, or only those after the last look. */
  allEvents: () => Promise<ReportedEvent[]>;
  newEvents: () => Promise<ReportedEvent[]>;
}

const clocks = "/v1/test-helpers/test-clocks";

export async function createShop(options: EmulatorOptions = {}): Promise<Shop> {
  const bench = createBench(options);
  const checkout: Shop["checkout"] = (method, path, body, authorization) =>
    bench.call(method, path, body, {
      host: "checkout",
      ...(authorization === undefined ? {} : { authorization }),
    });
  const customer = await checkout("POST", "/v1/customers", { name: "Awa", email: "awa@example.com" });
  const price = await checkout("POST", "/v1/prices", { amount: 5000 });
  const customerId = String(customer.json["id"]);
  const priceId = String(price.json["id"]);
  let seen = 0;
  const since = async (after: number) => {
    const { json } = await bench.call("GET", `/v1/events?after=${after}`);
    return json as unknown as { data: ReportedEvent[]; next: number };
  };
  return {
    ...bench,
    customerId,
    priceId,
    checkout,
    subscribe: async (over = {}) => {
      const made = await checkout("POST", "/v1/subscriptions", { customerId, items: [{ priceId }], ...over });
      if (made.status !== 201) throw new Error(made.text);
      return String(made.json["id"]);
    },
    show: async (id) => (await checkout("GET", `/v1/subscriptions/${id}`)).json,
    act: (id, what, body) => checkout("POST", `/v1/subscriptions/${id}/${what}`, body),
    clock: async (frozenTime = new Date(start).toISOString()) =>
      String((await checkout("POST", clocks, { frozenTime })).json["id"]),
    attach: (id, body) => checkout("POST", `${clocks}/${id}/attach`, body),
    advance: (id, frozenTime) => checkout("POST", `${clocks}/${id}/advance`, { frozenTime }),
    decline: async (times = 1, whose = customerId) => {
      const body = { outcome: "declined", times, customerId: whose };
      await bench.control("POST", `/merchants/${bench.accountId}/next-payment-outcome`, body);
    },
    allEvents: async () => (await since(0)).data,
    newEvents: async () => {
      const { data, next } = await since(seen);
      seen = next;
      return data;
    },
  };
}
