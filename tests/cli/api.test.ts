import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../cli/api.ts";
import { type StartedEmulator, startEmulator } from "../../emulator/start.ts";
import { freePort } from "../../scripts/free-port.ts";
import { type LocalServer, serving } from "../local-server.ts";
import { folderWith } from "../empty-folder.ts";

let emulator: StartedEmulator;
let key: string;
/** The requests to the host of the profile, which the run must not use. */
let old: LocalServer;
const sentToOld: string[] = [];

beforeAll(async () => {
  // Both hosts have the same URL, so the target also replaces the checkout host.
  const port = await freePort();
  emulator = await startEmulator({ seed: 11, listen: { port, checkoutPort: port } });
  key = emulator.merchant.testKey;
  old = await serving((request, response) => {
    sentToOld.push(`${request.method ?? ""} ${request.url ?? ""}`);
    response.writeHead(404).end();
  });
});
afterAll(async () => {
  await emulator.close();
  await old.close();
});

/** A profile in a new folder, with a control module beside it. */
function profileFile(target: object, module = ""): string {
  const folder = folderWith({ "control.mjs": module, "profile.json": JSON.stringify({ target }) });
  return join(folder, "profile.json");
}

const rules = ["payment-intents/created-*", "checkout-sessions/created-*"];

test("with a target other than the profile's, all requests go to it and none to the profile's host", async () => {
  const profile = profileFile({ baseUrl: old.url });
  const result = await run({ profile, target: emulator.paymentUrl, keys: { test: key }, rules, runs: 2 });
  expect(result.target).toEqual({
    name: new URL(emulator.paymentUrl).host,
    baseUrl: emulator.paymentUrl,
    checkoutUrl: emulator.paymentUrl,
  });
  expect(sentToOld).toEqual([]);
  expect(result.exitCode).toBe(0);
});

test("the path of a control module is relative to its profile", async () => {
  const module = "export default () => Response.json({ operations: [] });";
  const profile = profileFile({ baseUrl: emulator.paymentUrl, controlModule: "control.mjs" }, module);
  const result = await run({ profile, keys: { test: key }, rules: ["payment-intents/created-*"], runs: 2 });
  expect(result.totals.broken).toBe(0);
  expect(result.exitCode).toBe(0);
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
  const refused = run({ target: emulator.paymentUrl, keys });
  await expect(refused).rejects.toThrow(says);
  await expect(refused).rejects.not.toThrow("canary");
});
