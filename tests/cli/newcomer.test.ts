import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmulator } from "../../emulator/index.ts";
import { type StartedEmulator, startEmulator } from "../../emulator/start.ts";
import { globalTime, inSimulatedTime } from "../../cli/in-process/simulated-time.ts";
import { type FetchHandler, inProcessTransport } from "../../harness/http/in-process.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { parseProfile } from "../../harness/profile/load.ts";
import type { RuleResult } from "../../harness/results.ts";
import { type LocalServer, serving } from "../local-server.ts";
import { judgeUrl } from "../harness/judge-url.ts";
import { emptyFolder, inThisProcess, outcomeIn } from "./command-line.ts";

/** A user who has only a URL and a test key. The emulator is behind plain reverse proxies on other ports. */
let emulator: StartedEmulator;
let key: string;
const proxies: LocalServer[] = [];
let payment: string;
let checkout: string;

async function proxyTo(url: string): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const proxy = await serving((asked, answer) => {
    const { method = "GET", url: path = "/", headers } = asked;
    const forwarded = request({ hostname, port, method, path, headers: { ...headers, host } }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    forwarded.on("error", () => answer.destroy());
    asked.pipe(forwarded);
  });
  proxies.push(proxy);
  return proxy.url;
}

// Each test has its own, because all commands together create more vendors than a minute allows.
beforeEach(async () => {
  emulator = await startEmulator({ seed: 11, listen: { control: false } });
  key = emulator.merchant.testKey;
  [payment, checkout] = [await proxyTo(emulator.paymentUrl), await proxyTo(emulator.checkoutUrl)];
});
afterEach(() => Promise.all([...proxies.splice(0), emulator].map((one) => one.close())));

/** The rules that are neither passed nor excused, each with the command that judges it alone. */
const wrongRules = (results: Iterable<Pick<RuleResult, "id" | "verdict" | "reason">>): readonly string[] =>
  [...results]
    .filter(({ verdict }) => !["passed", "could_not_run", "not_applicable"].includes(verdict))
    .map(({ id, verdict, reason }) => `${id} is ${verdict}: ${reason ?? ""}; run \`npm run rule -- ${id}\``);

interface Whole {
  readonly results: ReadonlyMap<string, RuleResult>;
  /** The paths of successful POST requests. */
  readonly made: readonly string[];
}

/**
 * Judges the whole catalogue on that emulator with a profile, in simulated time: without vendors of its own the run creates many,
 * and would wait for their limit per minute.
 */
function judgedWhole(profile: ProfileInput): Promise<Whole> {
  return inSimulatedTime({ seed: 1 }, async () => {
    const emulator = createEmulator({ seed: 11, time: globalTime });
    const made: string[] = [];
    const counted =
      (fetch: FetchHandler): FetchHandler =>
      async (request) => {
        const { pathname } = new URL(request.url);
        const answer = await fetch(request);
        if (request.method === "POST" && answer.status < 300) made.push(pathname);
        return answer;
      };
    const target = { baseUrl: "http://payment.test", checkoutUrl: "http://checkout.test" };
    const transport = inProcessTransport({
      [target.baseUrl]: counted((request) => emulator.fetch(request)),
      [target.checkoutUrl]: counted((request) => emulator.checkoutFetch(request)),
    });
    const testKey = emulator.merchants[0]?.keys.test ?? "";
    const { results } = await judgeUrl({ profile: { ...profile, target }, testKey, transport, runs: 2 });
    await emulator.close();
    return { results, made };
  });
}

/** The paths that doctor lists under "moves money", each parameter as `{}`. */
const moneyOperations = (doctor: string): string[] =>
  [...(doctor.split("moves money\n")[1] ?? "").matchAll(/^ +POST (\S+)/gm)].map(([, path = ""]) =>
    path.replace(/\{\w+\}/g, "{}"),
  );

const operationOf = (path: string): string => path.replace(/\/(ctr|acct)_\w+/g, "/{}");

