import { idsFor } from "../kernel/ids.ts";

/** What a fault does to a request. */
export const routeFaultEffects = ["lose-request", "lose-answer", "cut-answer", "error", "delay"] as const;

/**
 * `lose-request`: the connection ends before anything happens. `lose-answer`: the request has its effect, then the connection ends without
 * an answer. `cut-answer`: the same, in the middle of the answer. `error`: `status` is answered, and nothing happens. `delay`: the request
 * waits `delayMs`.
 */
export type RouteFaultEffect = (typeof routeFaultEffects)[number];

/** Which requests a fault meets, and what it does to them. */
export interface RouteFaultRule {
  readonly effect: RouteFaultEffect;
  /** As in the contract; absent: every operation. */
  readonly operationId?: string;
  /** Only requests with a key of this account. */
  readonly accountId?: string;
  /** How many requests it meets; absent: all. */
  readonly times?: number;
  /** The share of requests that it meets, over 0 to 1, chosen by the emulator's seed; absent: each one. */
  readonly rate?: number;
  /** Of `error`; absent: 500. */
  readonly status?: number;
  /** Of `delay`, milliseconds. */
  readonly delayMs?: number;
}

/** A fault in force. */
export interface RouteFault extends RouteFaultRule {
  readonly id: string;
  /** How many requests it has met. */
  readonly met: number;
}

/** What happens to one request. */
export interface Disturbance {
  readonly delayMs: number;
  /** The first fault that does more than delay. */
  readonly fault: RouteFault | undefined;
}

/** The faults that disturb requests on their way. */
export interface RouteFaults {
  add(rule: RouteFaultRule): RouteFault;
  list(): readonly RouteFault[];
  /** Whether there was such a fault. */
  remove(id: string): boolean;
  /** Counts the request; undefined when no fault meets it. */
  meet(request: { operationId: string; accountId: string | undefined }): Disturbance | undefined;
  clear(): void;
}

/** Rates are exact to one in a million. */
const PRECISION = 1_000_000;
/** Far from the numbers of decisions and of deliveries, whose values come from the same seed. */
const OWN_SEQUENCE = 1_000_000_000;

/** No fault yet. The same seed and the same requests give the same choices. */
export function createRouteFaults(seed: number): RouteFaults {
  const faults = new Map<string, { fault: RouteFault; isChosen: () => boolean }>();
  let made = 0;

  return {
    add: (rule) => {
      made += 1;
      const { rate } = rule;
      const random = idsFor(seed, OWN_SEQUENCE + made);
      const isChosen = (): boolean => rate === undefined || random.integer(PRECISION) < rate * PRECISION;
      const fault = { ...rule, id: `fault_${made}`, met: 0 };
      faults.set(fault.id, { fault, isChosen });
      return fault;
    },
    list: () => [...faults.values()].map(({ fault }) => fault),
    remove: (id) => faults.delete(id),
    meet: ({ operationId, accountId }) => {
      let delayMs = 0;
      let first: RouteFault | undefined;
      for (const entry of faults.values()) {
        const { fault } = entry;
        if ((fault.operationId ?? operationId) !== operationId) continue;
        if ((fault.accountId ?? accountId) !== accountId) continue;
        if ((fault.effect !== "delay" && first !== undefined) || !entry.isChosen()) continue;
        entry.fault = { ...fault, met: fault.met + 1 };
        if (entry.fault.met === fault.times) faults.delete(fault.id);
        if (fault.effect === "delay") delayMs += fault.delayMs ?? 0;
        else first = entry.fault;
      }
      return delayMs === 0 && first === undefined ? undefined : { delayMs, fault: first };
    },
    clear: () => {
      faults.clear();
      made = 0;
    },
  };
}
