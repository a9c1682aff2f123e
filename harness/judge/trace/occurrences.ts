import { isDeepStrictEqual } from "node:util";
import type { ReceivedEvent } from "../../event.ts";
import { cut, show } from "../../plain.ts";
import { numberOf, textOf } from "../../reported.ts";
import { answerOf, type Call } from "./calls.ts";
import { SHOWN, type TraceContext, type TraceRule } from "./rule.ts";

/** The events that occur once for each object, or for each credit, by the field of their data that names it (§6.1, §6.2). */
const ONCE: Readonly<Record<string, string>> = {
  "subscription.created": "subscriptionId",
  "subscription.trial_ending": "subscriptionId",
  "invoice.finalized": "invoiceId",
  "invoice.voided": "invoiceId",
  "connect.application_fee.created": "id",
  "connect.transfer.created": "id",
  "connect.transfer.reversed": "id",
  "connect.funds.available": "source_transaction",
};

/** Each endpoint receives one of these events for each object, however often it is delivered (§6.1, §6.2). */
export function oneOccurrence({ judge }: TraceContext): TraceRule {
  const first = new Map<string, ReceivedEvent>();
  return {
    arrives: (event) => {
      const field = ONCE[event.type];
      const about = event.data[field ?? ""];
      if (event.id === "" || typeof about !== "string" || about === "") return;
      const key = `${event.address} ${event.type} ${about}`;
      const earlier = first.get(key);
      first.set(key, earlier ?? event);
      const isConnect = event.family === "connect";
      judge({
        rule: isConnect
          ? "connect-events/one-event-for-each-request"
          : "subscription-events/one-event-for-each-object",
        holds: earlier === undefined || earlier.id === event.id,
        seen: event,
        earlier: earlier === undefined ? [] : [earlier],
        field: isConnect ? "/event/id" : "/id",
        expected: () =>
          `one ${event.type} about ${cut(about, 100)}; another delivery of it has the id ${earlier?.id ?? ""}`,
        actual: () => `the id is ${event.id}`,
      });
    },
  };
}

/** Events of objects that later requests change: of its data, another delivery may share only which object it is. */
const MAY_BE_UPDATED: ReadonlySet<string> = new Set([
  "connect.transfer.created",
  "connect.transfer.reversed",
  "connect.application_fee.created",
]);

/** What may depend on when an event is delivered, or to whose endpoint. */
const MAY_DIFFER: ReadonlySet<string> = new Set(["updatedAt", "account"]);

/**
 * An identifier names one event, so nothing is lost if a second delivery is discarded: all of them, to whatever endpoint, have the same type and data
 * (§6.1, §6.2).
 */
export function equalIds({ judge, endpointAt }: TraceContext): TraceRule {
  const first = new Map<string, ReceivedEvent>();
  return {
    arrives: (event) => {
      const { id, address } = event;
      if (id === "") return;
      // The vendor of a Connect event has endpoints of its own.
      const key = `${event.account ?? endpointAt(address)?.scope ?? address} ${id}`;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, event);
        return;
      }
      const field = differenceOf(event, earlier);
      const at = (one: ReceivedEvent): unknown => (field === "type" ? one.type : one.data[field ?? ""]);
      judge({
        rule:
          event.family === "connect"
            ? "connect-events/equal-ids-equal-content"
            : "subscription-events/equal-ids-equal-content",
        holds: field === null,
        seen: event,
        earlier: [earlier],
        field: `${event.family === "connect" ? "/event" : ""}/${field === "type" ? field : `data/${field}`}`,
        expected: () => `${show(at(earlier), SHOWN)}, as in another delivery of the event ${cut(id, 100)}`,
        actual: () => `it is ${show(at(event), SHOWN)}`,
      });
    },
  };
}

/** Where two deliveries of an event differ: its type, or a field of the data that both show; null if they do not. */
function differenceOf({ type, data }: ReceivedEvent, earlier: ReceivedEvent): string | null {
  if (type !== earlier.type) return "type";
  const isComparable = (name: string): boolean =>
    MAY_BE_UPDATED.has(type) ? name === "id" : !MAY_DIFFER.has(name);
  const isShown = (name: string): boolean => data[name] !== null && (earlier.data[name] ?? null) !== null;
  const names = Object.keys(data).filter((name) => isComparable(name) && isShown(name));
  return names.find((name) => !isDeepStrictEqual(data[name], earlier.data[name])) ?? null;
}

