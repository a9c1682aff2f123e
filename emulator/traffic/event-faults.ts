import type { DeliveryDisturbance } from "../kernel/sender.ts";

/** The effects of faults on the delivery of an event. */
export const eventFaultEffects = [
  "delay-event",
  "repeat-event",
  "reorder-event",
  "lose-event",
  "drop-event",
] as const;

/**
 * `delay-event`: the event is delivered `delayMs` later. `repeat-event`: it is delivered a second time, `delayMs` later. `reorder-event`: it is
 * delivered after the next event for its endpoint, at the latest `delayMs` later. `lose-event`: it does not arrive, and is delivered again as
 * after any failure. `drop-event`: it never arrives.
 */
export type EventFaultEffect = (typeof eventFaultEffects)[number];

/** Which requests or deliveries a fault may affect, and how many. */
export interface FaultScope {
  /** Only requests with a key of this account, or events for its endpoints. Default: all accounts. */
  readonly accountId?: string;
  /** How many requests or deliveries it affects. Default: all. */
  readonly times?: number;
  /** The share that it affects, above 0 and up to 1, chosen by the emulator's seed. Default: 1. */
  readonly rate?: number;
}

/** A fault of deliveries. */
export interface EventFaultRule extends FaultScope {
  readonly effect: EventFaultEffect;
  /** The exact type of the event. Default: every type. */
  readonly event?: string;
  /** Milliseconds of real time. Default: 0 for `repeat-event`, otherwise 1000. */
  readonly delayMs?: number;
}

/** A fault of deliveries in force. */
export interface EventFault extends EventFaultRule {
  readonly id: string;
  /** The number of deliveries that it has affected. */
  readonly met: number;
}

/** The default delay of a fault, ms. */
export const USUAL_DELAY_MS = 1_000;

/** Whether a fault affects events, not requests. */
export function isEventFault<Rule extends { readonly effect: string }>(
  rule: Rule,
): rule is Extract<Rule, { readonly effect: EventFaultEffect }> {
  return eventFaultEffects.some((known) => known === rule.effect);
}

/** The effect of a fault on a delivery. */
export function disturbanceBy({ id: faultId, effect, delayMs }: EventFault): DeliveryDisturbance {
  const met = { fault: effect, faultId };
  switch (effect) {
    case "delay-event":
      return { ...met, delayMs: delayMs ?? USUAL_DELAY_MS };
    case "repeat-event":
      return { ...met, repeatAfterMs: delayMs ?? 0 };
    case "reorder-event":
      return { ...met, overtakenWithinMs: delayMs ?? USUAL_DELAY_MS };
    case "lose-event":
      return { ...met, isLost: true };
    case "drop-event":
      return { ...met, isDropped: true };
  }
}
