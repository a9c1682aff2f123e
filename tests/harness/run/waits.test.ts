import { describe, expect, test } from "vitest";
import { inSimulatedTime } from "../../../cli/in-process/simulated-time.ts";
import { subjectOf, type Wait, Waits } from "../../../harness/time.ts";
import { judgedAs } from "./one-rule.ts";

/** Waits whose time a test sets. */
function waitsAt(): { waits: Waits; missed: (subject: string) => Wait; clock: { at: number } } {
  const clock = { at: 0 };
  const waits = new Waits({ now: () => clock.at });
  const missed = (subject: string): Wait => {
    const wait = waits.begin(subject, 1_000);
    clock.at += wait.ms;
    wait.missed();
    return wait;
  };
  return { waits, missed, clock };
}

describe("a wait", () => {
  test("is short once two full ones, one after the other, were without result", () => {
    const { waits, missed } = waitsAt();
    expect([missed("a vendor").ms, missed("a vendor").ms, missed("a vendor").ms]).toEqual([
      1_000, 1_000, 100,
    ]);
    expect(waits.begin("a vendor", 1_000).words).toBe(
      "100 ms (not longer, because 2 waits of 1000 ms have not shown it)",
    );
    expect(waits.begin("an event", 1_000)).toMatchObject({ ms: 1_000, words: "1000 ms" });
  });

  test("counts once if others of the same time were without result", () => {
    const { waits, clock } = waitsAt();
    const together = [1, 2, 3].map(() => waits.begin("a vendor", 1_000));
    clock.at += 1_000;
    for (const wait of together) wait.missed();
    expect(waits.begin("a vendor", 1_000).ms).toBe(1_000);
  });

  test("is a full one again after something appeared, and always if it appeared late", () => {
    const { waits, missed } = waitsAt();
    missed("a vendor");
    missed("a vendor");
    waits.begin("a vendor", 1_000).appeared({ immediately: true });
    expect([missed("a vendor").ms, missed("a vendor").ms, missed("a vendor").ms]).toEqual([
      1_000, 1_000, 100,
    ]);
    waits.begin("a vendor", 1_000).appeared({ immediately: false });
    expect([1, 2, 3, 4].map(() => missed("a vendor").ms)).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  test("without a subject is always a full one", () => {
    const { waits, clock } = waitsAt();
    for (let time = 0; time < 3; time += 1) {
      const wait = waits.begin(null, 1_000);
      clock.at += 1_000;
      wait.missed();
      expect(wait.ms).toBe(1_000);
    }
  });
});

test("waits that differ in ids and numbers have the same subject", () => {
  expect(subjectOf("the vendor acct_91 to be listed")).toBe("the vendor … to be listed");
  expect(subjectOf("meta.total to leave 12 after a creation")).toBe("meta.total to leave … after a creation");
});

/** As if nothing but the waits took time. */
const judgedInSimulatedTime = (judge: Parameters<typeof judgedAs>[0]): ReturnType<typeof judgedAs> =>
  inSimulatedTime({ seed: 1 }, () => judgedAs(judge));

describe("a check that waits for what never appears", () => {
  test("waits the whole time twice, then shortly, and says so", async () => {
    const took: number[] = [];
    const result = await judgedInSimulatedTime(async (check) => {
      for (const time of [1, 2, 3]) {
        const start = performance.now();
        const waiting = check.eventually({
          expected: `object ${time} to appear`,
          withinMs: 300,
          read: () => Promise.resolve(false),
          holds: (appeared) => appeared,
          ...(time < 3 ? { orLast: true } : {}),
        });
        await waiting.finally(() => took.push(performance.now() - start));
      }
    });
    expect(result.violation?.expected).toBe(
      "object 3 to appear within 30 ms (not longer, because 2 waits of 300 ms have not shown it)",
    );
    // A violation is executed twice.
    expect(took).toEqual([300, 300, 30, 30, 30, 30]);
  });

  test("gives a slow target the whole time again", async () => {
    const result = await judgedInSimulatedTime(async (check) => {
      const soonAfter = (ms: number): Promise<boolean> => {
        const start = performance.now();
        return check.eventually({
          expected: "an object to appear",
          withinMs: 300,
          read: () => Promise.resolve(performance.now() - start > ms),
          holds: (appeared) => appeared,
          orLast: true,
        });
      };
      const appeared: boolean[] = [];
      for (const ms of [150, 1_000, 1_000, 150]) appeared.push(await soonAfter(ms));
      check.expect.that("what appeared", appeared).toBe([true, false, false, true]);
    });
    expect(result.verdict).toBe("passed");
  });
});
