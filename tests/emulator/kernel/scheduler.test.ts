import * as fc from "fast-check";
import { expect, it } from "vitest";
import { emulatedTime, manualTime } from "../../../emulator/kernel/clock.ts";
import { createEngine } from "../../../emulator/kernel/engine.ts";
import { createScheduler } from "../../../emulator/kernel/scheduler.ts";
import { type Timer, wallClock } from "../../../emulator/kernel/timeline.ts";
import { createParts } from "../../../emulator/parts.ts";

const accounts = ["acct_1", "acct_2", "acct_3"];
const account = fc.constantFrom(...accounts);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("schedule" as const), account, in: fc.nat(50) }) },
  fc.record({ do: fc.constant("cancel" as const), account }),
  fc.record({ do: fc.constant("move clock" as const), account, by: fc.nat(20) }),
  fc.record({ do: fc.constant("hand over" as const), from: account, to: account }),
  fc.record({ do: fc.constant("restore" as const) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(40) }) },
);

const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("runs every timer at its time on its clock, whatever happened to it before", async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const parts = createParts();
      let ran = 0;
      parts.timers["tick"] = () => {
        ran += 1;
        return {};
      };
      const manual = manualTime(1_000);
      const time = emulatedTime(manual);
      const engine = createEngine({ seed: 1, parts, time });
      const scheduler = createScheduler({
        engine,
        time,
        onFault: (fault) => {
          throw fault;
        },
      });
      for (const one of steps) {
        if (one.do === "schedule")
          engine.act(one.account, ({ now, ids }) => {
            const timer: Timer = {
              id: ids.id("timer_"),
              at: now + one.in,
              clock: wallClock(one.account),
              kind: "tick",
              accountId: one.account,
              subject: one.account,
              payload: {},
            };
            return { timers: [{ do: "schedule", timer }] };
          });
        else if (one.do === "cancel")
          engine.act(one.account, () => ({
            timers: [{ do: "cancel", subject: one.account }],
          }));
        else if (one.do === "hand over")
          engine.act(one.from, () => ({
            timers: [{ do: "move", subject: one.from, clock: wallClock(one.to) }],
          }));
        else if (one.do === "move clock")
          await engine.moveWallClock(one.account, engine.clocks.now(one.account) + one.by);
        else if (one.do === "restore") {
          engine.restore(engine.image());
          engine.act("acct_1", () => ({}));
        } else manual.advance(one.ms);
        await others();
        // What the change itself made due runs a moment later.
        manual.advance(0);
        for (const id of accounts) {
          const next = engine.state.timeline.next(wallClock(id));
          expect(next?.at ?? Number.POSITIVE_INFINITY).toBeGreaterThan(engine.clocks.now(id));
        }
      }
      most = Math.max(most, ran);
      scheduler.close();
    }),
    { numRuns: 200 },
  );
  expect(most).toBeGreaterThan(3);
});
