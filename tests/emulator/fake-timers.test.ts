import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { receiving } from "../local-server.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; !isTrue(); turn += 1) {
    if (turn > 500) throw new Error("it did not happen in 10 seconds");
    await pause(20);
  }
}

it("delivers webhooks that fall due while a test has installed fake timers", async () => {
  const got: string[] = [];
  await using receiver = await receiving((body) => {
    got.push((JSON.parse(body) as { event: { type: string } }).event.type);
  });
  const emulator = await startEmulator();
  const events = ["connect.transfer.created", "connect.funds.available"];
  await emulator.control("POST", "/webhook-endpoints", { url: receiver.url, events });
  const { acct } = await emulator.control("POST", "/vendors", {});
  const headers = {
    authorization: `Bearer ${emulator.merchant.testKey}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ destination: acct, amount: 5_000 });
  const url = `${emulator.paymentUrl}/v1/connect/allocations`;
  await emulator.emulator.fetch(new Request(url, { method: "POST", headers, body }));
  await until(() => got.length === 1);
  await emulator.advance(2 * 3_600_000);
  await until(() => got.length === 2);
  expect(got).toEqual(events);
  // Its time is real, and what waits for it ends.
  expect((await emulator.now()).getUTCFullYear()).toBeGreaterThan(2000);
  await expect(emulator.nextEvent("invoice.paid", { withinMs: 20 })).rejects.toThrow("no further");
  await emulator.close();
});

it("answers over a socket while a test has installed fake timers", async () => {
  const emulator = await startEmulator();
  const statusOf = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(`${emulator.paymentUrl}${path}`, { agent: false }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode));
      }).once("error", reject);
    });
  expect(await statusOf("/v1/payment-intents/pi_1")).toBe(401);
  expect(await statusOf("/dashboard")).toBe(200);
  expect(await statusOf("/pay/session_1")).toBe(404);
  expect(await statusOf("/control")).toBe(200);
  await emulator.close();
});
