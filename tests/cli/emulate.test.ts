import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../../emulator/http/send.ts";
import { blockedPort } from "../local-server.ts";
import { environment } from "../child-process.ts";
import { compiled } from "../compiled.ts";
import { payconform } from "./command-line.ts";

interface Printed {
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
  readonly controlUrl?: string;
  readonly dashboardUrl?: string;
  readonly controlToken?: string;
  readonly merchants: readonly { readonly keys: { readonly test: string } }[];
}

/** The output of `emulate`, and its answer to a request. */
async function emulated(
  flags: readonly string[],
  headers: Record<string, string> = {},
): Promise<Printed & { code: number | null; control: number }> {
  let control: Promise<number> | undefined;
  const ended = await payconform(["emulate", ...flags], {
    onOutput: (text, kill) => {
      const { paymentUrl } = JSON.parse(text) as Printed;
      control ??= fetch(`${paymentUrl}/control`, { headers }).then((answer) => {
        kill("SIGTERM");
        return answer.status;
      });
    },
  });
  return { ...(JSON.parse(ended.stdout) as Printed), code: ended.code, control: (await control) ?? 0 };
}

test("the emulator prints its addresses and keys on one line, and ends cleanly on SIGTERM", async () => {
  const ended = await emulated([]);
  expect([ended.code, ended.control]).toEqual([0, 200]);
  expect(ended.paymentUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(ended.controlUrl).toBe(`${ended.paymentUrl}/control`);
  expect(ended.dashboardUrl).toBe(`${ended.paymentUrl}/dashboard`);
  expect(ended.controlToken).toBeUndefined();
  expect(ended.merchants[0]?.keys.test).toMatch(/^sk_test_/);
});

test.each([
  [["--host", "0.0.0.0"], 401, ["controlUrl", "dashboardUrl", "controlToken"]],
  [["--no-control"], 404, []],
  [["--no-dashboard"], 200, ["controlUrl"]],
] as const)("with %j, control answers %d, and the line has %j", async (flags, control, served) => {
  const ended = await emulated(flags);
  expect([ended.code, ended.control]).toEqual([0, control]);
  expect(["controlUrl", "dashboardUrl", "controlToken"].filter((name) => name in ended)).toEqual(served);
});

test("the emulator gives addresses that a client can use, though it listens on all of them", async () => {
  let answers: Promise<unknown> | undefined;
  const ended = await payconform(["emulate", "--host", "0.0.0.0", "--allow-host", "emulator.test"], {
    onOutput: (text, kill) => {
      const { controlUrl = "", controlToken = "" } = JSON.parse(text) as Printed;
      const headers = { "control-token": controlToken, host: "emulator.test:8080" };
      answers ??= send(`${controlUrl}/openapi.json`, { method: "GET", headers })
        .then((answer) => JSON.parse(answer.text) as { servers: { url: string }[] })
        .finally(() => kill("SIGTERM"));
    },
  });
  const { paymentUrl, checkoutUrl } = JSON.parse(ended.stdout) as Printed;
  expect(paymentUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await answers, ended.stderr).toMatchObject({
    servers: [{ url: "http://emulator.test:8080" }],
  });
  expect(JSON.stringify(await answers)).toContain(checkoutUrl.replace("127.0.0.1", "emulator.test"));
});

test("the emulator names a port to which browsers do not connect", async () => {
  const port = await blockedPort();
  const { code, stderr } = await payconform(["emulate", "--port", String(port)], {
    onOutput: (_text, kill) => kill("SIGTERM"),
  });
  expect([code, stderr]).toEqual([
    0,
    `browsers and fetch refuse to connect to port ${port}: choose another --port for them\n`,
  ]);
});

test("the emulator loses what --fault names, and logs each request with --log", async () => {
  let asked: Promise<unknown> | undefined;
  const ended = await payconform(
    [
      "emulate",
      "--log",
      "--fault",
      "lose-answer:createPaymentIntent:times=1",
      "error:listRemittances:status=503",
    ],
    {
      onOutput: (text, kill) => {
        const { paymentUrl, merchants } = JSON.parse(text) as Printed;
        const headers = {
          authorization: `Bearer ${merchants[0]?.keys.test}`,
          "content-type": "application/json",
        };
        const body = JSON.stringify({ amount: 5_000, currency: "xaf" });
        const create = () =>
          fetch(`${paymentUrl}/v1/payment-intents`, { method: "POST", headers, body }).then(
            ({ status }) => status,
            () => "no answer",
          );
        asked ??= (async () => {
          const listed = await fetch(`${paymentUrl}/v1/remittance`, { headers });
          const answers = [await create(), await create(), listed.status];
          kill("SIGTERM");
          return answers;
        })();
      },
    },
  );
  expect(await asked).toEqual(["no answer", 200, 503]);
  const lines = ended.stderr.split("\n").filter((line) => line.includes("req_"));
  expect(lines.map((line) => line.split("  ").slice(1, -1))).toEqual([
    ["req_1", "GET /v1/remittance", "listRemittances", "error (503)"],
    ["req_2", "POST /v1/payment-intents", "createPaymentIntent", "lose-answer (200)"],
    ["req_3", "POST /v1/payment-intents", "createPaymentIntent", "200"],
  ]);
  expect(ended.stderr).not.toContain("sk_test_");
});

test.each([
  [[], 403],
  [["--allow-host", "other.test", "Shop.Test"], 200],
])("the emulator answers a page of another host only if that host is allowed: %j", async (flags, status) => {
  expect((await emulated(flags, { origin: "https://shop.test" })).control).toBe(status);
});

test("the emulator serves the interface with its own addresses, below the control protocol only", async () => {
  let answers: Promise<unknown> | undefined;
  const ended = await payconform(["emulate", "--port", "0"], {
    onOutput: (text, kill) => {
      const { paymentUrl, controlUrl = "" } = JSON.parse(text) as Printed;
      answers ??= Promise.all([fetch(`${controlUrl}/openapi.json`), fetch(`${paymentUrl}/openapi.json`)])
        .then(async ([served, beside]) => {
          const contract = (await served.json()) as { openapi: string; servers: { url: string }[] };
          return [contract.openapi, contract.servers[0]?.url === paymentUrl, beside.status];
        })
        .finally(() => kill("SIGTERM"));
    },
  });
  expect(await answers, ended.stderr).toEqual(["3.1.0", true, 404]);
});

test("the emulator logs requests and deliveries by one clock", async () => {
  let asked: Promise<unknown> | undefined;
  const { stderr } = await payconform(["emulate", "--now", "2026-01-01T08:00:00Z", "--log"], {
    onOutput: (text, kill) => {
      const {
        controlUrl = "",
        checkoutUrl,
        merchants,
      } = JSON.parse(text) as Printed & {
        merchants: readonly { readonly accountId: string }[];
      };
      const key = String(merchants[0]?.keys.test);
      const send = async (url: string, body: object): Promise<string> => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
        return String(((await answer.json()) as { id?: string }).id);
      };
      const control = `${controlUrl}/merchants/${String(merchants[0]?.accountId)}`;
      asked ??= (async () => {
        await send(`${control}/webhook-endpoints`, { url: "http://127.0.0.1:1/", events: ["invoice.paid"] });
        const customerId = await send(`${checkoutUrl}/v1/customers`, {});
        const priceId = await send(`${checkoutUrl}/v1/prices`, { amount: 2_000 });
        await send(`${checkoutUrl}/v1/subscriptions`, { customerId, items: [{ priceId }] });
        await send(`${control}/idle`, { withinMs: 2_000 });
      })().finally(() => kill("SIGTERM"));
    },
  });
  await asked;
  const lines = stderr.trimEnd().split("\n");
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
