import { expect, test } from "vitest";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { judgeUrl } from "../harness/judge-url.ts";
import type { Misbehaviours, Outcome } from "./misbehaviour.ts";
import { written } from "./report.ts";
import { startWireServer, type WireServer } from "./wire-server.ts";

const MOST_BYTES = 400 * 1024 * 1024;

interface Expected {
  /** What an unjudged server's answers show nevertheless. */
  readonly shows?: readonly RuleId[];
  /** All that they do is to make a run wait for seconds, so they do it at the same time. */
  readonly waits?: true;
  /** Deadline of an exchange, ms, where the usual one does not do. */
  readonly exchangeMs?: number;
}

/** A test for each of these servers. They wait for their servers' slowness one after the other, so each family has a file of its own. */
export function testMisbehaviours(so: Outcome, servers: Misbehaviours, expected: Expected = {}): void {
  const tests = expected.waits === true ? test.concurrent : test;
  tests.each(Object.entries(servers))("a server that %s", async (_, behaves) => {
    await judged(
      typeof behaves === "function" ? await behaves() : await startWireServer(behaves),
      so,
      expected,
    );
  });
}

async function judged(
  server: WireServer,
  so: Outcome,
  { shows = [], exchangeMs = 500 }: Expected,
): Promise<void> {
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 20);
  try {
    const judged = await judgeUrl({
      profile: {
        target: { baseUrl: server.url },
        deadlines: {
          exchangeMs,
          ruleMs: 4_000,
          settleMs: 50,
          consistencyMs: 20,
        },
      },
      testKey: server.key,
      patterns: ["payment-intents/create*", "payment-intents/retrieve*"],
      runs: 2,
    });
    const reasons = (verdict: Parameters<typeof judged.by>[0]): readonly string[] =>
      judged.by(verdict).map((id) => `${id}: ${judged.results.get(id)?.reason ?? ""}`);
    expect(reasons("broken")).toEqual([]);
    if (so === "unjudged") {
      expect(reasons("violated")).toEqual([]);
      expect(judged.by("passed").filter((id) => !id.endsWith("-status"))).toEqual(shows);
    } else if (so === "fair") {
      expect(reasons("violated")).toEqual([]);
      expect(judged.by("passed").length).toBeGreaterThan(0);
    } else if (so !== "either")
      expect(judged.by("violated")).toEqual(expect.arrayContaining([...so.violated]));
    expect(most - before).toBeLessThan(MOST_BYTES);
    const { exitCode, faults } = await written(judged);
    expect(faults).toEqual([]);
    expect(so === "fair" ? [0, 3] : so === "either" ? [1, 3] : typeof so === "object" ? [1] : [3]).toContain(
      exitCode,
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  } finally {
    clearInterval(watch);
    await server.close();
  }
}
