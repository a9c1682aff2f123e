import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseProfile } from "../../harness/profile/load.ts";
import { type IntentsServer, startIntentsServer } from "../harness/intents-server.ts";
import { emptyFolder, inThisProcess, outcomeIn, root, refusalOf } from "./command-line.ts";
import { startEmulator } from "../../emulator/start.ts";

const emulator = await startEmulator({ seed: 5 });
afterAll(() => emulator.close());
const { address } = emulator;
const key = emulator.merchant.testKey;

const AT = `--target ${address.paymentUrl} --checkout-url ${address.checkoutUrl}`;

describe("init", () => {
  const template = readFileSync(join(root, "cli/templates/payconform.yaml"), "utf8");

  test("writes a valid profile, and never overwrites it", async () => {
    const folder = emptyFolder();
    const first = await inThisProcess(["init"], { folder });
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toContain(
      "Next: write the URL of your server into it (`target.baseUrl`), set PAYCONFORM_KEY to a test key, then run `payconform doctor`.",
    );
    const written = readFileSync(join(folder, "payconform.yaml"), "utf8");
    parseProfile(written, "payconform.yaml");
    expect(await refusalOf(["init"], { folder })).toMatch(
      /payconform.yaml already exists and is not overwritten/,
    );
    expect(readFileSync(join(folder, "payconform.yaml"), "utf8")).toBe(written);
  });

  test("shows every setting in a valid form", () => {
    const shown = template.replace(/^(\s*)#(?=\S)/gm, "$1");
    // The two settings for control exclude each other.
    parseProfile(shown.replace(/^ *controlUrl: .*\n/m, ""), "template");
    const all = parseProfile(shown.replace(/^ *controlModule: .*\n/m, ""), "template") as object;
    const schema = JSON.parse(readFileSync(join(root, "spec/schemas/profile.schema.json"), "utf8")) as {
      properties: object;
    };
    expect(Object.keys(all).sort()).toEqual(Object.keys(schema.properties).sort());
  });
});

describe("doctor", () => {
  test("reports a wrong key, a missing one and a missing server", async () => {
    const wrong = await inThisProcess(`doctor ${AT}`, {
      env: { PAYCONFORM_KEY: "sk_test_stranger_0123456789", PAYCONFORM_LIVE_KEY: "sk_live_x_0123456789" },
    });
    expect(wrong.stdout).toMatch(/PROBLEM +test key +refused with 401/);
    expect(wrong.stdout).toMatch(/note +live key +set, but not used: pass --allow-live-key/);
    expect(wrong.stdout).not.toMatch(/sk_(test|live)_\w/);
    expect(wrong.code).toBe(2);
    const keyless = await inThisProcess(`doctor ${AT}`);
    expect(keyless.stdout).toMatch(/PROBLEM +test key +not set: set the environment variable PAYCONFORM_KEY/);
    expect(keyless.code).toBe(2);
    const nothing = await inThisProcess(["doctor", "--target", "http://127.0.0.1:1"]);
    expect(nothing.stdout).toMatch(/PROBLEM +payment host +http:\/\/127.0.0.1:1: no connection/);
    expect(nothing.code).toBe(3);
  });

  test("receives an event if the profile says how events arrive", async () => {
    const ended = await inThisProcess(["doctor", "--probe-events"]);
    expect(ended.stdout).toMatch(/ok +events +http:\S+ reaches the receiver/);
    expect(ended.stdout).toMatch(/ok +events +subscription.created of a new test subscription arrived/);
    expect(ended.code).toBe(0);
  });
});

test("run --dry-run prints the plan and judges nothing", async () => {
  const folder = emptyFolder();
  const env = { PAYCONFORM_KEY: key };
  const ended = await inThisProcess(`run --dry-run --rules disbursements ${AT}`, { folder, env });
  expect(ended.stdout).toMatch(
    /nothing is judged\n +in scope +\d+ rules\n +judged +\d+ rules .*: disbursements \d+/,
  );
  expect(ended.stdout).toMatch(/control.settleDisbursement: 1 rule,/);
  expect(ended.stdout).toMatch(/moves money\n +POST \/v1\/disbursements/);
  expect(readdirSync(folder)).toEqual([]);
  expect(ended.code).toBe(0);
});

describe("a run with a limit", () => {
  test("ends when the limit of requests is reached, and reports what was judged", async () => {
    const folder = emptyFolder();
    const run = `run --rules payment-intents --max-requests 40 --no-allure ${AT}`;
    const ended = await inThisProcess(run, { folder, env: { PAYCONFORM_KEY: key } });
    expect(ended.code).toBe(3);
    const outcome = outcomeIn(folder);
    expect(outcome.requests).toBe(40);
    expect(outcome.interrupted).toBe(true);
    expect(outcome.totals.inconclusive).toBeGreaterThan(0);
    expect(outcome.totals.broken).toBe(0);
    expect(outcome.rules.some(({ reason }) => reason?.includes("--max-requests"))).toBe(true);
  });
});

describe("a violation", () => {
  const id = "payment-intents/amount-is-the-requested";
  let faulty: IntentsServer;
  let fixed = false;
  beforeAll(async () => {
    faulty = await startIntentsServer((answer) =>
      fixed
        ? answer
        : {
            ...answer,
            body: answer.body.toString().replace(/"amount":(\d+)/, (_all, n) => `"amount":${Number(n) + 1}`),
          },
    );
  });
  afterAll(() => faulty.close());

  test("is recorded, replayed and put into a baseline, whose entry is stale once it is fixed", async () => {
    const folder = emptyFolder();
    const options = { folder, env: { PAYCONFORM_KEY: faulty.key } };
    const judged = ["run", "--target", faulty.url, "--rules", id, "--runs", "3", "--no-allure"];
    const first = await inThisProcess(judged, options);
    expect(first.code).toBe(1);
    const file = "payconform-out/replays/payment-intents__amount-is-the-requested.json";
    expect(first.stdout).toContain(`payconform replay ${file}`);
    const recorded = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      case: unknown;
      target: unknown;
    };
    expect(recorded).toMatchObject({ rule: id, seed: 1, runs: 3, target: { baseUrl: faulty.url } });
    expect(recorded.case).toMatchObject({ property: 1, path: expect.any(String) as string });

    const again = await inThisProcess(["replay", file], options);
    expect(again.stdout).toMatch(/violated: payment-intents\/amount-is-the-requested/);
    expect(again.stdout).toMatch(/reproduced +1\/1/);
    expect(again.stdout).toMatch(/POST http:\/\/127.0.0.1:\d+\/v1\/payment-intents/);
    expect(again.stdout).not.toContain(faulty.key);
    expect(again.stdout).not.toContain("the profile has changed");
    expect(again.code).toBe(1);

    const write = ["baseline", "write", "known.yaml", "--reason", "being fixed", "--expires", "2999-12-31"];
    expect((await inThisProcess(write, options)).stdout).toMatch(/1 known violation \(1 added, 0 dropped\)/);
    const excused = await inThisProcess([...judged, "--baseline", "known.yaml"], options);
    expect(excused.stdout).toMatch(/known: listed in the baseline/);
    expect(excused.code).toBe(3);

    fixed = true;
    const replayed = await inThisProcess(["replay", file], options);
    expect(replayed.stdout).toMatch(/passed: .*\nthe recorded case was tried first/);
    expect(replayed.code).toBe(0);
    const stale = await inThisProcess([...judged, "--baseline", "known.yaml"], options);
    expect(stale.stdout).toMatch(/known.yaml:5: .* passes now, so nothing is left to excuse/);
    expect(stale.code).toBe(1);
    expect(existsSync(join(folder, file))).toBe(false);
    expect((await inThisProcess(write, options)).stdout).toMatch(/0 known violations \(0 added, 1 dropped\)/);
  });
});

