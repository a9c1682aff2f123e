import { openState } from "../../../emulator/storage/kept-state.ts";
import { type Bench, createBench, disbursement, intent, session } from "../client.ts";
import type { Shop } from "../connect/bench.ts";

/** An emulator that continues from the state in a folder. */
export async function begin(
  folder: string,
  { open, ...options }: Parameters<typeof createBench>[0] & { open?: Parameters<typeof openState>[1] } = {},
) {
  const state = await openState(folder, open);
  const bench = createBench({ state, ...options });
  const stop = async (): Promise<void> => {
    await bench.emulator.close();
    await state.close();
  };
  return { bench, state, stop };
}

/** The steps of a day of a marketplace: payments, vendors, used keys, moved clocks, subscriptions, deliveries that fail. Each changes something. */
export const day: readonly ((shop: Shop, bench: Bench, made: Map<string, string>) => Promise<string>)[] = [
  async ({ accountId }, bench) => {
    const hook = {
      url: "http://shop.test/",
      events: ["connect.transfer.created", "connect.funds.available"],
    };
    return (await bench.control("POST", `/merchants/${accountId}/webhook-endpoints`, hook)).text;
  },
  async ({ call }, _bench, made) => {
    const { text, json } = await call("POST", "/v1/payment-intents", intent);
    made.set("intent", String(json["id"]));
    return text;
  },
  async ({ accountId }, bench, made) => {
    const path = `/merchants/${accountId}/payment-intents/${made.get("intent")}/status`;
    return (await bench.control("POST", path, { status: "succeeded" })).text;
  },
  async ({ accountId, call }, bench) => {
    const page = await call("POST", "/v1/sessions", session(accountId), { host: "checkout" });
    const path = `/merchants/${accountId}/sessions/${String(page.json["id"])}/end`;
    return page.text + (await bench.control("POST", path, { status: "paid" })).text;
  },
  async ({ vendor }, _bench, made) => {
    const destination = await vendor();
    made.set("vendor", destination);
    return destination;
  },
  async ({ allocate }, _bench, made) => {
    const { text, json } = await allocate(made.get("vendor") ?? "", 9_000, "a-1");
    made.set("allocation", String(json["id"]));
    return text;
  },
  async ({ reverse }, _bench, made) => (await reverse(made.get("allocation"), 500)).text,
  async ({ call }, bench) => {
    const { text } = await call("POST", "/v1/disbursements", disbursement);
    bench.time.advance(5_000);
    return text;
  },
  async ({ move }) => {
    await move(7_200_000);
    return "two hours";
  },
  async ({ withdraw }, _bench, made) => (await withdraw(made.get("vendor") ?? "", "w-1")).text,
  async ({ call }, _bench, made) => {
    const host = { host: "checkout" as const };
    const customer = await call("POST", "/v1/customers", { name: "Awa" }, host);
    const price = await call("POST", "/v1/prices", { amount: 5_000 }, host);
    const items = [{ priceId: price.json["id"] }];
    const { text } = await call(
      "POST",
      "/v1/subscriptions",
      { customerId: customer.json["id"], items },
      host,
    );
    made.set("customer", String(customer.json["id"]));
    return text;
  },
  async ({ move }) => {
    await move(40 * 86_400_000);
    return "forty days";
  },
  async ({ accountId }, bench) =>
    (await bench.control("POST", `/merchants/${accountId}/keys`, { mode: "live" })).text,
];

/** Everything that can be read, as bytes. */
export async function everything(bench: Bench): Promise<string> {
  const { engine } = bench.emulator;
  const merchants = (await bench.control("GET", "/merchants")).json["data"] as { accountId: string }[];
  const read = await Promise.all(
    merchants.flatMap(({ accountId }) =>
      ["events", "balances?mode=test", "balances?mode=live", "clock", "webhook-endpoints"].map(
        async (path) => (await bench.control("GET", `/merchants/${accountId}/${path}`)).text,
      ),
    ),
  );
  const why = await Promise.all(
    merchants.map(async ({ accountId }) => {
      // The logs of requests and deliveries are no part of the state.
      const { requests: _, deliveries: __, ...rest } = (await bench.control("GET", `/why/${accountId}`)).json;
      return rest;
    }),
  );
  const { timeline } = engine.state;
  const waiting = timeline.clocks().map((clock) => timeline.waiting(clock));
  return JSON.stringify([read, why, (await bench.control("GET", "/ledger")).text, waiting]);
}
