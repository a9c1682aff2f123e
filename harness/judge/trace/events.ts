import type { ReceivedEvent } from "../../event.ts";
import { cut } from "../../plain.ts";
import { answerOf, type Call, effectOf } from "./calls.ts";
import type { TraceContext, TraceRule } from "./rule.ts";

/** The events that one operation causes, once for each object that it creates (§6.2). */
const CAUSES: Readonly<Record<string, string>> = {
  "connect.transfer.created": "createAllocation",
  "connect.transfer.reversed": "createAllocationReversal",
};

/** Each of these events is about an object that a request of its account created (§6.2). */
export function causedEvents({ judge, callerOf }: TraceContext): TraceRule {
  const created = new Map<string, Call>();
  const inFlight = new Set<Call>();
  /** The operations and accounts with a call whose answer does not say what it created: the event may be about that. */
  const lost = new Set<string>();
  const waiting = new Map<ReceivedEvent, { readonly id: string; readonly calls: ReadonlySet<Call> }>();
  const operations = new Set(Object.values(CAUSES));
  const whole = new Set<string>();

  const settle = (event: ReceivedEvent, id: string): void => {
    const operation = CAUSES[event.type] ?? "";
    const cause = created.get(`${operation} ${id}`);
    const controller = event.data["controllerAccountId"];
    if (typeof controller !== "string" || !whole.has(controller)) return;
    if (lost.has(`${operation} ${controller}`) || lost.has(`${operation} `)) return;
    judge({
      rule: "connect-events/every-event-has-its-request",
      holds: cause !== undefined,
      seen: event,
      earlier: [],
      field: "/event/data/id",
      expected: "an object that a request of the account created",
      actual: () => `${cut(id, 100)} is none`,
    });
  };

  return {
    begins: (call) => {
      if (operations.has(call.operation?.id ?? "")) inFlight.add(call);
    },
    ends: (call) => {
      const operation = call.operation?.id ?? "";
      const caller = callerOf(call);
      if (caller?.account != null && caller.isWhole) whole.add(caller.account);
      if (!inFlight.delete(call)) return;
      const effect = effectOf(call);
      const { id } = answerOf(call);
      if (effect === "made" && typeof id === "string") created.set(`${operation} ${id}`, call);
      else if (effect !== "none") lost.add(`${operation} ${caller?.account ?? ""}`);
      for (const [event, { id: about, calls }] of waiting)
        if ([...calls].every((one) => !inFlight.has(one))) {
          waiting.delete(event);
          settle(event, about);
        }
    },
    arrives: (event) => {
      const { id } = event.data;
      if (CAUSES[event.type] === undefined || typeof id !== "string") return;
      // An event may arrive before the answer of its request.
      if (inFlight.size === 0) settle(event, id);
      else waiting.set(event, { id, calls: new Set(inFlight) });
    },
  };
}

/** The `account` in the data of an event is its vendor or its marketplace: which of them is open, but it is no other (§6.2). */
export function accountOfTheEvent({ judge, endpointAt }: TraceContext): TraceRule {
  return {
    arrives: (event) => {
      const { account: vendor, data, address } = event;
      const { account, controllerAccountId, connectedAccountId } = data;
      const receiver = endpointAt(address)?.account ?? null;
      // An endpoint of the vendor does not say who the marketplace is.
      const isMarketplaceKnown = typeof controllerAccountId === "string" || receiver !== vendor;
      if (event.family !== "connect" || typeof account !== "string" || vendor === null) return;
      if (receiver === null || !isMarketplaceKnown) return;
      judge({
        rule: "connect-events/account-is-a-party",
        holds: [vendor, receiver, controllerAccountId, connectedAccountId].includes(account),
        seen: event,
        earlier: [],
        field: "/event/data/account",
        expected: () => `the vendor, ${cut(vendor, 100)}, or its marketplace`,
        actual: () => `it is ${cut(account, 100)}`,
      });
    },
  };
}
