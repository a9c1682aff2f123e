import { expect, test } from "vitest";
import { anyRule } from "../../../cli/targets/session.ts";
import { createEmulator } from "../../../emulator/index.ts";
import { startEmulator } from "../../../emulator/start.ts";
import { createExecution } from "../../../harness/run/execution.ts";
import { socketTransport } from "../../../harness/http/socket.ts";
import { inProcessTransport } from "../../../harness/http/in-process.ts";
import { withDefaults } from "../../../harness/profile/defaults.ts";
import { regenerate } from "../../../suites/fixtures/secret-keys.ts";
import { bareSession } from "./one-rule.ts";

test("clean-up has its own time and requests, and deletes clocks that a check left", async () => {
  const emulator = createEmulator({ seed: 1 });
  const baseUrl = "http://target.test";
  const session = await bareSession({
    profile: withDefaults({ target: { baseUrl, checkoutUrl: "http://checkout.test" } }),
    keys: { test: emulator.merchants[0]?.keys.test ?? "" },
    transport: inProcessTransport({
      [baseUrl]: (request) => emulator.fetch(request),
      "http://checkout.test": (request) => emulator.checkoutFetch(request),
    }),
    maxRequests: 2,
  });
  const ending = new AbortController();
  const { check, cleanUp } = createExecution({
    session,
    rule: anyRule("test/clean-up"),
    signal: ending.signal,
    attempt: 1,
  });
  const frozenTime = new Date(Date.now() + 60_000).toISOString();
  const clock = check.succeeded(await check.api.createTestClock({ body: { frozenTime } })).text("id");
  const order: string[] = [];
  check.cleanUp(async () => order.push("made first"));
  check.cleanUp(async (cleaning) => {
    order.push("made last");
    await cleaning.api.retrieveTestClock({ path: { id: clock } });
  });
  check.succeeded(await check.api.retrieveTestClock({ path: { id: clock } }));
  await expect(check.api.listTestClocks({})).rejects.toThrow(/--max-requests/);
  ending.abort();
  await expect(check.api.listTestClocks({})).rejects.toThrow();

  expect(session.creations.remaining()).toHaveLength(1);
  expect(await cleanUp()).toEqual([]);
  expect(order).toEqual(["made last", "made first"]);
  expect(session.creations.remaining()).toEqual([]);
  expect(session.budget.sent()).toBe(4);
  await session.close();
  await emulator.close();
});

test("clean-up uses the key that replaced the one with which a clock was created", async () => {
  await using emulator = await startEmulator({ seed: 1 });
  const { paymentUrl, checkoutUrl, controlUrl = "" } = emulator.address;
  const transport = socketTransport({ connections: 1 });
  const session = await bareSession({
    profile: withDefaults({ target: { baseUrl: paymentUrl, checkoutUrl, controlUrl } }),
    keys: { test: emulator.merchant.testKey },
    transport,
  });
  const { check, cleanUp } = createExecution({
    session,
    rule: anyRule("test/clean-up"),
    signal: new AbortController().signal,
    attempt: 1,
  });
  const merchant = await check.ownMerchant();
  const frozenTime = new Date(Date.now() + 60_000).toISOString();
  check.succeeded(await merchant.api.createTestClock({ body: { frozenTime } }));
  for (let time = 0; time < 2; time += 1) await regenerate(check, merchant);
  expect((await merchant.api.listTestClocks({})).status).toBe(401);

  expect(await cleanUp()).toEqual([]);
  expect(session.creations.remaining()).toEqual([]);
  await session.close();
  await transport.close();
});