test("sweep deletes what an earlier run left, and reports what it cannot delete", async () => {
  const folder = emptyFolder();
  const clocks = `${address.checkoutUrl}/v1/test-helpers/test-clocks`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const made = await fetch(clocks, {
    method: "POST",
    headers,
    body: JSON.stringify({ frozenTime: "2030-01-01T00:00:00Z" }),
  });
  const { id } = (await made.json()) as { id: string };
  const line = (fields: object): string =>
    JSON.stringify({
      did: "created",
      kind: "test clock",
      key: "test",
      target: address.paymentUrl,
      ...fields,
    });
  const out = join(folder, "payconform-out");
  const nothing = "nothing to delete: there is no folder payconform-out";
  expect((await inThisProcess(["sweep"], { folder })).stdout).toContain(nothing);
  mkdirSync(out);
  expect((await inThisProcess(["sweep"], { folder })).stdout).toMatch(/leftovers.jsonl lists no objects/);
  writeFileSync(
    join(out, "leftovers.jsonl"),
    `${line({ id })}\n${line({ id: "clock_of_another_key", key: null })}\n`,
  );
  const ended = await inThisProcess(`sweep ${AT}`, { folder, env: { PAYCONFORM_KEY: key } });
  expect(ended.stdout).toContain(`deleted test clock ${id}`);
  expect(ended.stdout).toMatch(/left +test clock clock_of_another_key: no key: the object/);
  expect(ended.code).toBe(3);
  expect((await fetch(`${clocks}/${id}`, { headers })).status).toBe(404);
  expect(readFileSync(join(out, "leftovers.jsonl"), "utf8")).not.toContain(id);
});
