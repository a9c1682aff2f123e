import type { TimeSource } from "./clock.ts";

/** A hold on the next matching request, between the reservation of its key and its decision. */
export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly operationId: string;
  readonly key: string;
}

/** The longest time that a request is held, ms. */
const maxHoldMs = 60_000;

/** Creates an empty set of holds of requests with an idempotency key. It keeps at most 1,000 and then releases the oldest. */
export function createHolds(time: TimeSource) {
  const gates = new Map<string, { hold: Hold; open?: () => void }>();

  const release = (id: string): boolean => {
    const gate = gates.get(id);
    gates.delete(id);
    gate?.open?.();
    return gate !== undefined;
  };

  return {
    /** Releases a hold; false if there is none of that id. */
    release,
    /** Holds the next matching request, for at most `maxHoldMs`. */
    set: (hold: Hold): void => {
      const oldest = gates.keys().next().value;
      if (gates.size >= 1000 && oldest !== undefined) release(oldest);
      gates.set(hold.id, { hold });
    },
    /** The hold of that id, and whether a request is being held. */
    get: (id: string): { hold: Hold; holding: boolean } | undefined => {
      const gate = gates.get(id);
      return gate === undefined ? undefined : { hold: gate.hold, holding: gate.open !== undefined };
    },
    /** Resolves when the hold on this request is released; undefined if there is none. */
    meet: (accountId: string, operationId: string, key: string): Promise<void> | undefined => {
      for (const gate of gates.values()) {
        const { hold } = gate;
        if (gate.open !== undefined || hold.accountId !== accountId) continue;
        if (hold.operationId !== operationId || hold.key !== key) continue;
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
    /** Releases all holds. */
    clear: (): void => {
      for (const id of [...gates.keys()]) release(id);
    },
  };
}
