import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type StartedEmulator, startEmulator } from "../../../emulator/start.ts";
import { onBody, serving } from "../../local-server.ts";
import { begun, emptyFolder, folderWith, outcomeIn, refusalOf } from "../command-line.ts";
import { startMutant } from "../../mutant.ts";

const WRONG_AMOUNT = "created-intent-amount-a-text";
const RULE = "payment-intents/created-amount";

function emulatorWith(mutant: string): Promise<StartedEmulator> {
  return startMutant(mutant, { signWebhooks: true });
}

/** A proxy; `urls` are the addresses in the order in which it prints them: payment, checkout, webhooks. */
async function startProxy(flags: string) {
  const folder = emptyFolder();
  const { until, end } = begun(`proxy --port 0 --no-allure ${flags}`, { folder });
  const printed = await until(/Ctrl\+C/);
  const urls = [...printed.matchAll(/^(http:\S+) {2}passes to/gm)].map(([, url = ""]) => url);
  return { folder, urls, end: () => end("SIGINT") };
}

const hostsOf = ({ paymentUrl, checkoutUrl }: StartedEmulator): string =>
  `--target ${paymentUrl} --checkout-url ${checkoutUrl}`;

const post = (url: string, body: object, key = ""): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** What the proxy has found so far, after it has judged everything that passed. */
const summaryOf = async (url: string) =>
  (await (await fetch(`${url}/_payconform/summary`)).json()) as {
    requests: number;
    events: number;
    violated: string[];
  };

