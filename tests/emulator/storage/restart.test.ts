import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { manualTime } from "../../../emulator/index.ts";
import { createBench, start } from "../client.ts";
import { createShop, shopOf } from "../connect/bench.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { begin, day, everything } from "./folder.ts";

it("answers a day with the same bytes in memory and with a restart after each request", async () => {
  const options = { send: () => Promise.resolve({ status: 500 }), signWebhooks: true };
  const inMemory = createBench(options);
  const shop = await createShop(inMemory);
  const made = new Map<string, string>();
  const answers: string[] = [];
  for (const step of day) answers.push(await step(shop, inMemory, made));

  const folder = emptyFolder();
  const time = manualTime(start);
  const restarted: string[] = [];
  let again = await begin(folder, { ...options, time });
  const first = await createShop({ ...again.bench, time });
  const known = new Map<string, string>();
  for (const step of day) {
    const before = await everything(again.bench);
    await again.stop();
    again = await begin(folder, { send: options.send, time });
    expect(await everything(again.bench)).toBe(before);
    restarted.push(await step(shopOf(again.bench, first), { ...again.bench, time }, known));
  }
  expect(restarted).toEqual(answers);
  expect(await everything(again.bench)).toBe(await everything(inMemory));
  expect(again.bench.emulator.merchants).toEqual(inMemory.emulator.merchants);
  expect(again.bench.emulator.engine.state.size()).toBeGreaterThan(20);
  await again.stop();
});

it("goes on after a restart: keys stay used, and a request that was cut off frees its own", async () => {
  const folder = emptyFolder();
  const first = await begin(folder);
  const shop = await createShop(first.bench);
  const destination = await shop.vendor();
  await shop.allocate(destination, 1_000, "used");
  await first.bench.control("POST", `/merchants/${shop.accountId}/holds`, {
    operationId: "createAllocation",
    idempotencyKey: "cut-off",
  });
  const held = shop.allocate(destination, 1_000, "cut-off");
  await Promise.resolve();
  // The folder is closed before the request ends, as by a kill.
  await first.state.close();
  const second = await begin(folder);
  const again = shopOf(second.bench, shop);
  expect((await again.allocate(destination, 1_000, "used")).status).toBe(409);
  expect((await again.allocate(destination, 1_000, "cut-off")).status).toBe(201);
  await second.stop();
  first.bench.emulator.engine.holds.clear();
  await held;
  await first.bench.emulator.close();
});

it("is readable by its owner only, and has no key in it", async () => {
  const folder = join(emptyFolder(), "state");
  const { bench, stop } = await begin(folder);
  const shop = await createShop(bench);
  const made = new Map<string, string>();
  for (const step of day) await step(shop, bench, made);
  await stop();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n");
  expect(text).toContain(shop.accountId);
  expect(text).not.toMatch(/sk_(test|live)_|authorization/i);
});
