import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createEmulator } from "../../../emulator/index.ts";

/** Hono replaces the global Request and Response, also in the process of a client that starts the emulator for its tests. */
const original = { Request, Response };
let other: ServerType;
beforeAll(() => {
  other = serve({ fetch: () => new Response("another server"), port: 0 });
  expect(Response).not.toBe(original.Response);
});
afterAll(() => {
  Object.assign(globalThis, original);
  other.close();
});

test("serves beside a Hono server in the same process", async () => {
  const complaint = vi.spyOn(console, "error");
  const emulator = createEmulator();
  const { paymentUrl } = await emulator.listen();
  const url = `${paymentUrl}/v1/payment-intents`;
  const authorization = `Bearer ${emulator.merchants[0]?.keys.test}`;
  const answers = [
    await fetch(url, { method: "OPTIONS", headers: { authorization } }),
    await fetch(url, { method: "POST", headers: { authorization, "content-type": "text/plain" }, body: "x" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([405, 415]);
  for (const answer of answers) expect(await answer.json()).toBeTypeOf("object");
  await emulator.close();
  expect(complaint.mock.calls).toEqual([]);
});
