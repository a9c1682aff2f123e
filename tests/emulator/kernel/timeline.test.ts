import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualTime } from "../../../emulator/kernel/clock.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import { createTimeline, type Timer, wallClock } from "../../../emulator/kernel/timeline.ts";
import { createParts } from "../../../emulator/parts.ts";

const timer = (id: string, at: number, over: Partial<Timer> = {}): Timer => ({
  id,
  at,
  clock: wallClock("acct_1"),
  kind: "tick",
  accountId: "acct_1",
  subject: id,
  payload: {},
  ...over,
});

describe("timeline", () => {
  it("returns timers by due time, then in the order of scheduling", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 }), (instants) => {
        const timeline = createTimeline();
        const timers = instants.map((at, place) => timer(String(place).padStart(3, "0"), at));
        timeline.apply(timers.map((one) => ({ do: "schedule", timer: one })));
        const taken: Timer[] = [];
        for (
          let one = timeline.take(wallClock("acct_1"), 5);
          one;
          one = timeline.take(wallClock("acct_1"), 5)
        )
          taken.push(one);
        const expected = timers.toSorted((a, b) => a.at - b.at || a.id.localeCompare(b.id));
        expect(taken).toEqual(expected);
      }),
    );
  });

  it("cancels timers by subject, moves them to another clock, and keeps the rest", () => {
    const timeline = createTimeline();
    timeline.apply([
      { do: "schedule", timer: timer("a", 1, { subject: "sub_1" }) },
      { do: "schedule", timer: timer("b", 2, { subject: "sub_1", kind: "other" }) },
      { do: "schedule", timer: timer("c", 3, { subject: "sub_2" }) },
      { do: "cancel", subject: "sub_1", kind: "other" },
      { do: "move", subject: "sub_1", clock: "clock_1" },
    ]);
    expect(timeline.waiting("clock_1").map(({ id }) => id)).toEqual(["a"]);
    expect(timeline.waiting(wallClock("acct_1")).map(({ id }) => id)).toEqual(["c"]);
    expect(timeline.about("sub_1")).toHaveLength(1);
  });

  it("stops for a clock that never reaches its target", async () => {
    const parts = createParts();
    parts.timers["tick"] = ({ timer: due }) => ({ timers: [{ do: "schedule", timer: due }] });
    const engine = createEngine({ seed: 1, parts, time: manualTime(0) });
    engine.act("acct_1", () => ({ timers: [{ do: "schedule", timer: timer("t", 7) }] }));
    await expect(Promise.resolve(engine.moveWallClock("acct_1", 10))).rejects.toThrow("too many timers");
  });
});
