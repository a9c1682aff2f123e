import { afterEach, describe, expect, test } from "vitest";
import { createEmulator, createParts } from "../../emulator/index.ts";
import { contractOperations } from "../../harness/contract.ts";
import { startIntentsServer } from "./intents-server.ts";
import { judgeUrl, type Judged } from "./judge-url.ts";

const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const work of close.splice(0)) await work();
});

/** The emulator with some of its routes, judged with URLs and a key. */
async function judged(options: {
  serves: (operationId: string) => boolean;
  patterns: readonly string[];
}): Promise<Judged> {
  const emulator = createEmulator({ seed: 2, parts: { ...createParts(), serves: options.serves } });
  const address = await emulator.listen();
  close.push(address.close, emulator.close);
  const profile = {
    target: { baseUrl: address.paymentUrl, checkoutUrl: address.checkoutUrl },
    deadlines: { consistencyMs: 300, settleMs: 1_000 },
  };
  const testKey = emulator.merchants[0]?.keys.test ?? "";
  return judgeUrl({ profile, testKey, patterns: options.patterns, runs: 2 });
}

const servedRule = (operation: string): string => contractOperations.get(operation)?.servedRule ?? "";

describe("a server with one route", () => {
  test("violates the rule of each route that it lacks, and no other", async () => {
    const { by, results } = await judged({
      serves: (id) => id === "createPaymentIntent",
      patterns: ["*/*-is-served"],
    });
    const open = [servedRule("createPaymentIntent"), servedRule("createSubscription")];
    const absent = [...contractOperations.keys()].map(servedRule).filter((id) => !open.includes(id));
    expect(by("violated")).toEqual([...absent].sort());
    expect(results.get(servedRule("createSubscription"))?.needs).toMatchObject([
      { id: "port.createSubscription" },
    ]);
  });
});

describe("a missing route", () => {
  test("is the unmet need of its rules, passive ones too, and their only one", async () => {
    const { by, results } = await judged({
      serves: (id) => id !== "retrievePaymentIntent",
      patterns: ["payment-intents", "authentication/retrieve-payment-intent-*"],
    });
    expect(by("violated")).toEqual([servedRule("retrievePaymentIntent")]);
    expect(by("inconclusive")).toEqual([]);
    for (const id of [
      "payment-intents/retrieved-status",
      "payment-intents/unknown-id-is-404",
      "authentication/retrieve-payment-intent-without-key",
    ]) {
      expect(results.get(id), id).toMatchObject({
        verdict: "could_not_run",
        needs: [
          {
            id: "route.retrievePaymentIntent",
            supply: "Serve `GET /v1/payment-intents/{id}`: it answers like an unserved path.",
          },
        ],
      });
    }
    expect(by("passed")).toContain("payment-intents/created-id");
  });

  test("is detected if another method is served at its path", async () => {
    const { by } = await judged({
      serves: (id) => id !== "createRemittance",
      patterns: ["remittances/*-is-served"],
    });
    expect(by("violated")).toEqual([servedRule("createRemittance")]);
  });
});

test("a key that is refused before routing does not show which routes are missing", async () => {
  const server = await startIntentsServer((answer) => answer);
  close.push(server.close);
  const { by, results } = await judgeUrl({
    profile: { target: { baseUrl: server.url }, deadlines: { consistencyMs: 50, settleMs: 200 } },
    testKey: server.key,
    patterns: ["authentication", "connect-guards/singleton-*", "*/*-is-served"],
    runs: 2,
  });
  expect(by("violated").filter((id) => !id.endsWith("-is-served"))).toEqual([]);
  expect(results.get("authentication/intents-unauthorized-error")?.verdict).toBe("passed");
  expect(results.get("connect-guards/singleton-unauthorized-code")?.verdict).toBe("could_not_run");
});
