import { readdirSync, readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator, type Emulator, type EmulatorAddress } from "../../emulator/index.ts";
import { emptyFolder, payconform } from "./command-line.ts";

/** What somebody does who has a URL and a test key, and nothing else: the emulator behind plain reverse proxies on other ports. */
let emulator: Emulator;
let address: EmulatorAddress;
let key: string;
const proxies: Server[] = [];
let payment: string;
let checkout: string;
/** What went through the payment host's proxy, and succeeded. */
const made: string[] = [];
let requests = 0;

async function proxyTo(url: string): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const proxy = createServer((asked, answer) => {
    requests += 1;
    const { method = "GET", url: path = "/", headers } = asked;
    const forwarded = request({ hostname, port, method, path, headers: { ...headers, host } }, (came) => {
      const status = came.statusCode ?? 502;
      if (method === "POST" && status < 300) made.push(path);
      answer.writeHead(status, came.headers);
      came.pipe(answer);
    });
    forwarded.on("error", () => answer.destroy());
    asked.pipe(forwarded);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  emulator = createEmulator({ seed: 11 });
  address = await emulator.listen();
  key = emulator.merchants[0]?.keys.test ?? "";
  [payment, checkout] = [await proxyTo(address.paymentUrl), await proxyTo(address.checkoutUrl)];
});
afterAll(async () => {
  for (const proxy of proxies) {
    proxy.closeAllConnections();
    proxy.close();
  }
  await address.close();
  await emulator.close();
});

interface Outcome {
  readonly target: { readonly baseUrl: string };
  readonly totals: Record<string, number>;
  readonly rules: readonly { readonly area: string; readonly verdict: string }[];
}

/** The paths that doctor lists under "moves money", each parameter as `{}`. */
const moneyOperations = (doctor: string): string[] =>
  [...(doctor.split("moves money\n")[1] ?? "").matchAll(/^ +POST (\S+)/gm)].map(([, path = ""]) =>
    path.replace(/\{\w+\}/g, "{}"),
  );

const operationOf = (path: string): string => path.replace(/\/(ctr|acct)_\w+/g, "/{}");

test("init, doctor, the plan and the run agree with one another", async () => {
  const folder = emptyFolder();
  const options = { folder, env: { PAYCONFORM_KEY: key } };
  const init = await payconform(["init", "--target", payment, "--checkout-url", checkout], options);
  expect([init.code, init.stderr]).toEqual([0, ""]);

  const doctor = await payconform(["doctor", "--runs", "2"], options);
  expect([doctor.code, doctor.stderr]).toEqual([0, ""]);
  for (const said of [
    /ok +payment host +http:\S+ answers 404 in \d+ ms/,
    /ok +checkout host +http:\S+ answers 404 in \d+ ms/,
    /ok +clock +agrees with ours/,
    /ok +test key +accepted/,
    /ok +account +acct_\w+, learned from a created intent/,
    /note +events +the profile does not say how they arrive/,
    /port\.createSubscription: \d+ rules wait/,
  ])
    expect(doctor.stdout).toMatch(said);
  expect(doctor.stdout).not.toContain(key);
  const movers = moneyOperations(doctor.stdout);

  const plan = await payconform(["run", "--dry-run", "--runs", "2"], options);
  const numbers = (text: string): number[] =>
    ["in scope", "judged", "lacking needs", "unobservable", "requests +about"].map((what) =>
      Number(new RegExp(`^ +${what} +(\\d+)`, "m").exec(text)?.[1]),
    );
  expect(numbers(plan.stdout)).toEqual(numbers(doctor.stdout));
  const [scope = 0, judged = 0, lacking = 0, unobservable = 0, about = 0] = numbers(plan.stdout);
  expect(judged + lacking + unobservable).toBe(scope);

  requests = 0;
  made.length = 0;
  const run = await payconform(["run", "--runs", "2", "--no-allure"], options);
  expect(run.code, run.stderr).toBe(3);
  expect(run.stdout).toMatch(/exit code 3: incomplete: \d+ rules could not be judged/);
  const out = join(folder, "payconform-out");
  const outcome = JSON.parse(readFileSync(join(out, "conformance.json"), "utf8")) as Outcome;
  expect(outcome.target.baseUrl).toBe(payment);
  expect(outcome.totals).toMatchObject({ violated: 0, inconclusive: 0, unstable: 0, broken: 0 });
  const { passed = 0 } = outcome.totals;
  // What the target's answers turn out to carry is known afterwards only.
  expect(Math.abs(passed - judged) / judged).toBeLessThan(0.03);
  expect(requests / about).toBeGreaterThan(0.6);
  expect(requests / about).toBeLessThan(1.5);
  // A vendor by a guess: its whole balance stays pending, so that no withdrawal succeeds.
  const money = made.filter(
    (path) => !/payment-intents|sessions|test-clocks|^\/v1\/connect\/accounts$/.test(path),
  );
  expect([...new Set(money.map(operationOf))].sort()).toEqual(
    movers.filter((operation) => !operation.endsWith("/withdrawals")).sort(),
  );
  expect(readdirSync(folder).sort()).toEqual(["payconform-out", "payconform.yaml"]);

  const part = await payconform(["run", "--dry-run", "--rules", "authentication", "--runs", "2"], options);
  const listed = await payconform(["rules", "authentication"], options);
  expect(listed.stdout).toMatch(new RegExp(`\n${numbers(part.stdout)[0] ?? ""} rules\n$`));
});
