import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { signatureHeaders } from "../../../emulator/http/webhooks.ts";
import { startEmulator } from "../../../emulator/start.ts";
import { receiving } from "../../local-server.ts";
import { allocate } from "../started.ts";

test("a signature is that of the Standard Webhooks specification", () => {
  // The example that its libraries are tested with.
  expect(
    signatureHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      at: 1_614_265_330_999,
      body: '{"test": 2432232314}',
    }),
  ).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** What the next webhook contains. */
async function receiver(): Promise<{ url: string; next: Promise<Received> }> {
  let take: (received: Received) => void;
  const next = new Promise<Received>((resolve) => (take = resolve));
  const { url, close } = await receiving((body, { headers }) => take({ headers, body }));
  onTestFinished(close);
  return { url: `${url}/`, next };
}

const type = "connect.transfer.created";

test("webhooks are signed with the secret of their endpoint, if the emulator is asked to", async () => {
  await using emulator = await startEmulator({ signWebhooks: true });
  const { url, next } = await receiver();
  const { id } = await emulator.control("POST", "/webhook-endpoints", { url, events: [type] });
  const { secret } = await emulator.control("GET", `/webhook-endpoints/${String(id)}/secret`);
  await allocate(emulator);
  const { headers, body } = await next;
  const key = Buffer.from(String(secret).slice("whsec_".length), "base64");
  expect(key).toHaveLength(24);
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
  expect(JSON.parse(body)).toMatchObject({ event: { id: headers["webhook-id"] } });
});

test("signatures carry real time, whatever the emulator's clock shows: receivers refuse old ones", async () => {
  const now = Date.UTC(2026, 0, 31);
  await using emulator = await startEmulator({ signWebhooks: true, clock: { now, isStill: true } });
  const { url, next } = await receiver();
  await emulator.control("POST", "/webhook-endpoints", { url, events: [type] });
  const before = Math.floor(Date.now() / 1000);
  await allocate(emulator);
  expect(Number((await next).headers["webhook-timestamp"])).toBeGreaterThanOrEqual(before);
});

test("webhooks are not signed otherwise, and one merchant can decide it", async () => {
  await using emulator = await startEmulator();
  const [plain, signed] = [await receiver(), await receiver()];
  const first = await emulator.control("POST", "/webhook-endpoints", { url: plain.url, events: [type] });
  await allocate(emulator);
  expect((await plain.next).headers["webhook-signature"]).toBeUndefined();
  await emulator.control("PUT", "/settings", { webhookSignature: "hmac-sha256" });
  const second = await emulator.control("POST", "/webhook-endpoints", { url: signed.url, events: [type] });
  await allocate(emulator);
  expect((await signed.next).headers["webhook-signature"]).toMatch(/^v1,/);
  const secretOf = async (id: unknown) =>
    (await emulator.control("GET", `/webhook-endpoints/${String(id)}/secret`))["secret"];
  expect(await secretOf(first["id"])).not.toBe(await secretOf(second["id"]));
  await expect(secretOf("we_0")).rejects.toThrow("404");
});

test("the webhooks of a vendor's endpoint follow its merchant's setting", async () => {
  await using emulator = await startEmulator({ signWebhooks: true });
  const { url, next } = await receiver();
  const acct = await allocate(emulator);
  const made = await fetch(`${emulator.address.controlUrl}/merchants/${acct}/webhook-endpoints`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url, events: [type] }),
  });
  expect(made.status).toBe(201);
  await allocate(emulator, acct);
  expect((await next).headers["webhook-signature"]).toMatch(/^v1,/);
});