describe("proxy", () => {
  test("prints each cause once, names the test that provoked it, and reports what passed on both hosts", async () => {
    await using emulator = await emulatorWith(WRONG_AMOUNT);
    const { testKey } = emulator.merchant;
    const proxy = await startProxy(hostsOf(emulator));
    const [payment = "", checkout = ""] = proxy.urls;
    const pay = (): Promise<Response> =>
      post(`${payment}/v1/payment-intents`, { amount: 500, currency: "xaf" }, testKey);
    expect((await post(`${payment}/_payconform/test`, { name: "pays" })).status).toBe(204);
    expect(await (await pay()).json()).toMatchObject({ amount: "500" });
    await post(`${payment}/_payconform/test`, { name: "pays again" });
    await pay();
    expect((await post(`${checkout}/v1/subscriptions`, {}, testKey)).status).toBe(422);
    expect(await summaryOf(payment)).toEqual({ requests: 3, events: 0, violated: [RULE] });
    const { code, stdout, stderr } = await proxy.end();
    expect([code, stderr]).toEqual([
      0,
      "payconform: ends with exit code 0, because --fail-on violated is not set\n",
    ]);
    const [live = "", report = ""] = stdout.split("payconform judges");
    expect(live.match(/`amount` is a string/g)).toHaveLength(1);
    expect(live).toMatch(/test {7}pays\n/);
    expect(live).toContain(
      `curl -isS ${emulator.paymentUrl}/v1/payment-intents -H "authorization: Bearer $TRAFFIC_KEY_1"`.replace(
        "authorization",
        "Authorization",
      ),
    );
    expect(report).toMatch(/POST \/v1\/payment-intents +200 × 2\n/);
    expect(report).toMatch(/POST \/v1\/subscriptions +422 × 1\n/);
    const { rules, traffic } = outcomeIn(proxy.folder);
    expect(rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id)).toEqual([RULE]);
    expect(rules.find(({ id }) => id === RULE)?.violation).toMatchObject({ test: "pays", reproduced: "2/2" });
    expect(traffic).toMatchObject({ requests: 3, recognized: 3 });
    expect(JSON.stringify(rules) + stdout).not.toContain(testKey);
  });

  test("ends with 1 for a violation with --fail-on violated, unless the baseline lists it", async () => {
    await using emulator = await emulatorWith(WRONG_AMOUNT);
    const known = `schemaVersion: 1\nknown:\n  - rule: ${RULE}\n    reason: being fixed\n    expires: 2999-01-01\n`;
    const folder = folderWith({ "baseline.yaml": known });
    for (const [flags, expected, printed] of [
      ["", 1, 1],
      [`--baseline ${join(folder, "baseline.yaml")}`, 0, 0],
    ] as const) {
      const proxy = await startProxy(`${hostsOf(emulator)} --fail-on violated ${flags}`);
      const [payment = ""] = proxy.urls;
      await post(
        `${payment}/v1/payment-intents`,
        { amount: 500, currency: "xaf" },
        emulator.merchant.testKey,
      );
      const { code, stdout } = await proxy.end();
      expect(code).toBe(expected);
      const [live = ""] = stdout.split("payconform judges");
      expect(live.match(/`amount` is a string/g) ?? []).toHaveLength(printed);
    }
  });

  test("passes webhooks on with their bytes and signatures, answers as the client does, and judges the events", async () => {
    await using emulator = await startEmulator({ signWebhooks: true });
    const got: { url: string; body: string; headers: IncomingHttpHeaders }[] = [];
    await using client = await serving((request, response) =>
      onBody(request, (body) => {
        got.push({ url: request.url ?? "", body: body.toString(), headers: request.headers });
        response.writeHead(got.length === 1 ? 503 : 200).end();
      }),
    );
    const to = `--webhook-port 0 --webhook-to ${client.url}/hooks`;
    const proxy = await startProxy(`${hostsOf(emulator)} ${to}`);
    const [payment = "", , webhooks = ""] = proxy.urls;
    const events = ["connect.transfer.created"];
    await emulator.control("POST", "/webhook-endpoints", { url: `${webhooks}/shop?a=1`, events });
    const { acct } = await emulator.control("POST", "/vendors", {});
    await post(
      `${payment}/v1/connect/allocations`,
      { destination: acct, amount: 5_000 },
      emulator.merchant.testKey,
    );
    const { body } = await emulator.nextEvent("connect.transfer.created");
    await expect.poll(() => got.length, { timeout: 20_000 }).toBe(1);
    await emulator.emulator.idle();
    // The emulator repeats what the client refused.
    await emulator.advance(5_000);
    await expect.poll(() => got.length, { timeout: 20_000 }).toBe(2);
    expect(got.map((one) => [one.url, JSON.parse(one.body) as unknown])).toEqual([
      ["/hooks/shop?a=1", body],
      ["/hooks/shop?a=1", body],
    ]);
    expect(got[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(await summaryOf(payment)).toEqual({ requests: 1, events: 2, violated: [] });
    expect((await proxy.end()).code).toBe(0);
  });

  test("passes control below the payment host, and control of another host on its own port", async () => {
    await using emulator = await startEmulator();
    await using elsewhere = await serving((_request, response) => response.end('{"elsewhere":true}'));
    const { paymentUrl: baseUrl, checkoutUrl, address } = emulator;
    const folder = emptyFolder();
    const profile = join(folder, "profile.yaml");
    const described = (controlUrl: string | undefined): void =>
      writeFileSync(profile, JSON.stringify({ target: { baseUrl, checkoutUrl, controlUrl } }));
    described(address.controlUrl);
    const below = await startProxy(`--profile ${profile}`);
    expect(below.urls).toHaveLength(2);
    expect((await fetch(`${below.urls[0]}/control/merchants`)).status).toBe(200);
    await below.end();
    described(elsewhere.url);
    const beside = await startProxy(`--profile ${profile}`);
    expect(await (await fetch(`${beside.urls[2]}/merchants`)).json()).toEqual({ elsewhere: true });
    expect((await beside.end()).code).toBe(0);
  });

  test("answers what the tests ask it wrongly with a sentence", async () => {
    await using target = await serving((_request, response) => response.end());
    const { urls, end } = await startProxy(`--target ${target.url}`);
    const [payment = ""] = urls;
    expect(urls).toHaveLength(1);
    const said = async (answer: Response): Promise<unknown> => [answer.status, await answer.text()];
    for (const body of [{}, { name: 1 }, []])
      expect(await said(await post(`${payment}/_payconform/test`, body))).toEqual([
        400,
        'payconform proxy: the body must be {"name": "pays an invoice"}, or {"name": ""} when the test ends\n',
      ]);
    expect(await said(await fetch(`${payment}/_payconform/test`))).toEqual([
      404,
      "payconform proxy: GET /_payconform/test is not known; use POST /_payconform/test or GET /_payconform/summary\n",
    ]);
    // Nothing was judged, which is no reason to fail.
    expect((await end()).code).toBe(0);
  });

  test("says what is wrong before it listens", async () => {
    await using taken = await serving(() => undefined);
    const errorOf = (flags: string) => refusalOf(`proxy --no-allure --target http://127.0.0.1:1 ${flags}`);
    expect(await errorOf(`--port ${taken.port}`)).toBe(
      `payconform: Cannot listen on 127.0.0.1:${taken.port}: the port is in use; set another --port, or 0 for any free port\n`,
    );
    const checkout = `--port 0 --checkout-url http://127.0.0.1:2 --checkout-port ${taken.port}`;
    expect(await errorOf(checkout)).toContain("another --checkout-port");
    const webhooks = `--port 0 --webhook-to ${taken.url} --webhook-port ${taken.port}`;
    expect(await errorOf(webhooks)).toContain("another --webhook-port");
    const file = join(emptyFolder(), "file");
    writeFileSync(file, "");
    expect(await errorOf(`--port 0 --out ${file}`)).toContain("is not a folder");
    expect(readFileSync(file, "utf8")).toBe("");
  });
});
