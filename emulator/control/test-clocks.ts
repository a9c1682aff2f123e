import { testClocks } from "../areas/test-clocks/record.ts";
import { json } from "../kernel/answers.ts";
import { put } from "../kernel/table.ts";
import { withRecord } from "./records.ts";
import type { ControlOperation } from "./types.ts";

/** The operation that completes a test clock, which no documented request does. */
export const testClockControls: ControlOperation[] = [
  {
    operationId: "completeTestClock",
    method: "POST",
    path: "/merchants/:accountId/test-clocks/:id/complete",
    handle: withRecord(testClocks, "No such test clock", ({ engine, merchant }, clock) => {
      engine.act(merchant.id, ({ now }) => ({
        writes: [put(testClocks, { ...clock, status: "completed", updatedAt: now })],
      }));
      return json(200, { id: clock.id, status: "completed" });
    }),
  },
];
