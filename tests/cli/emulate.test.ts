import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../../emulator/http/send.ts";
import { blockedPort } from "../local-server.ts";
import { environment } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { emulating } from "./command-line.ts";

test("the emulator prints its addresses and keys on one line, and ends cleanly on SIGTERM", async () => {
  const { end, controlUrl, dashboardUrl, controlToken, ...printed } = await emulating([]);
  const { paymentUrl, key } = printed;
  expect(paymentUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect([controlUrl, dashboardUrl]).toEqual([`${paymentUrl}/control`, `${paymentUrl}/dashboard`]);
  expect(controlToken).toBeUndefined();
  expect(key).toMatch(/^sk_test_/);
  const { code, stdout } = await end();
  expect([code, stdout.trimEnd().split("\n").length]).toEqual([0, 1]);
});

const fromShop = { origin: "https://shop.test" };
test.each<[readonly string[], Record<string, string>, number, readonly string[]]>([
  [["--host", "0.0.0.0"], {}, 401, ["controlUrl", "dashboardUrl", "controlToken"]],
  [["--no-control"], {}, 404, []],
  [["--no-dashboard"], {}, 200, ["controlUrl"]],
  [[], fromShop, 403, ["controlUrl", "dashboardUrl"]],
  [["--allow-host", "other.test", "Shop.Test"], fromShop, 200, ["controlUrl", "dashboardUrl"]],
])(
  "with %j, control answers a request with %j with %d, and the line has %j",
  async (flags, headers, ...is) => {
    const printed = await emulating(flags);
    const { status } = await fetch(`${printed.paymentUrl}/control`, { headers });
    const served = ["controlUrl", "dashboardUrl", "controlToken"].filter((name) => name in printed);
    expect([status, served]).toEqual(is);
  },
);

test("the emulator gives addresses that a client can use, though it listens on all of them", async () => {
  const flags = ["--host", "0.0.0.0", "--allow-host", "emulator.test"];
  const { paymentUrl, checkoutUrl, controlUrl = "", controlToken = "" } = await emulating(flags);
  expect(paymentUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const headers = { "control-token": controlToken, host: "emulator.test:8080" };
  const { text } = await send(`${controlUrl}/openapi.json`, { method: "GET", headers });
  expect(JSON.parse(text)).toMatchObject({ servers: [{ url: "http://emulator.test:8080" }] });
  expect(text).toContain(checkoutUrl.replace("127.0.0.1", "emulator.test"));
});

test("the emulator names a port to which browsers do not connect", async () => {
  const port = await blockedPort();
  const { code, stderr } = await (await emulating(["--port", String(port)])).end();
  expect([code, stderr]).toEqual([
    0,
    `browsers and fetch refuse to connect to port ${port}: choose another --port for them\n`,
  ]);
});

test("the emulator loses what --fault names, and logs each request with --log", async () => {
  const faults = ["lose-answer:createPaymentIntent:times=1", "error:listRemittances:status=503"];
  const { paymentUrl, key, end } = await emulating(["--log", "--fault", ...faults]);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ amount: 5_000, currency: "xaf" });
  const create = () => fetch(`${paymentUrl}/v1/payment-intents`, { method: "POST", headers, body });
  expect((await fetch(`${paymentUrl}/v1/remittance`, { headers })).status).toBe(503);
  await expect(create()).rejects.toThrow("fetch failed");
  expect((await create()).status).toBe(200);
  const { stderr } = await end();
  const lines = stderr.split("\n").filter((line) => line.includes("req_"));
  expect(lines.map((line) => line.split("  ").slice(1, -1))).toEqual([
    ["req_1", "GET /v1/remittance", "listRemittances", "error (503)"],
    ["req_2", "POST /v1/payment-intents", "createPaymentIntent", "lose-answer (200)"],
    ["req_3", "POST /v1/payment-intents", "createPaymentIntent", "200"],
  ]);
  expect(stderr).not.toContain("sk_test_");
});

test("the emulator logs requests and deliveries by one clock", async () => {
  const emulator = await emulating(["--now", "2026-01-01T08:00:00Z", "--log"]);
  const { controlUrl = "", checkoutUrl, merchants, key, end } = emulator;
  const post = async (url: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return String(((await answer.json()) as { id?: string }).id);
  };
  const control = `${controlUrl}/merchants/${merchants[0]?.accountId}`;
  await post(`${control}/webhook-endpoints`, { url: "http://127.0.0.1:1/", events: ["invoice.paid"] });
  const customerId = await post(`${checkoutUrl}/v1/customers`, {});
  const priceId = await post(`${checkoutUrl}/v1/prices`, { amount: 2_000 });
  await post(`${checkoutUrl}/v1/subscriptions`, { customerId, items: [{ priceId }] });
  await post(`${control}/idle`, { withinMs: 2_000 });
  const lines = (await end()).stderr.trimEnd().split("\n");
  expect(lines.filter((line) => line.includes("invoice.paid to "))).toHaveLength(1);
  expect(lines.filter((line) => !/^08:00:\d\d\.\d{3} {2}/.test(line))).toEqual([]);
});

test("the emulator ends with the process that started it, if it is asked to", async () => {
  const script = join(compiled(), "cli/main.js");
  const child = spawn(process.execPath, [script, "emulate", "--until-stdin-ends"], {
    env: environment({}),
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  child.stdin.destroy();
  expect(await exited).toEqual([0, null]);
});
