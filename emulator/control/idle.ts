import { vendors } from "../areas/connect/vendor.ts";
import { json } from "../kernel/answers.ts";
import { ownerOf } from "../kernel/merchants.ts";
import { notNegative, whole } from "../kernel/rules.ts";
import type { ControlOperation } from "./types.ts";

/** The longest wait for quiet, and the usual one, ms. */
const longestMs = 60_000;
const usualMs = 10_000;

/** Waits until nothing is left to happen now. */
export const idleControls: readonly ControlOperation[] = [
  {
    operationId: "awaitIdle",
    method: "POST",
    path: "/merchants/:accountId/idle",
    fields: [{ field: "withinMs", rules: [whole, notNegative] }],
    handle: async ({ engine, idle, merchant, body }) => {
      const { withinMs = usualMs } = body as { withinMs?: number };
      const accounts = (["test", "live"] as const).flatMap((mode) =>
        engine.state.find(vendors, "owner", ownerOf({ accountId: merchant.id, mode })).map(({ id }) => id),
      );
      return json(200, {
        idle: await idle.await([merchant.id, ...accounts], Math.min(withinMs, longestMs)),
      });
    },
  },
];
