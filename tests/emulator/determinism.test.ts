import { describe, expect, it } from "vitest";
import {
  type Bench,
  createBench,
  disbursement,
  intent,
  type Reply,
  remittance,
  session,
  start,
} from "./client.ts";
import { createShop } from "./connect/bench.ts";

/** The feed of a merchant with a subscription that was renewed, declined and canceled on a test clock. */
async function subscribed(bench: Bench): Promise<Reply> {
  const hosted = async (path: string, body: object) => {
    const { json } = await bench.call("POST", `/v1${path}`, body, { host: "checkout" });
    return String(json["id"]);
  };
  const customerId = await hosted("/customers", {});
  const items = [{ priceId: await hosted("/prices", { amount: 5_000 }) }];
  const id = await hosted("/subscriptions", { customerId, items });
  const clock = await hosted("/test-helpers/test-clocks", { frozenTime: new Date(start).toISOString() });
  await hosted(`/test-helpers/test-clocks/${clock}/attach`, { subscriptionId: id });
  const path = `/merchants/${bench.accountId}/next-payment-outcome`;
  await bench.control("POST", path, { outcome: "declined" });
  await hosted(`/test-helpers/test-clocks/${clock}/advance`, { frozenTime: "2026-05-01T00:00:00Z" });
  await hosted(`/subscriptions/${id}/cancel`, { cancelImmediately: true });
  return bench.call("GET", "/v1/events");
}

const script = async (seed: number) => {
  const bench = createBench({ seed });
  const texts: string[] = [];
  const say = async (reply: Promise<{ text: string }>) => void texts.push((await reply).text);
  await say(bench.call("POST", "/v1/payment-intents", intent));
  await say(bench.call("POST", "/v1/payment-intents", {}));
  await say(bench.call("POST", "/v1/sessions", session(bench.accountId), { host: "checkout" }));
  await say(bench.call("POST", "/v1/disbursements", disbursement));
  await say(bench.control("POST", "/merchants", {}));
  await say(bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs: 5_000 }));
  await say(bench.call("POST", "/v1/remittance", remittance));
  await say(bench.call("GET", "/v1/remittance"));
  const shop = await createShop(bench);
  const made = await shop.allocate(await shop.vendor(), 500);
  await say(shop.reverse(made.json["id"], 20));
  await say(bench.control("GET", `/merchants/${shop.accountId}/events`));
  await say(subscribed(bench));
  return texts;
};

describe("determinism", () => {
  it("gives the same bytes for the same seed and the same commands", async () => {
    expect(await script(7)).toEqual(await script(7));
  });

  it("gives other ids for another seed", async () => {
    expect((await script(7))[0]).not.toEqual((await script(8))[0]);
  });

  it("returns to its initial state", async () => {
    const bench = createBench();
    const first = await bench.call("POST", "/v1/payment-intents", intent);
    expect((await bench.control("POST", "/reset")).status).toBe(200);
    expect((await bench.call("POST", "/v1/payment-intents", intent)).text).toBe(first.text);
  });
});