test("without a profile, doctor, the plan and the run report what is guessed", async () => {
  const options = { folder: emptyFolder(), env: { PAYCONFORM_KEY: key } };
  const at = `--target ${payment} --checkout-url ${checkout}`;
  const doctor = await inThisProcess(`doctor ${at}`, options);
  expect(doctor.stdout).toMatch(
    /guessed +\d{2,} of the judged rules use port\.createVendor.*POST \/v1\/connect\/accounts with name/,
  );
  const plan = await inThisProcess(`run --dry-run --runs 2 ${at}`, options);
  expect(plan.stdout).toMatch(/guessed +\d{2,} of the judged rules/);
  const run = await inThisProcess(`run --rules vendors/created-is-readable --no-allure ${at}`, options);
  expect(run.stdout).toMatch(
    /warnings\n +port createVendor is called with a guessed binding \(POST \/v1\/connect\/accounts/,
  );
});

test("init, doctor, the plan and the run agree", async () => {
  const folder = emptyFolder();
  const options = { folder, env: { PAYCONFORM_KEY: key } };
  const init = await inThisProcess(["init", "--target", payment, "--checkout-url", checkout], options);
  expect([init.code, init.stderr]).toEqual([0, ""]);

  const doctor = await inThisProcess(["doctor"], options);
  expect([doctor.code, doctor.stderr]).toEqual([0, ""]);
  for (const said of [
    /ok +payment host +http:\S+ answers 40\d to GET \/v1\/\S+ in \d+ ms/,
    /ok +checkout host +http:\S+ answers 40\d to GET \/v1\/\S+ in \d+ ms/,
    /ok +clock +agrees with this machine/,
    /ok +test key +accepted/,
    /note +live key +not set/,
    /judged +\d+ rules \(\d+ of them on every exchange\): .*payment-intents \d+/,
    /POST \/v1\/disbursements \(§4.3\)/,
    /ok +account +acct_\w+, from a new intent/,
    /note +events +not set/,
    /port\.createSubscription: \d+ rules,/,
    /ok +ports +1 tried on new objects: createVendor\n/,
  ])
    expect(doctor.stdout).toMatch(said);
  // `init` has tried the guess and bound the port.
  expect(doctor.stdout).not.toContain("guessed");
  expect(doctor.stdout).not.toContain(key);
  const movers = moneyOperations(doctor.stdout);

  const plan = await inThisProcess(["run", "--dry-run", "--runs", "2"], options);
  const numbers = (text: string): number[] =>
    ["in scope", "judged", "missing needs", "unobservable"].map((what) =>
      Number(new RegExp(`^ +${what} +(\\d+)`, "m").exec(text)?.[1]),
    );
  expect(numbers(plan.stdout)).toEqual(numbers(doctor.stdout));
  const [scope = 0, judged = 0, lacking = 0, unobservable = 0] = numbers(plan.stdout);
  expect(judged + lacking + unobservable).toBe(scope);

  const few = ["disbursements", "vendors/created-is-readable"];
  const run = await inThisProcess(["run", "--rules", ...few, "--runs", "2", "--no-allure"], options);
  expect(run.code, run.stderr).toBe(3);
  expect(run.stdout).toMatch(/exit code 3: incomplete: \d+ rules? \(/);
  expect(run.stdout).not.toContain("guessed binding");
  const outcome = outcomeIn(folder);
  expect(outcome.target.baseUrl).toBe(payment);
  expect(wrongRules(outcome.rules)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(["payconform-out", "payconform.yaml"]);

  const profile = parseProfile(readFileSync(join(folder, "payconform.yaml"), "utf8"), "payconform.yaml");
  const { results, made } = await judgedWhole(profile);
  expect(wrongRules(results.values())).toEqual([]);
  const passed = [...results.values()].filter(({ verdict }) => verdict === "passed").length;
  // It is only known after the run which fields the answers contain.
  expect(Math.abs(passed - judged) / judged).toBeLessThan(0.03);
  // A vendor by a guess: its whole balance stays pending, so that no withdrawal succeeds.
  const money = made.filter(
    (path) => !/payment-intents|sessions|test-clocks|^\/v1\/connect\/accounts$/.test(path),
  );
  expect([...new Set(money.map(operationOf))].sort()).toEqual(
    movers.filter((operation) => !operation.endsWith("/withdrawals")).sort(),
  );

  const part = await inThisProcess(["run", "--dry-run", "--rules", "authentication", "--runs", "2"], options);
  const listed = await inThisProcess(["rules", "authentication"], options);
  expect(listed.stdout).toMatch(new RegExp(`\n${numbers(part.stdout)[0] ?? ""} rules\n$`));
});
