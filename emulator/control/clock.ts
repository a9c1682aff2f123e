import { retryKind } from "../kernel/events.ts";
import { json, validationFailed } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import { date, positive, text, whole, notNegative } from "../kernel/rules.ts";
import { type ControlOperation, operation, withRecord } from "./operation.ts";
import { vendorsOf } from "../areas/connect/vendor.ts";
import { testClocks } from "../areas/test-clocks/record.ts";
import { put } from "../kernel/table.ts";

/** The latest time that a wall clock can reach. */
const latest = Date.UTC(2200, 0, 1);

/** The longest and the default wait until a merchant is idle, ms. */
const longestMs = 60_000;
const usualMs = 10_000;

/** Operations on a merchant's clocks: they read and move its wall clock, wait until it is idle, and complete a test clock, which no documented request does. */
export const clockControls: ControlOperation[] = [
  operation("readWallClock", "GET /merchants/:accountId/clock", {
    handle: ({ engine, merchant }) => json(200, { now: isoUtc(engine.clocks.now(merchant.id)) }),
  }),
  operation("moveWallClock", "POST /merchants/:accountId/clock", {
    fields: [
      { field: "byMs", rules: [whole, positive] },
      { field: "to", rules: [text, date] },
    ],
    handle: async ({ engine, merchant, body }) => {
      const { byMs, to } = body as { byMs?: number; to?: string };
      const refuse = (field: string, message: string) =>
        validationFailed(422, [{ rule: field === "to" ? "later" : "required", field, message }]);
      if ((byMs === undefined) === (to === undefined)) return refuse("byMs", "Give either byMs or to");
      const now = engine.clocks.now(merchant.id);
      const target = to === undefined ? now + (byMs ?? 0) : Date.parse(to);
      if (target < now) return refuse("to", "A wall clock only moves forward");
      if (target > latest) return refuse("to", `A wall clock stops at ${isoUtc(latest)}`);
      const ran = await engine.moveWallClock(merchant.id, target);
      // Do not count retries of deliveries: receivers decide about them, and the same requests get the same answers.
      return json(200, { now: isoUtc(target), ran: ran.filter(({ kind }) => kind !== retryKind).length });
    },
  }),
  operation("awaitIdle", "POST /merchants/:accountId/idle", {
    fields: [{ field: "withinMs", rules: [whole, notNegative] }],
    handle: async ({ engine, idle, merchant, body }) => {
      const { withinMs = usualMs } = body as { withinMs?: number };
      const accounts = [merchant, ...vendorsOf(engine.state, merchant.id)].map(({ id }) => id);
      return json(200, { idle: await idle.await(accounts, Math.min(withinMs, longestMs)) });
    },
  }),
  operation("completeTestClock", "POST /merchants/:accountId/test-clocks/:id/complete", {
    handle: withRecord(testClocks, "No such test clock", ({ engine, merchant }, clock) => {
      engine.act(merchant.id, ({ now }) => ({
        writes: [put(testClocks, { ...clock, status: "completed", updatedAt: now })],
      }));
      return json(200, { id: clock.id, status: "completed" });
    }),
  }),
];
