import { expect, it } from "vitest";
import { createBench, disbursement } from "../client.ts";
import { createShop } from "../connect/bench.ts";

interface Explanation {
  readonly because: readonly { readonly cause: { readonly name: string } }[];
  readonly waiting: readonly { readonly id: string; readonly kind: string; readonly dueAt: string }[];
}

it("explains a commission by its capture and its refunds, and a timer by what it waits for", async () => {
  const bench = createBench();
  const shop = await createShop(bench);
  const why = async (id: unknown) =>
    (await bench.control("GET", `/why/${String(id)}`)).json as unknown as Explanation;
  const vendor = await shop.vendor();
  const body = { amount: 5_000, currency: "xaf", on_behalf_of: vendor, application_fee_rate: 10 };
  const { json } = await shop.call("POST", "/v1/payment-intents", body);
  const path = `/v1/payment-intents/${String(json["id"])}`;
  const captured = await shop.call("POST", `${path}/capture`);
  await shop.call("POST", `${path}/refunds`, { amount: 100 });
  const { because } = await why(captured.json["application_fee"]);
  expect(because.map(({ cause }) => cause.name)).toEqual(["captureCharge", "refundCharge"]);

  const sent = await shop.call("POST", "/v1/disbursements", disbursement);
  const [timer] = (await why(sent.json["id"])).waiting;
  expect(timer).toMatchObject({ kind: "disbursement.settle" });
  expect(await why(timer?.id)).toMatchObject({
    because: [{ cause: { name: "createDisbursement" } }],
    waiting: [timer],
  });
});
