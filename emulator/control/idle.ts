import { vendorsOf } from "../areas/connect/vendor.ts";
import { json } from "../kernel/answers.ts";
import { notNegative, whole } from "../kernel/rules.ts";
import type { ControlOperation } from "./types.ts";

/** The longest and the default wait, ms. */
const longestMs = 60_000;
const usualMs = 10_000;

/** The operation that waits until a merchant is idle. */
export const idleControls: readonly ControlOperation[] = [
  {
    operationId: "awaitIdle",
    method: "POST",
    path: "/merchants/:accountId/idle",
    fields: [{ field: "withinMs", rules: [whole, notNegative] }],
    handle: async ({ engine, idle, merchant, body }) => {
      const { withinMs = usualMs } = body as { withinMs?: number };
      const accounts = [merchant, ...vendorsOf(engine.state, merchant.id)].map(({ id }) => id);
      return json(200, { idle: await idle.await(accounts, Math.min(withinMs, longestMs)) });
    },
  },
];
