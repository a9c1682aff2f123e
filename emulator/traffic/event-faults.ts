import type { DeliveryDisturbance } from "../kernel/sender.ts";

/** What a fault does to the delivery of an event. */
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

/** How often a fault occurs, and for whom. */
export interface FaultScope {
  /** Only requests with a key of this account, or events to its endpoints. */
  readonly accountId?: string;
  /** How many requests or deliveries it meets; absent: all. */
  readonly times?: number;
  /** The share of them that it meets, over 0 to 1, chosen by the emulator's seed; absent: each one. */
  readonly rate?: number;
}

/** Which deliveries a fault meets, and what it does to them. */
export interface EventFaultRule extends FaultScope {
  readonly effect: EventFaultEffect;
  /** The exact type of the event; absent: every one. */
  readonly event?: string;
  /** Milliseconds of real time; absent: 0 for `repeat-event`, else 1000. */
  readonly delayMs?: number;
}

/** A fault of deliveries in force. */
export interface EventFault extends EventFaultRule {
  readonly id: string;
  /** How many deliveries it has met. */
  readonly met: number;
}

/** The delay of a fault that names none, ms. */
export const USUAL_DELAY_MS = 1_000;

/** Whether a fault disturbs events, not requests. */
export function isEventFault<Rule extends { readonly effect: string }>(
  rule: Rule,
): rule is Extract<Rule, { readonly effect: EventFaultEffect }> {
  return eventFaultEffects.some((known) => known === rule.effect);
}

/** What the dispatcher does because of a fault. */
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
