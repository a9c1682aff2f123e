import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { toRunPlan } from "../../../cli/plan/plan.ts";
import { emulatorProfile } from "../../../cli/targets/emulator.ts";
import { planRun } from "../../../harness/run/plan.ts";
import { type ProfileInput, withDefaults } from "../../../harness/profile/defaults.ts";
import { parseProfile } from "../../../harness/profile/load.ts";
import type { Keys, PortBinding } from "../../../harness/profile/types.ts";
import { openSession } from "../../../harness/run/open.ts";
import { socketTransport } from "../../../harness/http/socket.ts";
import { checks } from "../../../suites/index.ts";
import { startSecondServer } from "../../second-server/index.ts";
import { environmentOf, profileOf } from "../../second-server/profile.ts";
import { startServer } from "../../docs/first-run-servers.ts";
import { startIntentsServer } from "../../harness/intents-server.ts";
import { emptyFolder, folderWith, inThisProcess } from "../command-line.ts";
import { startEmulator } from "../../../emulator/start.ts";

const emulator = await startEmulator({ seed: 5 });
const second = await startSecondServer();
afterAll(async () => {
  await emulator.close();
  await second.close();
});

/** The number of rules that a run with this profile would judge. */
async function judgedBy(written: ProfileInput, keys: Keys): Promise<number> {
  const profile = withDefaults(written);
  const transport = socketTransport({ connections: 1 });
  const session = await openSession({ profile, keys, transport, seed: 1, runs: 2, liveKeyAllowed: false });
  await session.close();
  return toRunPlan(planRun({ checks, patterns: [] }), { supplies: session.supplies }).judged.length;
}

type Ports = Readonly<Record<string, PortBinding>>;

const withoutOutputs = (ports: Ports): object =>
  Object.fromEntries(Object.entries(ports).map(([name, { outputs: _outputs, ...port }]) => [name, port]));

/** The profile that `init` makes of one that lacks settings. */
async function completed(
  given: object,
  options: { args: readonly string[]; env: Record<string, string> },
): Promise<{ profile: ProfileInput; text: string; stdout: string }> {
  const folder = folderWith({ "given.yaml": stringify(given) });
  const { args, env } = options;
  const files = ["--profile", "given.yaml", "--out", "payconform.yaml"];
  const ended = await inThisProcess(["init", ...args, ...files], { folder, env });
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  const text = readFileSync(join(folder, "payconform.yaml"), "utf8");
  return { profile: parseProfile(text, "payconform.yaml"), text, stdout: ended.stdout };
}

/** The pointers that were not found, and those that differ from the hand-written ones. */
function compared(seen: Ports = {}, written: Ports): { unseen: readonly string[]; wrong: readonly string[] } {
  const pointers = Object.entries(written).flatMap(([name, { outputs = {} }]) =>
    Object.entries(outputs).map(([output, at]) => ({
      name: `${name}.${output}`,
      at,
      seen: seen[name]?.outputs?.[output],
    })),
  );
  return {
    unseen: pointers.filter((pointer) => pointer.seen === undefined).map(({ name }) => name),
    wrong: pointers.filter(({ at, seen: own }) => own !== undefined && own !== at).map(({ name }) => name),
  };
}

/** On the emulator, which serves every section. */
const withoutSettings = completed(
  {},
  { args: ["--target", emulator.address.paymentUrl], env: { PAYCONFORM_KEY: emulator.merchant.testKey } },
);

