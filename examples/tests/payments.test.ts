import { expect, test } from "vitest";
import { startEmulator, type StartedEmulator } from "payconform/emulator";

/** Your client; here, the smallest one. */
async function post(emulator: StartedEmulator, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${emulator.checkoutUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${emulator.merchant.testKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

test("a declined renewal is past due, and a retry settles it", async () => {
  await using emulator = await startEmulator({ failOnHints: true });
  const customer = await post(emulator, "/v1/customers", {});
  const price = await post(emulator, "/v1/prices", { amount: 2000 });
  const items = [{ priceId: price["id"] }];
  const subscription = await post(emulator, "/v1/subscriptions", { customerId: customer["id"], items });
  await emulator.nextPayment("declined");
  await emulator.advance(31 * 86_400_000);
  await emulator.nextEvent("subscription.past_due");
  await post(emulator, `/v1/subscriptions/${String(subscription["id"])}/retry-payment`, {});
  const { body } = await emulator.nextEvent("subscription.activated");
  expect(body).toMatchObject({ data: { subscriptionId: subscription["id"], status: "active" } });
});
