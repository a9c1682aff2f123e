import { eventOf, type ReceivedEvent, readEvent } from "./event.ts";

const KEPT_PER_ADDRESS = 5_000;
const ADDRESSES = 5_000;

/** Keeps what arrived, by address, bounded; tells whoever waits. */
export class Mailbox {
  readonly #events = new Map<string, ReceivedEvent[]>();
  readonly #waiting = new Set<() => void>();
  readonly #refusals = new Map<string, number>();
  #arrivals = 0;

  /** Takes a body that came to an address; what is no event is counted and left alone. */
  put(bytes: Uint8Array, address: string): void {
    this.#arrivals += 1;
    this.#keep(
      readEvent(bytes, { address, receivedAt: performance.now(), arrival: this.#arrivals }),
      address,
    );
  }

  /** Takes an envelope that a feed gave. */
  putValue(body: unknown, address: string): void {
    this.#arrivals += 1;
    this.#keep(eventOf(body, { address, receivedAt: performance.now(), arrival: this.#arrivals }), address);
  }

  #keep(event: ReceivedEvent | null, address: string): void {
    if (event === null) return;
    let events = this.#events.get(address);
    if (events === undefined) {
      if (this.#events.size >= ADDRESSES) return;
      events = [];
      this.#events.set(address, events);
    }
    if (events.length < KEPT_PER_ADDRESS) events.push(event);
    for (const wake of this.#waiting) wake();
  }

  /** Deliveries to an address, in order of arrival. */
  at(address: string): readonly ReceivedEvent[] {
    return this.#events.get(address) ?? [];
  }

  /** True once anything that is an event came to any address. */
  get receivedAny(): boolean {
    return this.#events.size > 0;
  }

  /** Lets the next `times` deliveries to an address fail, as a receiver that is down does. */
  refuse(address: string, times: number): void {
    this.#refusals.set(address, times);
  }

  refuses(address: string): boolean {
    const left = this.#refusals.get(address) ?? 0;
    if (left === 0) return false;
    this.#refusals.set(address, left - 1);
    return true;
  }

  /** Resolves at the next arrival, at the latest after `ms`. */
  async arrival(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
    });
  }
}
