import { endSession } from "../areas/checkout-sessions/ending.ts";
import { checkoutSessions, type SessionEnd, sessionEnds } from "../areas/checkout-sessions/record.ts";
import { json } from "../kernel/answers.ts";
import { oneOf, required, text } from "../kernel/rules.ts";
import { refusedField, wordIn } from "./fields.ts";
import { withRecord } from "./records.ts";
import type { ControlOperation } from "./types.ts";

/** Operations for what the customer of a hosted page does. */
export const sessionControls: readonly ControlOperation[] = [
  {
    operationId: "endSession",
    method: "POST",
    path: "/merchants/:accountId/sessions/:id/end",
    fields: [{ field: "status", rules: [required, text, oneOf(sessionEnds)] }],
    handle: withRecord(checkoutSessions, "No such checkout session", (context, found) => {
      const { engine, parts, merchant, body } = context;
      const status = wordIn<SessionEnd>(body, "status");
      const ended = engine.act(merchant.id, ({ state, now, ids }) => {
        const end = endSession({ state, now, ids, connect: parts.connect }, found, status);
        const effects = "reason" in end ? {} : end.effects;
        return { ...effects, result: end };
      });
      if ("reason" in ended) return refusedField("status", "transition", ended.reason);
      const { id, orderId, intentId } = ended.session;
      return json(200, { id, status, orderId, paymentIntentId: intentId });
    }),
  },
];
