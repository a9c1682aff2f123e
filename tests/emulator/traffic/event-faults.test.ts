import { describe, expect, it } from "vitest";
import type { Send } from "../../../emulator/kernel/sender.ts";
import { createBench } from "../client.ts";
import { createShop } from "../subscriptions/shop.ts";

const types = ["subscription.created", "invoice.paid", "payment.completed"];

/** A shop whose endpoint gets every event of a new subscription, with a fault of its events. */
async function shopWith(fault: object) {
  const got: { id: string; type: string; headers: Readonly<Record<string, string>> }[] = [];
  const send: Send = async ({ body, headers = {} }) => {
    const { id, type } = JSON.parse(body) as { id: string; type: string };
    got.push({ id, type, headers });
    return { status: 200 };
  };
  const bench = await createShop({ send });
  const ended: { type: string; taken: boolean; fault: string | undefined; isRepeated: boolean }[] = [];
  bench.emulator.onDelivery(({ delivery, taken, fault, retryMs }) => {
    ended.push({ type: delivery.entry.type, taken, fault, isRepeated: retryMs !== undefined });
  });
  const endpoint = { url: "http://shop.test/hook", events: types };
  await bench.control("POST", `/merchants/${bench.accountId}/webhook-endpoints`, endpoint);
  await bench.control("POST", "/faults", fault);
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    ...bench,
    got,
    ended,
    pass: async (milliseconds: number) => {
      bench.time.advance(milliseconds);
      await settle();
    },
    moveClock: async (byMs: number) => {
      await bench.control("POST", `/merchants/${bench.accountId}/clock`, { byMs });
      await settle();
    },
    arrived: () => got.map(({ type }) => type),
    subscribe: async () => {
      await bench.subscribe();
      await settle();
    },
  };
}

const [created = "", paid = "", completed = ""] = types;

describe("faults of events", () => {
  it("deliver an event late, in real time", async () => {
    const { subscribe, arrived, pass } = await shopWith({
      effect: "delay-event",
      event: paid,
      delayMs: 500,
      times: 1,
    });
    await subscribe();
    expect(arrived()).toEqual([created, completed]);
    await pass(499);
    expect(arrived()).toHaveLength(2);
    await pass(1);
    expect(arrived()).toEqual([created, completed, paid]);
  });

  it("deliver an event twice, with the same id", async () => {
    const { subscribe, arrived, got } = await shopWith({ effect: "repeat-event", event: paid });
    await subscribe();
    expect(arrived()).toEqual([created, paid, paid, completed]);
    expect(got[1]?.id).toBe(got[2]?.id);
  });

  it("let the next event overtake one", async () => {
    const { subscribe, arrived } = await shopWith({ effect: "reorder-event", event: created });
    await subscribe();
    expect(arrived()).toEqual([paid, created, completed]);
  });

  it("deliver an event that none overtakes after the longest wait", async () => {
    const { subscribe, arrived, pass } = await shopWith({ effect: "reorder-event", event: completed });
    await subscribe();
    expect(arrived()).toEqual([created, paid]);
    await pass(1_000);
    expect(arrived()).toEqual([created, paid, completed]);
  });

  it("lose an event, which is delivered again as after any failure", async () => {
    const { subscribe, arrived, moveClock, ended } = await shopWith({
      effect: "lose-event",
      event: paid,
      times: 1,
    });
    await subscribe();
    expect(arrived()).toEqual([created, completed]);
    expect(ended).toContainEqual({ type: paid, taken: false, fault: "lose-event", isRepeated: true });
    await moveClock(5_000);
    expect(arrived()).toEqual([created, completed, paid]);
  });

  it("drop an event, which never arrives", async () => {
    const { subscribe, arrived, moveClock, ended } = await shopWith({ effect: "drop-event", event: paid });
    await subscribe();
    await moveClock(86_400_000);
    expect(arrived()).toEqual([created, completed]);
    expect(ended).toContainEqual({ type: paid, taken: false, fault: "drop-event", isRepeated: false });
  });

  it("meet only events for the account that they name, and requests never", async () => {
    // Every emulator of this seed has the same merchants.
    const accountId = createBench().emulator.merchants[1]?.accountId;
    const { subscribe, arrived, control } = await shopWith({ effect: "drop-event", accountId });
    await subscribe();
    expect(arrived()).toEqual(types);
    expect((await control("GET", "/faults")).json["data"]).toMatchObject([{ met: 0 }]);
  });

  it("meet the share of the events that the seed chooses", async () => {
    const { subscribe, ended } = await shopWith({ effect: "drop-event", rate: 0.3 });
    for (let count = 0; count < 40; count += 1) await subscribe();
    const dropped = ended.filter(({ fault }) => fault === "drop-event").length;
    expect(ended).toHaveLength(120);
    expect(dropped).toBeGreaterThan(15);
    expect(dropped).toBeLessThan(60);
  });

  it.each([
    [{ effect: "drop-event", operationId: "createPaymentIntent" }, "operationId"],
    [{ effect: "error", event: "invoice.paid" }, "event"],
    [{ effect: "drop-event", event: "evt.invoice.paid" }, "event"],
  ])("are refused when nothing can meet them: %j", async (rule, field) => {
    const refused = await createBench().control("POST", "/faults", rule);
    expect(refused.status).toBe(422);
    expect(refused.json.errors?.[0]?.field).toBe(field);
  });

  it("do not keep an emulator from closing", async () => {
    const { subscribe, emulator, arrived } = await shopWith({ effect: "delay-event" });
    await subscribe();
    await emulator.close();
    expect(arrived()).toEqual([]);
  });
});
