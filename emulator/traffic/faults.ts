import { idsFor } from "../kernel/ids.ts";
import {
  type EventFault,
  type EventFaultRule,
  type FaultScope,
  isEventFault,
  USUAL_DELAY_MS,
} from "./event-faults.ts";

/** The effects of faults on a request. */
export const routeFaultEffects = ["lose-request", "lose-answer", "cut-answer", "error", "delay"] as const;

/**
 * `lose-request`: the connection ends before anything happens. `lose-answer`: the request has its effect, then the connection ends without
 * an answer. `cut-answer`: the same, in the middle of the answer. `error`: `status` is answered, and nothing happens. `delay`: the request
 * waits `delayMs`.
 */
export type RouteFaultEffect = (typeof routeFaultEffects)[number];

/** A fault of requests. */
export interface RouteFaultRule extends FaultScope {
  readonly effect: RouteFaultEffect;
  /** The operationId of the contract. Default: every operation. */
  readonly operationId?: string;
  /** The status for `error`. Default: 500. */
  readonly status?: number;
  /** The delay for `delay`, ms. Default: 1000. */
  readonly delayMs?: number;
}

/** A fault of requests, or of deliveries of events. */
export type FaultRule = RouteFaultRule | EventFaultRule;

/** A fault of requests in force. */
export interface RouteFault extends RouteFaultRule {
  readonly id: string;
  /** The number of requests that it has affected. */
  readonly met: number;
}

/** A fault in force. */
export type Fault = RouteFault | EventFault;

/** The effect of faults on a request. */
export interface Disturbance {
  readonly delayMs: number;
  /** The first fault that does more than delay, or the last one that delays. */
  readonly fault: RouteFault;
}

/** The precision of rates: one in a million. */
const PRECISION = 1_000_000;
/** The number of used-up faults that are kept. */
const USED_UP = 100;
/** Far from the numbers of decisions and deliveries, whose random values come from the same seed. */
const OWN_SEQUENCE = 1_000_000_000;

interface Entry {
  fault: Fault;
  readonly isChosen: () => boolean;
}

/** Whether a fault has affected as many requests or deliveries as it was to. */
export const isUsedUp = ({ met, times }: Fault): boolean => met === times;

/** Creates an empty set of faults of requests and events. The same seed and the same requests give the same choices. */
export function createFaults(seed: number) {
  const faults = new Map<string, Entry>();
  const usedUp: string[] = [];
  let made = 0;

  const count = <Met extends Fault>(entry: Entry, fault: Met): Met => {
    const met = { ...fault, met: fault.met + 1 };
    entry.fault = met;
    if (isUsedUp(met)) {
      usedUp.push(met.id);
      if (usedUp.length > USED_UP) faults.delete(usedUp.shift() ?? "");
    }
    return met;
  };

  return {
    add: (rule: FaultRule): Fault => {
      made += 1;
      const { rate } = rule;
      const random = idsFor(seed, OWN_SEQUENCE + made);
      const isChosen = (): boolean => rate === undefined || random.integer(PRECISION) < rate * PRECISION;
      const fault = { ...rule, id: `fault_${made}`, met: 0 };
      faults.set(fault.id, { fault, isChosen });
      return fault;
    },
    /** The faults in force, and the latest that are used up, so that a test can see that they were met. */
    list: (): readonly Fault[] => [...faults.values()].map(({ fault }) => fault),
    /** Removes a fault. Returns whether it existed. */
    remove: (id: string) => faults.delete(id),
    /** Counts the request, and returns the effect of faults on it; undefined if none affects it. */
    meet: (request: { operationId: string; accountId: string | undefined }): Disturbance | undefined => {
      const { operationId, accountId } = request;
      if (faults.size === 0) return undefined;
      let delayMs = 0;
      let delay: RouteFault | undefined;
      let first: RouteFault | undefined;
      for (const entry of faults.values()) {
        const { fault } = entry;
        if (isEventFault(fault) || isUsedUp(fault)) continue;
        if ((fault.operationId ?? operationId) !== operationId) continue;
        if ((fault.accountId ?? accountId) !== accountId) continue;
        if ((fault.effect !== "delay" && first !== undefined) || !entry.isChosen()) continue;
        const met = count(entry, fault);
        if (met.effect === "delay") {
          delayMs += met.delayMs ?? USUAL_DELAY_MS;
          delay = met;
        } else first = met;
      }
      const fault = first ?? delay;
      return fault === undefined ? undefined : { delayMs, fault };
    },
    /** Counts the delivery, and returns the first fault that affects it; undefined if none does. */
    meetDelivery: ({ event, accountId }: { event: string; accountId: string }): EventFault | undefined => {
      for (const entry of faults.values()) {
        const { fault } = entry;
        if (!isEventFault(fault) || isUsedUp(fault) || (fault.event ?? event) !== event) continue;
        if ((fault.accountId ?? accountId) === accountId && entry.isChosen()) return count(entry, fault);
      }
      return undefined;
    },
    clear: (): void => {
      faults.clear();
      usedUp.length = 0;
      made = 0;
    },
  };
}
