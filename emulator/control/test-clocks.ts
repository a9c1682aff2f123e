import { testClocks } from "../areas/test-clocks/record.ts";
import { json, message } from "../kernel/answers.ts";
import { put } from "../kernel/table.ts";
import type { ControlOperation } from "./types.ts";

/** Bringing a test clock into the state that no documented request leads to. */
export const testClockControls: ControlOperation[] = [
  {
    operationId: "completeTestClock",
    method: "POST",
    path: "/merchants/:accountId/test-clocks/:id/complete",
    fields: [],
    handle: ({ engine, merchant, params }) => {
      const clock = engine.state.get(testClocks, params["id"] ?? "");
      if (clock?.accountId !== merchant.id) return message(404, "No such test clock");
      engine.act(merchant.id, ({ now }) => ({
        writes: [put(testClocks, { ...clock, status: "completed", updatedAt: now })],
      }));
      return json(200, { id: clock.id, status: "completed" });
    },
  },
];
