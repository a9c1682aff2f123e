import { numberOf, textOf } from "../../reported.ts";
import { answerOf, bodyOf, type Call, effectOf } from "./calls.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/**
 * Every allocation credits what its request asks for, without the fee if the vendor pays it (§2.5, §4.5). Who pays is known of vendors that
 * an answer has shown; of the others, both are permitted. A repetition by an idempotency key credits nothing, and is not judged.
 */
export function netOfTheFee({ judge, callerOf }: TraceContext): TraceRule {
  const payers = new Map<string, unknown>();
  const keyed = new Set<string>();
  const repeated = new WeakSet<Call>();
  return {
    begins: (call) => {
      if (call.operation?.id !== "createAllocation" || call.idempotencyKey === null) return;
      const key = `${callerOf(call)?.scope ?? call.key ?? ""} ${call.idempotencyKey}`;
      if (keyed.has(key)) repeated.add(call);
      keyed.add(key);
    },
    ends: (call) => {
      if (call.operation?.id !== "createAllocation" || effectOf(call) !== "made" || repeated.has(call))
        return;
      if (call.request.wholeBytes !== undefined) return;
      const { amount: asked, destination } = bodyOf(call);
      const answer = answerOf(call);
      const [amount, fee] = [numberOf(answer["amount"]), numberOf(answer["fee"])];
      if (!Number.isSafeInteger(asked) || Number.isNaN(amount) || Number.isNaN(fee)) return;
      const payer = payers.get(textOf(destination));
      const [whole, net] = [Number(asked), Number(asked) - fee];
      const permitted = payer === "controller" ? [whole] : payer === "account" ? [net] : [whole, net];
      judge({
        rule: "allocations/credits-what-is-asked",
        holds: permitted.includes(amount),
        seen: call,
        earlier: [],
        field: "/amount",
        expected: () =>
          `an amount of ${permitted.join(" or ")}: the request asks for ${whole}, and the fee is ${fee}`,
        actual: () => `it is ${amount}`,
      });
    },
    shows: ({ resource, id, valueOf }) => {
      const payer = valueOf("fee_payer");
      if (resource.name === "vendor" && typeof payer === "string") payers.set(id, payer);
    },
  };
}
