import { isObject } from "../../../spec/json.ts";
import { cut } from "../../plain.ts";
import {
  answerOf,
  bodyOf,
  type Call,
  CallsBy,
  effectOf,
  isOverBefore,
  mayBeMissing,
  ownerOf,
  textIn,
} from "./calls.ts";
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

/**
 * A list shows each subscription with the clock to which it is attached (§2.11), until a request names either of them or may attach the customer to
 * another clock.
 */
export function attachedIsListed({ judge, doubt, callerOf, profile }: TraceContext): TraceRule {
  const { consistencyMs } = profile.deadlines;
  /** By clock, its accepted attachments. */
  const attached = new CallsBy();
  /** By account, whatever may change something. */
  const changes = new CallsBy();
  return {
    begins: (call) => {
      if (call.request.method !== "GET") changes.add(ownerOf(call, callerOf(call)), call);
    },
    ends: (call) => {
      if (call.operation?.id === "attachTestClock" && effectOf(call) === "made")
        attached.add(call.path["id"] ?? "", call);
    },
    shows: ({ resource, id, call, valueOf }) => {
      if (resource.name !== "test clock" || call?.operation?.id !== "listTestClocks") return;
      const listed = valueOf("subscriptions");
      if (!Array.isArray(listed) || callerOf(call)?.isWhole !== true) return;
      const others = changes.of(ownerOf(call, callerOf(call)));
      for (const attachment of attached.of(id)) {
        const { subscriptionId: subscription } = bodyOf(attachment);
        if (typeof subscription !== "string" || !isOverBefore(attachment, call)) continue;
        // Other requests of a customer, such as one for a subscription, only judge less.
        const isDisturbed = others.some(
          (other) =>
            other !== attachment &&
            other.ended > attachment.begun &&
            other.begun < call.ended &&
            [subscription, id, "customerId"].some((name) => textIn(other).includes(name)),
        );
        if (isDisturbed) continue;
        const holds = JSON.stringify(listed).includes(JSON.stringify(subscription));
        if (!holds && mayBeMissing(attachment, call, consistencyMs)) {
          doubt(call);
          continue;
        }
        judge({
          rule: "test-clocks/lists-show-what-is-attached",
          holds,
          seen: call,
          earlier: [attachment],
          expected: () => `the list to show the subscription ${cut(subscription, 100)} with its clock`,
          actual: () => `${cut(id, 100)} is listed without it`,
        });
      }
    },
  };
}
