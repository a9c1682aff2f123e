import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { mutantTarget } from "../../cli/in-process/target.ts";
import { judgeTarget } from "../../cli/mutants/judge.ts";
import { inSimulatedTime } from "../../cli/in-process/simulated-time.ts";
import { mutantOf } from "../mutant.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const HOUR = 3_600_000;

describe("simulated time", () => {
  test("jumps to the next timer, in order, as soon as no other work is pending", async () => {
    const seen: string[] = [];
    const began = process.hrtime.bigint();
    const elapsed = await inSimulatedTime({ seed: 1 }, async () => {
      const start = Date.now();
      const monotonic = performance.now();
      await Promise.all([
        pause(3 * HOUR).then(() => seen.push("late")),
        pause(HOUR).then(async () => {
          // Work that needs turns of the loop, but no time, comes before anything later.
          for (let turn = 0; turn < 20; turn += 1) await setImmediate();
          seen.push("soon");
        }),
        pause(HOUR + 1).then(() => seen.push("just after")),
      ]);
      expect(performance.now() - monotonic).toBe(3 * HOUR);
      return Date.now() - start;
    });
    expect(elapsed).toBe(3 * HOUR);
    expect(seen).toEqual(["soon", "just after", "late"]);
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(HOUR);
  });

  test("starts at a time that depends only on the seed", async () => {
    const begin = (seed: number): Promise<number> =>
      inSimulatedTime({ seed }, () => Promise.resolve(Date.now()));
    expect(await begin(1)).toBe(await begin(1));
    expect(await begin(2)).not.toBe(await begin(1));
  });

  test("restores real time, even after a failure", async () => {
    const failing = inSimulatedTime({ seed: 1 }, async () => {
      await pause(HOUR);
      throw new Error("it failed");
    });
    await expect(failing).rejects.toThrow("it failed");
    expect(Math.abs(Date.now() - Number(process.hrtime.bigint() / 1_000_000n) - offset())).toBeLessThan(HOUR);
  });

  test("waits until files are read", async () => {
    const { readFile } = await import("node:fs/promises");
    const read = await inSimulatedTime({ seed: 1 }, () =>
      Promise.race([
        readFile(new URL(import.meta.url), "utf8").then(() => "the file"),
        pause(1).then(() => "the timer"),
      ]),
    );
    expect(read).toBe("the file");
  });
});

describe("an emulator in simulated time", () => {
  const mutant = mutantOf("vendor-creation-emitted-after-idle");

  test("always gives the same verdicts after the same exchanges at the same times", async () => {
    const judge = async (): Promise<readonly unknown[]> => {
      const patterns = ["withdrawals", "invoices", "connect-events/vendor-*"];
      const verdicts = await judgeTarget({ target: mutantTarget(mutant, 3), patterns, seed: 3, runs: 5 });
      return [...verdicts.values()].map(({ id, verdict, startedAt, durationMs, exchanges }) => ({
        ...{ id, verdict, startedAt, durationMs, exchanges },
      }));
    };
    const first = await judge();
    expect(await judge()).toEqual(first);
    expect(first).toContainEqual(expect.objectContaining({ verdict: "violated" }));
  });
});

/** ms between the monotonic clock's beginning and the epoch, by the real clocks. */
function offset(): number {
  return performance.timeOrigin + performance.now() - Number(process.hrtime.bigint() / 1_000_000n);
}
