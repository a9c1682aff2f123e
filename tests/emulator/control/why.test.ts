import { expect, it } from "vitest";
import { disbursement, intent, session } from "../client.ts";
import { createBench, createShop, hour } from "../connect/bench.ts";

interface Explanation {
  readonly is: readonly { readonly table: string; readonly record: Readonly<Record<string, unknown>> }[];
  readonly because: readonly {
    readonly cause: { readonly kind: string; readonly name: string };
    readonly events: readonly { readonly id: string; readonly type: string }[];
    readonly timers: readonly Readonly<Record<string, unknown>>[];
  }[];
  readonly waiting: readonly { readonly id: string; readonly kind: string; readonly dueAt: string }[];
}

/** A shop with a captured and refunded charge, and what explains its objects. */
async function explained() {
  const bench = createBench();
  const shop = await createShop(bench);
  const why = async (id: unknown) =>
    (await bench.control("GET", `/why/${String(id)}`)).json as unknown as Explanation;
  const causes = async (id: unknown) =>
    (await why(id)).because.map(({ cause }) => `${cause.kind} ${cause.name}`);
  const vendor = await shop.vendor();
  const body = { ...intent, on_behalf_of: vendor, application_fee_rate: 10 };
  const path = `/v1/payment-intents/${String((await shop.call("POST", "/v1/payment-intents", body)).json["id"])}`;
  const captured = (await shop.call("POST", `${path}/capture`)).json;
  await shop.call("POST", `${path}/refunds`, { amount: 100 });
  return { bench, shop, vendor, why, causes, captured };
}

it("explains a commission by its capture and its refunds, and a timer by what it waits for", async () => {
  const { shop, vendor, why, causes, captured } = await explained();
  expect(await causes(captured["application_fee"])).toEqual([
    "request captureCharge",
    "request refundCharge",
  ]);
  expect((await why(vendor)).is).toMatchObject([{ table: "vendors" }]);
  const [matures] = (await why(captured["charge"])).because.flatMap(({ timers }) => timers);
  expect(matures).toMatchObject({
    ...{ do: "schedule", kind: "connect.mature", dueAt: expect.any(String) as string },
  });
  expect((await why(matures?.["subject"])).waiting).toMatchObject([{ kind: "connect.mature" }]);
  const sent = await shop.call("POST", "/v1/disbursements", disbursement);
  const [timer] = (await why(sent.json["id"])).waiting;
  expect(timer).toMatchObject({ kind: "disbursement.settle" });
  expect(await why(timer?.id)).toMatchObject({
    because: [{ cause: { name: "createDisbursement" } }],
    waiting: [timer],
  });
  await shop.move(hour);
  expect(await causes(sent.json["id"])).toEqual(["request createDisbursement", "timer disbursement.settle"]);
});

it("explains an order and its event by what control did", async () => {
  const { bench, shop, why, causes } = await explained();
  const page = await shop.call("POST", "/v1/sessions", session(shop.accountId), { host: "checkout" });
  const path = `/merchants/${shop.accountId}/sessions/${String(page.json["id"])}/end`;
  const paid = await bench.control("POST", path, { status: "paid" });
  const order = await why(paid.json["orderId"]);
  expect(order.is).toMatchObject([{ table: "orders", record: { status: "paid" } }]);
  const event = order.because.at(-1)?.events[0];
  expect(event?.type).toBe("checkout.session.completed");
  expect(await causes(event?.id)).toEqual(["control endSession"]);
});

it("shows neither keys nor secrets, and answers 404 for an unknown id", async () => {
  const { bench, shop, why } = await explained();
  const { json } = await shop.call("POST", "/v1/payment-intents", intent);
  expect(JSON.stringify(await why(json["id"]))).not.toContain(json["clientSecret"]);
  expect(JSON.stringify(await why(shop.accountId))).not.toMatch(/sk_(test|live)_/);
  for (const id of [shop.keys.test, "pi_never"])
    expect((await bench.control("GET", `/why/${id}`)).status).toBe(404);
});
