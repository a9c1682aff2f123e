import { expect, test } from "vitest";
import { judgeUrl } from "../harness/judge-url.ts";
import { startSecondServer } from "../second-server/index.ts";

test("a refused guess of an unbound port is tried once, and causes no false violation", async () => {
  const server = await startSecondServer();
  try {
    const { results, observations } = await judgeUrl({
      profile: { target: { baseUrl: server.baseUrl } },
      testKey: server.testKey,
      patterns: ["vendors/create-status", "vendors/key-required", "allocations/status"],
      runs: 3,
    });
    for (const rule of results.values()) {
      expect(`${rule.id} ${rule.verdict}`).toBe(`${rule.id} could_not_run`);
      expect(JSON.stringify(rule.needs)).toContain("createVendor");
    }
    const seen = observations.filter(({ id }) => id === "guessed-ports").map((entry) => entry.seen);
    expect(seen).toContainEqual(expect.stringContaining("createVendor refuses the guess: 422"));
    expect(seen).toHaveLength(2);
  } finally {
    await server.close();
  }
});

test("a bound port without an input names that input as missing", async () => {
  const server = await startSecondServer();
  try {
    const { results } = await judgeUrl({
      profile: {
        target: { baseUrl: server.baseUrl },
        ports: {
          createVendor: {
            method: "POST",
            path: "/v1/connect/accounts",
            body: { name: "{name}", country: "{country}" },
            outputs: { acct: "/id" },
          },
        },
      },
      testKey: server.testKey,
      patterns: ["vendors/currency-casing-is-free"],
      runs: 3,
    });
    expect([...results.values()]).toMatchObject([
      {
        verdict: "could_not_run",
        reason: "needs port.createVendor: its body in the profile has no {currency}",
      },
    ]);
  } finally {
    await server.close();
  }
});
