import type { Check } from "../../harness/check.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";

/** ms that a check waits for a vendor that another check uses. */
const LONGEST_WAIT_MS = 25_000;

/** Which of the profile's vendors are in use, over all checks of a run. */
class Broker {
  readonly #used = new Set<string>();
  readonly #lastUse = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #uses = 0;

  /** The free ones among these, the longest unused first. */
  free(accts: readonly string[]): readonly string[] {
    const since = (acct: string): number => this.#lastUse.get(acct) ?? 0;
    return accts.filter((acct) => !this.#used.has(acct)).sort((a, b) => since(a) - since(b));
  }

  take(accts: readonly string[]): void {
    for (const acct of accts) {
      this.#used.add(acct);
      this.#uses += 1;
      this.#lastUse.set(acct, this.#uses);
    }
  }

  release(accts: readonly string[]): void {
    for (const acct of accts) this.#used.delete(acct);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Resolves when something is given back, at the latest after `ms`. */
  async released(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

const brokers = new WeakMap<Profile, Broker>();

function brokerOf(check: Check): Broker {
  let broker = brokers.get(check.profile);
  if (broker === undefined) {
    broker = new Broker();
    brokers.set(check.profile, broker);
  }
  return broker;
}

/** Where leased vendors come from. */
export interface Shelf {
  /** The need that more vendors would meet. */
  readonly need: string;
  readonly count: number;
  /** All that there are by now. */
  readonly stock: () => readonly string[];
  /** Makes one more; false when there are to be no more. */
  readonly grow?: () => Promise<boolean>;
}

/** Takes as many of these as no other check uses, until this check ends; null where there are not so many. */
export function leaseFree(check: Check, stock: readonly string[], count: number): readonly string[] | null {
  const broker = brokerOf(check);
  const chosen = broker.free(stock).slice(0, count);
  if (chosen.length < count) return null;
  broker.take(chosen);
  check.cleanUp(async () => broker.release(chosen));
  return chosen;
}

/**
 * Takes vendors that no other check uses, until this check ends. All at once, so that two checks never wait for each other.
 * @throws NeedMissing when there are not so many at all
 * @throws Inconclusive when none is given back in time
 */
export async function lease(check: Check, shelf: Shelf): Promise<readonly string[]> {
  const broker = brokerOf(check);
  const end = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const chosen = leaseFree(check, shelf.stock(), shelf.count);
    if (chosen !== null) return chosen;
    if ((await shelf.grow?.()) === true) continue;
    if (shelf.stock().length < shelf.count) throw new NeedMissing(shelf.need);
    const left = end - performance.now();
    if (left <= 0 || check.signal.aborted) {
      const { length } = shelf.stock();
      throw new Inconclusive(
        `other checks use the ${length} vendors that there are (${shelf.need}); with ${shelf.count} for each of the ${check.profile.inFlight} checks side by side none waits: supply ${shelf.count * check.profile.inFlight}, or lower inFlight`,
      );
    }
    await broker.released(Math.min(left, 500));
  }
}
