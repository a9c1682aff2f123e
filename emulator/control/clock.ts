import { retryKind } from "../kernel/events.ts";
import { json, validationFailed } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import { date, positive, text, whole } from "../kernel/rules.ts";
import type { ControlOperation } from "./types.ts";

/** The latest time that a wall clock can reach. */
const latest = Date.UTC(2200, 0, 1);

/** Operations that read and move a merchant's wall clock. */
export const clockControls: ControlOperation[] = [
  {
    operationId: "readWallClock",
    method: "GET",
    path: "/merchants/:accountId/clock",
    handle: ({ engine, merchant }) => json(200, { now: isoUtc(engine.clocks.now(merchant.id)) }),
  },
  {
    operationId: "moveWallClock",
    method: "POST",
    path: "/merchants/:accountId/clock",
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
  },
];