/** Over all events of one application fee, what was refunded in all includes each refund, and never exceeds the fee (§6.2). */
export function refundedFees({ judge }: TraceContext): TraceRule {
  const fees = new Map<string, { readonly amount: number; readonly event: ReceivedEvent }>();
  const refunds = new Map<string, ReceivedEvent[]>();
  const judgeRefund = (event: ReceivedEvent, id: string): void => {
    const fee = fees.get(`${event.address} ${id}`);
    const [own, total] = [numberOf(event.data["amount"]), numberOf(event.data["refunded_amount"])];
    if (Number.isNaN(own) || Number.isNaN(total)) return;
    const others = (refunds.get(`${event.address} ${id}`) ?? []).filter((one) => one.id !== event.id);
    // Of two refunds, the later one's total includes both.
    const clash = others.find((one) => {
      const [amount, sum] = [numberOf(one.data["amount"]), numberOf(one.data["refunded_amount"])];
      return total >= sum ? total - own < sum : sum - amount < total;
    });
    const holds = own <= total && clash === undefined && !(total > (fee?.amount ?? Infinity));
    judge({
      rule: "connect-events/refunded-fees-add-up",
      holds,
      seen: event,
      earlier: [...(fee === undefined ? [] : [fee.event]), ...(clash === undefined ? [] : [clash])],
      field: "/event/data/refunded_amount",
      expected: () =>
        `a refunded_amount that includes this refund of ${own} and each earlier one, and is at most the fee${fee === undefined ? "" : ` of ${fee.amount}`}`,
      actual: () => `it is ${total}`,
    });
  };
  return {
    arrives: (event) => {
      if (event.type === "connect.application_fee.created") {
        const amount = numberOf(event.data["amount"]);
        const key = `${event.address} ${textOf(event.data["id"])}`;
        if (!Number.isNaN(amount) && !fees.has(key)) fees.set(key, { amount, event });
      }
      if (event.type !== "connect.application_fee.refunded") return;
      const id = textOf(event.data["application_fee"]);
      judgeRefund(event, id);
      const key = `${event.address} ${id}`;
      refunds.set(key, [...(refunds.get(key) ?? []), event]);
    },
  };
}

/** The figures of a refusal for lack of funds, which its event repeats (§6.2, §7.5). */
const FIGURES = ["required", "seller_available", "shortfall", "currency"] as const;

/**
 * Each event of a refused reversal belongs to a refusal of its account, about the same allocation and with the same figures, and each refusal has
 * one at most (§6.2).
 */
export function refusedReversals({ judge, callerOf }: TraceContext): TraceRule {
  const refusals = new Map<string, Call[]>();
  const inFlight = new Set<Call>();
  const waiting = new Map<ReceivedEvent, ReadonlySet<Call>>();
  const events = new Map<string, Set<string>>();
  /** Allocations that a call without an answer is about, and those of accounts that others may use. */
  const unknown = new Set<string>();
  const settle = (event: ReceivedEvent): void => {
    const id = textOf(event.data["allocation"]);
    const known = refusals.get(id) ?? [];
    if (unknown.has(id) || event.id === "") return;
    const ofEndpoint = events.get(`${event.address} ${id}`) ?? new Set<string>();
    events.set(`${event.address} ${id}`, ofEndpoint.add(event.id));
    const isShown = known.some((call) => hasFigures(answerOf(call), event));
    // Allocations of which nothing was seen may be of others.
    if (known.length === 0) return;
    judge({
      rule: "connect-events/every-refusal-has-its-event",
      holds: isShown && ofEndpoint.size <= known.length,
      seen: event,
      earlier: known.slice(0, 10),
      field: "/event/data",
      expected: () =>
        `the figures of a refusal of a reversal of ${cut(id, 100)}, and at most ${known.length} such events`,
      actual: () => (isShown ? `it is event ${ofEndpoint.size}` : "no refusal has these figures"),
    });
  };
  return {
    begins: (call) => {
      if (call.operation?.id === "createAllocationReversal") inFlight.add(call);
    },
    ends: (call) => {
      if (!inFlight.delete(call)) return;
      const id = call.path["allocationId"] ?? "";
      const status = call.exchange?.answer?.status;
      if (status === 402) refusals.set(id, [...(refusals.get(id) ?? []), call]);
      if (status === undefined || status >= 500 || callerOf(call)?.isWhole !== true) unknown.add(id);
      for (const [event, calls] of waiting)
        if ([...calls].every((one) => !inFlight.has(one))) {
          waiting.delete(event);
          settle(event);
        }
    },
    arrives: (event) => {
      if (event.type !== "connect.reversal.blocked_insufficient_funds") return;
      // An event may arrive before the answer of its request.
      if (inFlight.size === 0) settle(event);
      else waiting.set(event, new Set(inFlight));
    },
  };
}

function hasFigures(body: Readonly<Record<string, unknown>>, { data }: ReceivedEvent): boolean {
  return FIGURES.every((name) => {
    const [one, other] = [body[name], data[name]];
    if (one === undefined || other === undefined || typeof one !== typeof other) return true;
    return name === "currency" ? textOf(one).toLowerCase() === textOf(other).toLowerCase() : one === other;
  });
}
