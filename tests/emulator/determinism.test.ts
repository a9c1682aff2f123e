import { describe, expect, it } from "vitest";
import { disbursement, intent, type Reply, remittance, session } from "./client.ts";
import { createShop as createMarketplace } from "./connect/bench.ts";
import { createShop, type Shop } from "./subscriptions/shop.ts";

/** The feed of a merchant with a subscription that was renewed, declined and canceled on a test clock. */
async function subscribed(shop: Shop): Promise<Reply> {
  const id = await shop.subscribe();
  const clock = await shop.clock();
  await shop.attach(clock, { subscriptionId: id });
  await shop.decline();
  await shop.advance(clock, "2026-05-01T00:00:00Z");
  await shop.act(id, "cancel", { cancelImmediately: true });
  return shop.call("GET", "/v1/events");
}

const script = async (seed: number) => {
  const bench = await createShop({ seed });
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
  const shop = await createMarketplace(bench);
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
});
