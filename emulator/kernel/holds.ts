import type { TimeSource } from "./clock.ts";

/** A request that control wants to stop between the reservation of its key and its decision. */
export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly operationId: string;
  /** Absent: any key. */
  readonly key?: string;
}

/** The gates at which requests with an idempotency key can be held. */
export interface Holds {
  /** Sets a gate for the next matching request. It opens by itself after `maxHoldMs` of waiting. */
  set(hold: Hold): void;
  /** Opens a gate; false when there is none of that id. */
  release(id: string): boolean;
  /** The gate of that id, and whether a request waits at it. */
  get(id: string): { hold: Hold; holding: boolean } | undefined;
  /** Returns the gate's opening when one is set for this request, else nothing. */
  meet(accountId: string, operationId: string, key: string): Promise<void> | undefined;
  /** Opens all gates. */
  clear(): void;
}

/** The longest time a request is held, milliseconds. */
const maxHoldMs = 60_000;

/** No gates set. At most 1,000 are kept; the oldest is opened to make room. */
export function createHolds(time: TimeSource): Holds {
  const gates = new Map<string, { hold: Hold; open?: () => void }>();

  const release = (id: string): boolean => {
    const gate = gates.get(id);
    gates.delete(id);
    gate?.open?.();
    return gate !== undefined;
  };

  return {
    release,
    set: (hold) => {
      const oldest = gates.keys().next().value;
      if (gates.size >= 1000 && oldest !== undefined) release(oldest);
      gates.set(hold.id, { hold });
    },
    get: (id) => {
      const gate = gates.get(id);
      return gate === undefined ? undefined : { hold: gate.hold, holding: gate.open !== undefined };
    },
    meet: (accountId, operationId, key) => {
      for (const gate of gates.values()) {
        const { hold } = gate;
        if (gate.open !== undefined || hold.accountId !== accountId || hold.operationId !== operationId)
          continue;
        if (hold.key !== undefined && hold.key !== key) continue;
        return new Promise((resolve) => {
          const cancel = time.after(maxHoldMs, () => void release(hold.id));
          gate.open = () => {
            cancel();
            resolve();
          };
        });
      }
      return undefined;
    },
    clear: () => {
      for (const id of [...gates.keys()]) release(id);
    },
  };
}
