import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/index.ts";
import { onBody, serving } from "../../local-server.ts";

interface Envelope {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** A receiver on a port of its own, which refuses the first so many deliveries. */
async function receiver(refuses = 0) {
  const got: Envelope[] = [];
  let left = refuses;
  const { url, close } = await serving((request, response) =>
    onBody(request, (body) => {
      left -= 1;
      got.push(JSON.parse(body.toString()) as Envelope);
      response.writeHead(left >= 0 ? 500 : 204).end();
    }),
  );
  onTestFinished(close);
  return { got, url: `${url}/hook` };
}

/** An emulator in real time that posts over the network, with a customer and a price. */
async function shop() {
  const emulator: Emulator = createEmulator();
  onTestFinished(() => emulator.close());
  const merchant = emulator.merchants[0];
  if (merchant === undefined) throw new Error("the emulator has no merchant");
  const send = async (where: "fetch" | "checkoutFetch" | "controlFetch", path: string, body: unknown) => {
    const request = new Request(`http://emulator.test${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${merchant.keys.test}` },
      body: JSON.stringify(body),
    });
    const response = await emulator[where](request);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const made = async (path: string, body: unknown) =>
    String((await send("checkoutFetch", path, body)).json["id"]);
  const customerId = await made("/v1/customers", {});
  const priceId = await made("/v1/prices", { amount: 100 });
  return {
    emulator,
    control: (path: string, body: unknown) =>
      send("controlFetch", `/control/merchants/${merchant.accountId}${path}`, body),
    register: (url: string, events: string[]) => send("fetch", "/v1/webhook-endpoints", { url, events }),
    subscribe: () => made("/v1/subscriptions", { customerId, items: [{ priceId }] }),
  };
}

const all = ["subscription.created", "invoice.paid", "payment.completed"];

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("it did not happen in a minute");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("webhooks", () => {
  it("arrive in order, for exactly the registered names", async () => {
    const { register, subscribe } = await shop();
    const [everything, some, prefixed] = [await receiver(), await receiver(), await receiver()];
    expect((await register(everything.url, all)).status).toBe(201);
    await register(some.url, ["invoice.paid", "invoice", "subscription.*"]);
    await register(
      prefixed.url,
      all.map((name) => `evt.${name}`),
    );
    const id = await subscribe();
    await until(() => everything.got.length === 3 && some.got.length === 1);
    expect(everything.got.map(({ type }) => type)).toEqual(all);
    expect(everything.got.map(({ data }) => data["subscriptionId"])).toEqual([id, id, id]);
    expect(some.got.map(({ type }) => type)).toEqual(["invoice.paid"]);
    expect(prefixed.got).toEqual([]);
  });

  it("are repeated with the same envelope, as real time passes, until the receiver accepts them", async () => {
    const { emulator, register, subscribe, control } = await shop();
    const failing = await receiver(2);
    await register(failing.url, ["invoice.paid"]);
    await subscribe();
    await until(() => failing.got.length === 1);
    await emulator.idle();
    await control("/clock", { byMs: 5_000 });
    await until(() => failing.got.length === 2);
    await emulator.idle();
    await control("/clock", { byMs: 60_000 });
    await until(() => failing.got.length === 3);
    await emulator.idle();
    await control("/clock", { byMs: 3_600_000 });
    expect(new Set(failing.got.map(({ id }) => id)).size).toBe(1);
    expect(failing.got).toHaveLength(3);
  });

  it.each([
    ["shuffled", 3],
    ["duplicated", 6],
    ["delayed", 3],
  ])("are %s if the merchant chooses so, and none is lost", async (delivery, count) => {
    const { register, subscribe, control } = await shop();
    expect((await control("/delivery-mode", { delivery })).status).toBe(200);
    const endpoint = await receiver();
    await register(endpoint.url, all);
    await subscribe();
    await until(() => endpoint.got.length === count);
    expect(new Set(endpoint.got.map(({ type }) => type))).toEqual(new Set(all));
    expect(new Set(endpoint.got.map(({ id }) => id)).size).toBe(3);
  });

  it("are dropped for one endpoint only if it is named", async () => {
    const { register, subscribe, control } = await shop();
    const [deaf, hearing] = [await receiver(), await receiver()];
    const { json } = await register(deaf.url, all);
    await register(hearing.url, all);
    expect((await control("/delivery-mode", { delivery: "dropped", endpointId: json["id"] })).status).toBe(
      200,
    );
    expect((await control("/delivery-mode", { delivery: "dropped", endpointId: "we_0" })).status).toBe(404);
    expect((await control("/delivery-mode", { delivery: "by pigeon" })).status).toBe(422);
    await subscribe();
    await until(() => hearing.got.length === 3);
    expect(deaf.got).toEqual([]);
  });
});
