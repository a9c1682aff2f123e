import { expect, test } from "vitest";
import { judgeUrl } from "../harness/judge-url.ts";
import { type Misbehaviour, startOf } from "./misbehaviour.ts";
import { written } from "./report.ts";

const MOST_BYTES = 400 * 1024 * 1024;

/**
 * A test for each of these servers. They wait for their servers' slowness one after the other, so each family has a file of its own;
 * those that do nothing but wait do it at the same time.
 */
export function testMisbehaviours(misbehaviours: readonly Misbehaviour[]): void {
  test.concurrent.each(misbehaviours.filter(({ waits }) => waits))("a server that $what", judged);
  test.each(misbehaviours.filter(({ waits }) => !waits))("a server that $what", judged);
}

async function judged(misbehaviour: Misbehaviour): Promise<void> {
  const server = await startOf(misbehaviour);
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
          exchangeMs: misbehaviour.exchangeMs ?? 500,
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
    const { so, shows = [] } = misbehaviour;
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
