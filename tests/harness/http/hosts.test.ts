import { afterEach, describe, expect, test } from "vitest";
import { createEmulator, type EmulatorAddress } from "../../../emulator/index.ts";
import { judgeUrl } from "../judge-url.ts";
import { freePort } from "../../../scripts/free-port.ts";

/** A host that has only the payment routes, as a reverse proxy in front of one host of two shows it. */
const patterns = ["authentication", "checkout-sessions", "test-clocks"];
const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const work of close.splice(0)) await work();
});

async function listening(port?: number): Promise<{ address: EmulatorAddress; testKey: string }> {
  const emulator = createEmulator({ seed: 2 });
  const address = await emulator.listen(port === undefined ? {} : { port, checkoutPort: port });
  close.push(address.close, emulator.close);
  return { address, testKey: emulator.merchants[0]?.keys.test ?? "" };
}

describe("the checkout host", () => {
  test("is a missing need if only the payment host is known and has none of its routes", async () => {
    const { address, testKey } = await listening();
    const { results, by } = await judgeUrl({
      profile: { target: { baseUrl: address.paymentUrl } },
      testKey,
      patterns,
      runs: 2,
    });
    expect(by("violated")).toEqual([]);
    expect(by("inconclusive")).toEqual([]);
    expect(results.get("checkout-sessions/create-status")?.needs).toMatchObject([{ id: "host.checkout" }]);
    expect(by("passed")).toContain("authentication/create-payment-intent-without-key");
  });

  test("is the payment host if that has the routes", async () => {
    const { address, testKey } = await listening(await freePort());
    expect(address.checkoutUrl).toBe(address.paymentUrl);
    const { by } = await judgeUrl({
      profile: { target: { baseUrl: address.paymentUrl } },
      testKey,
      patterns: ["checkout-sessions"],
      runs: 2,
    });
    expect(by("could_not_run")).toEqual([]);
    expect(by("passed")).toContain("checkout-sessions/create-status");
  });
});