test("settings that are not found become comments, each with a valid example", async () => {
  const { profile, text, stdout } = await withoutSettings;
  expect(stdout).toMatch(/\d+ settings are still open, each a comment with an example/);
  // The guess that creates vendors, even though control creates them too.
  expect(Object.keys(profile.ports ?? {})).toEqual(["createVendor"]);
  expect(text).toMatch(
    /# Creates a customer\. .* rules need it\.\n {2}#createCustomer: \{ method: POST, host: checkout,/,
  );
  expect(text).toMatch(/# The checkout host, .*\n {2}#checkoutUrl: http/);
  const enabled = text
    .replace(/^ *#(controlModule|controlUrl|checkoutUrl).*\n/gm, "")
    .replace(/^(\s*)#(?=\S)/gm, "$1");
  const ports = parseProfile(enabled, "enabled").ports ?? {};
  expect(Object.keys(ports)).toEqual(
    expect.arrayContaining(["createCustomer", "createVendor", "voidInvoice"]),
  );
});

test("doctor prints what a profile lacks, and uses and writes none of it", async () => {
  const folder = emptyFolder();
  const { createCustomer: { outputs: _outputs, ...createCustomer } = {} } = emulatorProfile(
    emulator.address,
  ).ports;
  const { paymentUrl, checkoutUrl } = emulator.address;
  const given = stringify({ target: { baseUrl: paymentUrl, checkoutUrl }, ports: { createCustomer } });
  writeFileSync(join(folder, "payconform.yaml"), given);
  const env = { PAYCONFORM_KEY: emulator.merchant.testKey };
  const ended = await inThisProcess(["doctor"], { folder, env });
  for (const found of [
    /found +control +http:\S+\/control serves the control protocol/,
    /found +events +a receiver on this machine can be registered/,
    /found +ports +1 by trying: createVendor\n/,
    /found +fields +\d+ by trying: vendor-name, /,
    /PROBLEM +port +createCustomer: .*its outputs are not in the profile: `payconform doctor --write` adds/,
    /note +events +not set/,
    /control +not set/,
    /guessed +\d+ of the judged rules use port.createVendor/,
    /The profile lacks what was found; `payconform doctor --write` writes it/,
  ])
    expect(ended.stdout).toMatch(found);
  expect(ended.code).toBe(2);
  expect(readFileSync(join(folder, "payconform.yaml"), "utf8")).toBe(given);

  // Nothing is left to find or to do after it was written.
  const refused = await inThisProcess(["doctor", "--write"], { folder, env });
  expect(refused.stderr).toMatch(/already exists and is not overwritten; .* --overwrite/);
  expect((await inThisProcess(["doctor", "--overwrite"], { folder, env })).code).toBe(0);
  const again = await inThisProcess(["doctor"], { folder, env });
  expect(again.code).toBe(0);
  expect(again.stdout).not.toMatch(/PROBLEM|^ +found |guessed/m);
});

test("a profile in another folder names the same files", async () => {
  const given = { target: { baseUrl: emulator.paymentUrl }, keys: { test: { file: "test.key" } } };
  const folder = folderWith({ "test.key": emulator.merchant.testKey, "given.yaml": stringify(given) });
  mkdirSync(join(folder, "team"));
  const args = ["doctor", "--profile", "given.yaml", "--write", "--out", "team/payconform.yaml"];
  expect((await inThisProcess(args, { folder })).stdout).toContain("wrote team/payconform.yaml");
  const moved = await inThisProcess(["doctor", "--profile", "team/payconform.yaml"], { folder });
  expect(moved.stdout).not.toMatch(/PROBLEM/);
  expect(moved.code).toBe(0);
});

test("sections without any route are proposed as not offered", async () => {
  const { close, key, url } = await startIntentsServer((answer) => answer);
  try {
    const { profile, text } = await completed({}, { args: ["--target", url], env: { PAYCONFORM_KEY: key } });
    expect(profile.notOffered).toBe(undefined);
    expect(text).toMatch(
      /# The target has no route of .*§4\.4 Remittances; .*\. Leave them out if you never offer them\.\n#notOffered: \[.*remittances.*\]\n/,
    );
    // A host that is not configured may serve them.
    expect(text).not.toMatch(/The target has no route of .*(Payment intents|Checkout sessions|Test clocks)/);
    const { text: given } = await completed(
      { notOffered: ["remittances"] },
      { args: ["--target", url], env: { PAYCONFORM_KEY: key } },
    );
    expect(given).not.toMatch(/The target has no route of/);
    expect((await withoutSettings).text).not.toMatch(/The target has no route of/);
  } finally {
    await close();
  }
});

test("no profile is written for a server that refuses the key", async () => {
  const { close, key, url } = await startServer("locked");
  try {
    const folder = emptyFolder();
    const ended = await inThisProcess(["init", "--target", url], { folder, env: { PAYCONFORM_KEY: key } });
    expect(ended.stdout).toMatch(/PROBLEM +test key +refused with 401/);
    expect(ended.stderr).toMatch(/no profile was written; .* `payconform init` writes one/);
    expect([ended.code, existsSync(join(folder, "payconform.yaml"))]).toEqual([2, false]);
  } finally {
    await close();
  }
});

describe("the profile of init judges at least 90 % of what the hand-written profile does", () => {
  test("on the emulator", async () => {
    const { address } = emulator;
    const key = emulator.merchant.testKey;
    const own = emulatorProfile(address);
    const { ports, fixtures } = own;
    const given = {
      fixtures,
      fields: { "service-account-header": "Service-Account" },
      ports: withoutOutputs(ports),
    };
    const args = ["--target", address.paymentUrl, "--checkout-url", address.checkoutUrl];
    const { profile, text, stdout } = await completed(given, { args, env: { PAYCONFORM_KEY: key } });
    expect(profile.fields).toEqual(own.fields);
    expect(profile.target?.controlUrl).toBe(address.controlUrl);
    expect(profile.events).toEqual({ receiver: {} });
    expect(compared(profile.ports, ports)).toEqual({
      unseen: ["checkoutSubscription.checkoutSessionId", "createDirectCharge.status"],
      wrong: [],
    });
    expect(stdout).toMatch(/untried +control +reset: it would delete everything/);
    expect(stdout).not.toMatch(/PROBLEM/);
    expect(text).toMatch(/# Tried: POST \/v1\/customers answered 201: customerId "cus_/);
    expect(text).not.toContain(key);
    const [byInit, byHand] = [await judgedBy(profile, { test: key }), await judgedBy(own, { test: key })];
    expect(byInit / byHand).toBeGreaterThanOrEqual(0.9);
  });

  test("on the second server, which has no control", async () => {
    const own = profileOf(second);
    const given = {
      ...own,
      target: {},
      fields: { "service-account-header": "X-Partner-Account" },
      ports: withoutOutputs(own.ports),
    };
    const env = environmentOf(second);
    const { profile, stdout, text } = await completed(given, { args: ["--target", second.baseUrl], env });
    const { unseen, wrong } = compared(profile.ports, own.ports);
    expect(wrong).toEqual([]);
    expect(unseen.length).toBeLessThanOrEqual(5);
    // No pointer is wrong.
    expect(own.fields).toMatchObject(profile.fields ?? {});
    expect(Object.keys(profile.fields ?? {}).length).toBeGreaterThanOrEqual(12);
    expect(stdout).not.toMatch(/PROBLEM/);
    expect(text).toMatch(
      /# The location of the available amount of a balance\. \d+ rules need it\.\n *#balance-available: \/available/,
    );
    const keys = { test: second.testKey, otherTest: second.other.testKey };
    const [byInit, byHand] = [await judgedBy(profile, keys), await judgedBy(own, keys)];
    expect(byInit / byHand).toBeGreaterThanOrEqual(0.9);
  });
});
