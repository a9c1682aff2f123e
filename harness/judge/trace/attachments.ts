import { isObject } from "../../../spec/json.ts";
import { cut } from "../../plain.ts";
import { answerOf, bodyOf, type Call, effectOf } from "./calls.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/**
 * An advance reports what it triggered for subscriptions that are attached to its clock, and a simulation for the one that it attaches (§4.8).
 * Which subscriptions a customer brings along is not known.
 */
export function triggersOfAttached({ judge, callerOf, isOwn }: TraceContext): TraceRule {
  /** The clocks that the traffic created, by their id: others may have attachments from before. */
  const created = new Set<string>();
  /** By clock, what may have attached something to it. */
  const attaching = new Map<string, Call[]>();

  function mayHave(clock: string, subscription: string, until: number): boolean {
    return (attaching.get(clock) ?? []).some((call) => {
      if (call.begun > until || effectOf(call) === "none") return false;
      const { subscriptionId, customerId } = bodyOf(call);
      return (
        subscriptionId === subscription || customerId !== undefined || call.request.wholeBytes !== undefined
      );
    });
  }

  return {
    begins: (call) => {
      if (call.operation?.id !== "attachTestClock") return;
      const clock = call.path["id"] ?? "";
      attaching.set(clock, [...(attaching.get(clock) ?? []), call]);
    },
    shows: ({ resource, id, isNew, call }) => {
      if (resource.name === "test clock" && isNew && call?.operation?.id === "createTestClock")
        created.add(id);
    },
    ends: (call) => {
      const id = call.operation?.id;
      if ((id !== "advanceTestClock" && id !== "simulateTestClock") || effectOf(call) !== "made") return;
      const clock = call.path["id"] ?? "";
      const isKnown = isOwn && callerOf(call)?.isWhole === true && created.has(clock);
      if (id === "advanceTestClock" && !isKnown) return;
      const { triggeredEvents } = answerOf(call);
      if (!Array.isArray(triggeredEvents)) return;
      const named = (triggeredEvents as unknown[]).flatMap((one) =>
        isObject(one) && typeof one["subscriptionId"] === "string" ? [one["subscriptionId"]] : [],
      );
      const isAttached = (subscription: string): boolean =>
        id === "simulateTestClock"
          ? subscription === bodyOf(call)["subscriptionId"]
          : mayHave(clock, subscription, call.ended);
      const other = named.find((subscription) => !isAttached(subscription));
      judge({
        rule: "test-clocks/advance-triggers-attached-only",
        holds: other === undefined,
        seen: call,
        earlier: [],
        field: "/triggeredEvents",
        expected: "entries of attached subscriptions only",
        actual: () => `one is about ${cut(other ?? "", 100)}`,
      });
    },
  };
}
