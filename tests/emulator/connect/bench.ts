import { type Bench, type CallOptions, createBench, type Reply } from "../client.ts";

/** A merchant of its own, with ways to act as it. */
export interface Shop {
  accountId: string;
  keys: { test: string; live: string };
  call: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>;
  /** A vendor made by control. */
  vendor: (options?: Record<string, unknown>) => Promise<string>;
  allocate: (destination: string, amount: number, key?: string) => Promise<Reply>;
  reverse: (allocation: unknown, amount?: number) => Promise<Reply>;
  withdraw: (acct: string, key: string) => Promise<Reply>;
  /** The vendor's pending and available balance. */
  held: (acct: string) => Promise<{ pending: number; available: number }>;
  /** The marketplace's available balance. */
  funds: () => Promise<number>;
  move: (byMs: number) => Promise<void>;
  /** Events of an account: type and data. */
  events: (
    accountId?: string,
  ) => Promise<{ type: string; accountId: string; id: string; data: Record<string, unknown> }[]>;
  down: (service: string) => Promise<void>;
  up: (service: string) => Promise<void>;
}

export const hour = 3_600_000;

export async function createShop(bench: Bench, options: Record<string, unknown> = {}): Promise<Shop> {
  const made = await bench.control("POST", "/merchants", {
    connectMode: "marketplace",
    funds: 1_000_000,
    ...options,
  });
  return shopOf(bench, made.json as unknown as Pick<Shop, "accountId" | "keys">);
}

/** The ways to act as a merchant that exists. */
export function shopOf(bench: Bench, { accountId, keys }: Pick<Shop, "accountId" | "keys">): Shop {
  const call: Shop["call"] = (method, path, body, more = {}) =>
    bench.call(method, path, body, { authorization: `Bearer ${keys.test}`, ...more });
  const base = `/merchants/${accountId}`;
  return {
    accountId,
    keys,
    call,
    vendor: async (body = {}) =>
      (await bench.control("POST", `${base}/vendors`, body)).json["acct"] as string,
    allocate: (destination, amount, key) =>
      call(
        "POST",
        "/v1/connect/allocations",
        { destination, amount },
        key === undefined ? {} : { headers: { "idempotency-key": key } },
      ),
    reverse: (allocation, amount) =>
      call(
        "POST",
        `/v1/connect/allocations/${String(allocation)}/reversals`,
        amount === undefined ? undefined : { amount },
      ),
    withdraw: (acct, key) =>
      call("POST", `/v1/connect/accounts/${acct}/withdrawals`, undefined, {
        headers: { "idempotency-key": key },
      }),
    held: async (acct) => {
      const read = await call("GET", `/v1/connect/accounts/${acct}`);
      const [balance] = read.json["balances"] as { pending: number; available: number }[];
      return { pending: balance?.pending ?? 0, available: balance?.available ?? 0 };
    },
    funds: async () => {
      const read = await bench.control("GET", `${base}/balances`);
      return (read.json["marketplace"] as { available: number }).available;
    },
    move: async (byMs) => void (await bench.control("POST", `${base}/clock`, { byMs })),
    events: async (of = accountId) => {
      const read = await bench.control("GET", `/merchants/${of}/events`);
      const entries = read.json["data"] as { body: { event: never } }[];
      return entries.map(({ body }) => body.event);
    },
    down: async (service) => void (await bench.control("POST", `${base}/outages`, { service })),
    up: async (service) => void (await bench.control("DELETE", `${base}/outages/${service}`)),
  };
}

export { createBench };
