import type { Delivery } from "./events.ts";
import type { Image, Keeper } from "./keeper.ts";

/**
 * Why an event has not arrived: its delivery is in progress, waits for a retry on the timeline, or was given up. What was in progress when a
 * process ended is in progress again in the next.
 */
type Why = "in progress" | "waiting" | "given up";

/** An event that has not arrived at an endpoint. */
export interface UndeliveredEvent {
  readonly endpointId: string;
  /** Its sequence in the feed. */
  readonly sequence: number;
  readonly attempt: number;
  readonly why: Why;
}

/** Where they are kept. */
export const UNDELIVERED = "undelivered";

/** The most of one endpoint: as many as events of a feed are kept. The oldest go first. */
const MOST = 11_000;

/** The events that have not arrived at endpoints. They outlive the process, so that none is missed. */
export class Undelivered {
  readonly #keeper: Keeper;
  /** By endpoint and sequence. */
  readonly #events = new Map<string, Map<number, UndeliveredEvent>>();

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  set({ endpointId, entry: { sequence }, attempt }: Delivery, why: Why): void {
    const event = { endpointId, sequence, attempt, why };
    this.#add(event);
    this.#keeper.put(UNDELIVERED, keyOf(event), event);
    const events = this.#events.get(endpointId);
    const [oldest] = events === undefined || events.size <= MOST ? [] : events.values();
    if (oldest !== undefined) this.#drop(oldest);
  }

  arrived({ endpointId, entry: { sequence } }: Delivery): void {
    this.#drop({ endpointId, sequence });
  }

  /** In the order of the feed. */
  of(endpointId: string): readonly UndeliveredEvent[] {
    return [...(this.#events.get(endpointId)?.values() ?? [])].sort((a, b) => a.sequence - b.sequence);
  }

  all(): readonly UndeliveredEvent[] {
    return [...this.#events.keys()].flatMap((endpointId) => this.of(endpointId));
  }

  /** Forgets a deleted endpoint. */
  forget(endpointId: string): void {
    for (const event of this.of(endpointId)) this.#drop(event);
  }

  image(): Image {
    return { [UNDELIVERED]: this.all().map((event) => [keyOf(event), event]) };
  }

  restore({ [UNDELIVERED]: all = [] }: Image): void {
    this.#events.clear();
    for (const [, event] of all) this.#add(event as UndeliveredEvent);
  }

  #add(event: UndeliveredEvent): void {
    const events = this.#events.get(event.endpointId) ?? new Map<number, UndeliveredEvent>();
    this.#events.set(event.endpointId, events.set(event.sequence, event));
  }

  #drop(event: Pick<UndeliveredEvent, "endpointId" | "sequence">): void {
    const events = this.#events.get(event.endpointId);
    if (events?.delete(event.sequence) !== true) return;
    if (events.size === 0) this.#events.delete(event.endpointId);
    this.#keeper.remove(UNDELIVERED, keyOf(event));
  }
}

const keyOf = ({ endpointId, sequence }: Pick<UndeliveredEvent, "endpointId" | "sequence">): string =>
  `${endpointId}/${sequence}`;
