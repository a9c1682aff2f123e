import { describe, expect, test } from "vitest";
import { startEmulator } from "../../../emulator/start.ts";
import { startIntentsServer } from "../intents-server.ts";
import { judgeUrl } from "../judge-url.ts";
import { freePort } from "../../../scripts/free-port.ts";

/** A host that has only the payment routes, as a reverse proxy in front of one host of two shows it. */
const patterns = ["authentication", "checkout-sessions", "test-clocks"];

describe("the checkout host", () => {
  test("is a missing need if only the payment host is known and has none of its routes", async () => {
    await using emulator = await startEmulator({ seed: 2 });
    const { results, by } = await judgeUrl({
      profile: { target: { baseUrl: emulator.paymentUrl } },
      testKey: emulator.merchant.testKey,
      patterns,
      runs: 2,
    });
    expect(by("violated")).toEqual([]);
    expect(by("inconclusive")).toEqual([]);
    expect(results.get("checkout-sessions/create-status")?.needs).toMatchObject([{ id: "host.checkout" }]);
    expect(by("passed")).toContain("authentication/create-payment-intent-without-key");
  });

  test("is the payment host, whatever it has, if the profile says so", async () => {
    const { close, key, url } = await startIntentsServer((answer) => answer);
    const profile = { target: { baseUrl: url, checkoutUrl: url } };
    const { by } = await judgeUrl({ profile, testKey: key, patterns: ["test-clocks"], runs: 2 });
    await close();
    expect(by("violated")).toHaveLength(7);
    expect(by("violated").filter((id) => !id.endsWith("-is-served"))).toEqual([]);
  });

  test("is the payment host if that has the routes", async () => {
    const port = await freePort();
    await using emulator = await startEmulator({ seed: 2, listen: { port, checkoutPort: port } });
    expect(emulator.checkoutUrl).toBe(emulator.paymentUrl);
    const { by } = await judgeUrl({
      profile: { target: { baseUrl: emulator.paymentUrl } },
      testKey: emulator.merchant.testKey,
      patterns: ["checkout-sessions"],
      runs: 2,
    });
    expect(by("could_not_run")).toEqual([]);
    expect(by("passed")).toContain("checkout-sessions/create-status");
  });
});
