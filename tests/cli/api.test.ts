import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run, UsageError } from "../../cli/api.ts";
import { createEmulator, type Emulator, type EmulatorAddress } from "../../emulator/index.ts";
import { freePort } from "../../scripts/free-port.ts";

let emulator: Emulator;
let address: EmulatorAddress;
let key: string;
/** The host that the profile names and the run does not mean: what it was sent. */
let old: Server;
let oldUrl: string;
const sentToOld: string[] = [];

beforeAll(async () => {
  emulator = createEmulator({ seed: 11 });
  // One host, so that the checkout host is the target.
  const port = await freePort();
  address = await emulator.listen({ port, checkoutPort: port });
  key = emulator.merchants[0]?.keys.test ?? "";
  old = createServer((request, response) => {
    sentToOld.push(`${request.method ?? ""} ${request.url ?? ""}`);
    response.writeHead(404).end();
  });
  oldUrl = await listening(old);
});
afterAll(async () => {
  await address.close();
  await emulator.close();
  old.close();
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A profile in a folder of its own, with a control module beside it. */
function profileFile(target: object, module = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "payconform-api-"));
  writeFileSync(join(folder, "control.mjs"), module);
  writeFileSync(join(folder, "profile.json"), JSON.stringify({ target }));
  return join(folder, "profile.json");
}

const rules = ["payment-intents/created-*", "checkout-sessions/created-*"];

test("with a target other than the profile's, all requests go to it and none to the profile's host", async () => {
  const profile = profileFile({ baseUrl: oldUrl });
  const result = await run({ profile, target: address.paymentUrl, keys: { test: key }, rules, runs: 2 });
  expect(result.target).toEqual({
    name: new URL(address.paymentUrl).host,
    baseUrl: address.paymentUrl,
    checkoutUrl: address.paymentUrl,
  });
  expect(sentToOld).toEqual([]);
  expect(result.exitCode).toBe(0);
});

test("a control module is looked for beside its profile", async () => {
  const module = "export default () => Response.json({ operations: [] });";
  const profile = profileFile({ baseUrl: address.paymentUrl, controlModule: "control.mjs" }, module);
  const result = await run({ profile, keys: { test: key }, rules: ["payment-intents/created-*"], runs: 2 });
  expect(result.totals.broken).toBe(0);
  expect(result.exitCode).toBe(0);
});

test("an invalid control is refused before anything is judged", async () => {
  const profile = { target: { baseUrl: address.paymentUrl, controlUrl: `${oldUrl}/control` } };
  const told: string[] = [];
  const refused = run({ profile, keys: { test: key }, onEvent: ({ type }) => told.push(type) });
  await expect(refused).rejects.toThrow(
    `target.controlUrl: ${oldUrl}/control does not list its operations: it answered 404 with nothing`,
  );
  await expect(refused).rejects.toBeInstanceOf(UsageError);
  expect(told).toEqual([]);
});

test.each([
  ["no key", {}, /no test key/],
  [
    "a live key as the test key",
    { test: "sk_live_canary_0123456789" },
    /the test key from keys.test does not begin/,
  ],
  ["a live key without permission", { test: "sk_test_1", live: "sk_live_canary_0123456789" }, /allowLiveKey/],
  ["a key that no header carries", { test: "sk_test_1\n2" }, /contains characters that no header can carry/],
])("%s is refused, and no key is shown", async (_what, keys, says) => {
  const refused = run({ target: address.paymentUrl, keys });
  await expect(refused).rejects.toThrow(says);
  await expect(refused).rejects.not.toThrow("canary");
});

test("a checkout host without a target is refused, not ignored", async () => {
  await expect(run({ checkoutUrl: address.checkoutUrl })).rejects.toThrow(/without a target; add --target/);
});
