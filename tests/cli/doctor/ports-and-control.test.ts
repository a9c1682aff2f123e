import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { emulatorProfile } from "../../../cli/targets/emulator.ts";
import { folderWith, inThisProcess } from "../command-line.ts";
import { startEmulator } from "../../../emulator/start.ts";

const emulator = await startEmulator({ seed: 5 });
afterAll(() => emulator.close());
const { address, merchant } = emulator;

const { ports } = emulatorProfile(address);
const target = { baseUrl: address.paymentUrl, checkoutUrl: address.checkoutUrl };

const doctored = (profile: object, module = "") =>
  inThisProcess("doctor", {
    folder: folderWith({ "payconform.yaml": stringify(profile), "control.mjs": module }),
    env: { PAYCONFORM_KEY: merchant.testKey },
  });

test("each port is tried on new objects, and its fault is named", async () => {
  const {
    createCustomer,
    createPrice,
    createSubscription,
    createVendor,
    activateConnect,
    registerWebhookEndpoint,
  } = ports;
  const ended = await doctored({
    target,
    ports: {
      createCustomer,
      createPrice: { ...createPrice, path: "/v1/prizes" },
      createSubscription,
      createVendor: { ...createVendor, outputs: { acct: "/acct" } },
      activateConnect,
      registerWebhookEndpoint,
    },
  });
  expect(ended.stdout).toMatch(/ok +ports +1 tried on new objects: createCustomer\n/);
  expect(ended.stdout).toMatch(/PROBLEM +port +createPrice: POST \/v1\/prizes answered 404/);
  expect(ended.stdout).toMatch(/PROBLEM +port +createVendor: POST \S+ answered 201 without acct \(\/acct\)/);
  expect(ended.stdout).toMatch(/untried +port +activateConnect: it would change the account of your key/);
  expect(ended.stdout).toMatch(/untried +port +registerWebhookEndpoint: nothing would delete the endpoint/);
  expect(ended.code).toBe(2);
});

test("control is tried on a new merchant, and its answers are checked", async () => {
  const module = `export default { async fetch(request) {
    const { pathname } = new URL(request.url);
    const operations = ["createMerchant", "readWallClock", "awaitIdle", "reset"];
    if (pathname === "/") return Response.json({ protocol: "payconform-control", version: 1, operations });
    if (pathname === "/merchants") return Response.json({ accountId: "acct_1", keys: { test: "sk_test_made" } }, { status: 201 });
    if (pathname.endsWith("/clock")) return Response.json({ now: "soon" });
    return new Response(null, { status: 500 });
  } };`;
  const ended = await doctored({ target: { ...target, controlModule: "./control.mjs" } }, module);
  expect(ended.stdout).toMatch(/ok +control +1 tried on new objects: createMerchant\n/);
  expect(ended.stdout).toMatch(
    /PROBLEM +control +readWallClock: its answer differs from the protocol: \/now: expected/,
  );
  expect(ended.stdout).toMatch(
    /PROBLEM +control +awaitIdle: control refused awaitIdle: POST \/\S+ answered 500/,
  );
  expect(ended.stdout).toMatch(/untried +control +reset: it would delete everything/);
  expect(ended.stdout).toMatch(/note +control +lacks createVendor \(\d+ rules\), /);
  expect(ended.code).toBe(2);
});

test("if control cannot create a merchant, the account is not changed", async () => {
  const module = `export default { async fetch(request) {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname === "/") return Response.json({ operations: ["moveWallClock", "regenerateKey"] });
    throw new Error("called");
  } };`;
  const ended = await doctored({ target: { ...target, controlModule: "./control.mjs" } }, module);
  expect(ended.stdout).toMatch(
    /untried +control +moveWallClock: it would change the account of your key; offer createMerchant/,
  );
  expect(ended.stdout).toMatch(/untried +control +regenerateKey: it would change the account of your key/);
  expect(ended.code).toBe(0);
});
