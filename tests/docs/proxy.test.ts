import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createProgram } from "../../cli/program/program.ts";
import { freePort } from "../../scripts/free-port.ts";
import { onBody, serving } from "../local-server.ts";
import { begun, root } from "../cli/command-line.ts";
import { startMutant } from "../mutant.ts";

const page = readFileSync(join(root, "docs/proxy.md"), "utf8");

/** The blocks of a language, in order. */
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`\\n`, "gm"))].map(([, text = ""]) => text);

type Named = (context: { readonly task: { readonly name: string } }) => Promise<void>;

/** The function that a setup file gives to vitest's `beforeEach`. */
function beforeEachOf(setup: string): Named {
  let given: Named | undefined;
  const code = setup.replace(/^import .*\n/, "");
  runInNewContext(code, { beforeEach: (named: Named) => (given = named), fetch });
  if (given === undefined) throw new Error("the page gives beforeEach nothing");
  return given;
}

test("the commands and the setup file of the page judge tests, their webhooks and their names", async () => {
  await using emulator = await startMutant("created-intent-amount-a-text");
  const delivered: (string | undefined)[] = [];
  await using client = await serving((request, response) =>
    onBody(request, () => {
      delivered.push(request.url);
      response.end();
    }),
  );
  const [port, webhooks] = [String(await freePort()), String(await freePort())];
  const actual = (text: string): string =>
    text
      .replaceAll("http://127.0.0.1:8080", emulator.paymentUrl)
      .replaceAll("http://127.0.0.1:3000", client.url)
      .replaceAll("4100", port)
      .replaceAll("4180", webhooks);
  const [plain = "", withWebhooks = ""] = blocks("sh");
  expect(withWebhooks).toContain(plain.trim());
  const [, ...words] = actual(withWebhooks).trim().split(" ");
  // The port of the page may be in use.
  const args = [...words, "--port", port, "--no-allure"];
  const { until, end } = begun(args);
  await until(/Ctrl\+C/);
  const [, registered = ""] = /Register `(http\S+)`/.exec(actual(page)) ?? [];
  await emulator.control("POST", "/webhook-endpoints", {
    url: registered,
    events: ["connect.transfer.created"],
  });
  await beforeEachOf(actual(blocks("js")[0] ?? ""))({ task: { name: "pays for an order" } });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/v1/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${emulator.merchant.testKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
  await post("payment-intents", { amount: 500, currency: "xaf" });
  const { acct } = await emulator.control("POST", "/vendors", {});
  await post("connect/allocations", { destination: acct, amount: 5_000 });
  await expect.poll(() => delivered, { timeout: 20_000 }).toEqual(["/your/path"]);
  const summary = await fetch(`http://127.0.0.1:${port}/_payconform/summary`);
  expect(await summary.json()).toEqual({
    requests: 2,
    events: 1,
    violated: ["payment-intents/created-amount"],
  });
  const { code, stdout } = await end();
  expect(code).toBe(0);
  expect(stdout).toMatch(/test {7}pays for an order\n/);
});

test("the page names every option, and only those that there are", () => {
  const proxy = createProgram(() => undefined).commands.find((one) => one.name() === "proxy");
  const flags = proxy?.options.map(({ long }) => long ?? "") ?? [];
  const named = [...page.matchAll(/--[a-z][a-z-]+/g)].map(([flag]) => flag);
  expect(named.filter((flag) => !flags.includes(flag))).toEqual([]);
  // The rest are those of every command with reports.
  const shared = ["--allure-history", "--keep-results", "--document", "--port"];
  expect(flags.filter((flag) => !named.includes(flag) && !shared.includes(flag))).toEqual([]);
});
