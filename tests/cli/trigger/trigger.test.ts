import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { planOf } from "../../../cli/trigger/plan.ts";
import { emptyFacts } from "../../../cli/trigger/steps.ts";
import { eventTypes } from "../../../emulator/index.ts";
import { startEmulator, type StartedEmulator } from "../../../emulator/start.ts";
import { receiving } from "../../local-server.ts";
import { inThisProcess, root } from "../command-line.ts";

const triggered = (emulator: StartedEmulator, ...args: string[]) =>
  inThisProcess(["trigger", ...args, "--control-url", String(emulator.address.controlUrl)]);

/** A receiver of all events of a merchant; `types` are those that came. */
async function receiver(emulator: StartedEmulator) {
  const types: string[] = [];
  const server = await receiving((body) => {
    const { type, event } = JSON.parse(body) as { type: string; event?: { type: string } };
    types.push(event?.type ?? type);
  });
  onTestFinished(server.close);
  await emulator.control("POST", "/webhook-endpoints", { url: server.url, events: eventTypes });
  return { types, url: server.url };
}

const subscriptionOf = (printed: string): string => /SUBSCRIPTION=(sub_\w+)/.exec(printed)?.[1] ?? "none";

describe("trigger", () => {
  test.each(eventTypes)("causes %s at an empty emulator, and an endpoint receives it", async (type) => {
    await using emulator = await startEmulator();
    const { types, url } = await receiver(emulator);
    const { code, stdout, stderr } = await triggered(emulator, type);
    expect([code, stderr]).toEqual([0, ""]);
    expect(types).toContain(type);
    expect(stdout).toMatch(new RegExp(`^# ${type}  evt_\\w+  ${url} 200$`, "m"));
    expect(stdout).not.toContain(emulator.merchant.testKey);
  });

  test("prints a script that causes the event in a shell", async () => {
    await using emulator = await startEmulator();
    const { types } = await receiver(emulator);
    for (const type of ["subscription.activated", "connect.refund.blocked_insufficient_funds"]) {
      const { code, stdout } = await triggered(emulator, type, "--dry-run");
      expect([code, types.includes(type)]).toEqual([0, false]);
      await promisify(execFile)("sh", ["-eu", "-c", stdout], { env: { PATH: process.env["PATH"] } });
      await expect.poll(() => types).toContain(type);
    }
  });

  test("causes events of a subscription that exists, in any state, and on its test clock", async () => {
    await using emulator = await startEmulator();
    const id = subscriptionOf((await triggered(emulator, "subscription.updated")).stdout);
    for (const type of [
      "subscription.past_due",
      "subscription.activated",
      "subscription.paused",
      "subscription.resumed",
      "subscription.updated",
      "subscription.canceled",
    ]) {
      const { code, stdout, stderr } = await triggered(emulator, type, "--subscription", id);
      expect([type, code, stderr]).toEqual([type, 0, ""]);
      expect(stdout).not.toContain("/v1/customers");
      expect(stdout).not.toContain("simulate");
    }
    const over = await triggered(emulator, "subscription.updated", "--subscription", id);
    expect([over.code, over.stderr]).toEqual([
      2,
      expect.stringContaining("nothing causes subscription.updated from here: "),
    ]);
    expect((await triggered(emulator, "invoice.paid", "--subscription", "sub_1")).code).toBe(2);
  });

  test("causes events of a vendor that exists", async () => {
    await using emulator = await startEmulator();
    const { acct } = await emulator.control("POST", "/vendors", {});
    const { code, stdout } = await triggered(emulator, "connect.transfer.reversed", "--vendor", String(acct));
    expect([code, stdout]).toEqual([0, expect.stringContaining(`VENDOR=${String(acct)}`)]);
    expect(stdout).not.toContain("$CONTROL/vendors");
  });

  test("runs as the guide shows", async () => {
    await using emulator = await startEmulator();
    const page = readFileSync(join(root, "docs/emulator/events.md"), "utf8");
    const commands = [...page.matchAll(/^payconform trigger (.*)$/gm)].map(([, args = ""]) =>
      args.split(" "),
    );
    expect(commands.length).toBeGreaterThan(2);
    for (const args of commands) expect([args, (await triggered(emulator, ...args)).code]).toEqual([args, 0]);
  });

  test("causes events of a merchant whose key was kept as a hash, with its key", async () => {
    await using first = await startEmulator();
    const { merchant } = await first.newMerchant({ connectMode: "marketplace", funds: 50_000 });
    await using second = await startEmulator({ snapshot: first.snapshot() });
    // The keys of the first merchants are known.
    expect((await triggered(second, "connect.transfer.created")).code).toBe(0);
    const args = ["connect.transfer.created", "--account", merchant.accountId];
    expect((await triggered(second, ...args)).stderr).toContain("set PAYCONFORM_KEY to the test key of");
    const controlUrl = String(second.address.controlUrl);
    const env = { PAYCONFORM_KEY: merchant.testKey };
    const { code, stdout } = await inThisProcess(["trigger", ...args, "--control-url", controlUrl], { env });
    expect([code, stdout.includes(merchant.testKey)]).toEqual([0, false]);
    expect(stdout).toContain("\nKEY=$PAYCONFORM_KEY\n");
  });

  test("activates and funds a merchant without Connect first, and says what cannot be", async () => {
    await using emulator = await startEmulator();
    const accountOf = async (given: object) => (await emulator.newMerchant({ ...given })).merchant.accountId;
    const plain = await accountOf({ currency: "XOF" });
    expect((await triggered(emulator, "connect.funds.available", "--account", plain)).code).toBe(0);
    const platform = await accountOf({ connectMode: "platform", funds: 50_000 });
    const fee = await triggered(emulator, "connect.application_fee.created", "--account", platform);
    expect([fee.code, fee.stderr]).toEqual([
      2,
      expect.stringContaining("nothing causes connect.application_fee.created"),
    ]);
  });

  test("lists the events with their steps", async () => {
    const { code, stdout } = await inThisProcess(["trigger", "--list"]);
    expect([code, stdout.trimEnd().split("\n").length]).toEqual([0, eventTypes.length]);
    expect(stdout).toMatch(/^subscription\.past_due +create a customer; create a price; /m);
  });
});

test("a plan has the fewest steps", () => {
  const lengths = Object.fromEntries(eventTypes.map((type) => [type, planOf(type, emptyFacts)?.length]));
  expect(lengths).toMatchObject({
    "checkout.session.completed": 2,
    "connect.transfer.created": 2,
    "connect.reversal.blocked_insufficient_funds": 5,
    "invoice.paid": 3,
    "payment.failed": 4,
    "subscription.activated": 5,
    "subscription.past_due": 5,
  });
});
