import { digestOf, eventOf, type ReceivedEvent, readEvent, malformedEvent, mentions } from "../event.ts";

const KEPT_PER_ADDRESS = 5_000;
/** The limit for all events of a run together, bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** The limit for one event, bytes. */
export const MAX_EVENT_BYTES = 256 * 1024;
const MALFORMED_KEPT = 3;
/** The shortest time between two wake-ups of waiting checks, ms. */
const LOOK_MS = 5;

/** Called with each event whose body did not arrive before, and with whether its id did. */
type Watcher = (event: ReceivedEvent, isRedelivery: boolean) => void;

interface Box {
  readonly events: ReceivedEvent[];
  /** The number of deliveries that were too large or too many to be kept. */
  dropped: number;
  /** The number of deliveries that were not events. */
  malformedCount: number;
  /** The first few of them. */
  readonly malformed: Uint8Array[];
  /** The bodies so far, as digests, by the id of their envelope. */
  readonly bodies: Map<string, Set<string>>;
  watcher: Watcher | null;
}

/**
 * Keeps deliveries by address, up to a limit, and notifies waiting checks. Only opened addresses accept deliveries: others are
 * not from the target, so they neither use memory nor prove that the target sends events.
 */
export class Mailbox {
  readonly #boxes = new Map<string, Box>();
  readonly #waiting = new Set<() => void>();
  #arrivals = 0;
  #bytes = 0;
  #dropped = 0;
  #wake: NodeJS.Timeout | null = null;

  readonly #onDelivery: (bytes: Uint8Array, address: string) => void;

  /** `onDelivery`: called with each delivery to an opened address, also with those that are not kept. */
  constructor({
    onDelivery = () => undefined,
  }: { onDelivery?: (bytes: Uint8Array, address: string) => void } = {}) {
    this.#onDelivery = onDelivery;
  }

  /** Whether an event of some check has arrived. From then on, an expected event that does not arrive is a violation. */
  receivedAny = false;

  /** Opens an address. */
  open(address: string): void {
    if (!this.#boxes.has(address))
      this.#boxes.set(address, {
        events: [],
        dropped: 0,
        malformedCount: 0,
        malformed: [],
        bodies: new Map(),
        watcher: null,
      });
  }

  /** Calls `watcher` with each later event at the address whose body did not arrive before. */
  watch(address: string, watcher: Watcher): void {
    this.open(address);
    const box = this.#boxes.get(address);
    if (box !== undefined) box.watcher = watcher;
  }

  /** Stores a body that was delivered to an address; a body that is not an event is only counted. */
  put(bytes: Uint8Array, address: string): void {
    const box = this.#boxes.get(address);
    if (box === undefined) return;
    if (bytes.byteLength > MAX_EVENT_BYTES) return this.drop(address);
    this.#onDelivery(bytes, address);
    this.#arrivals += 1;
    const event = readEvent(bytes, { address, receivedAt: performance.now(), arrival: this.#arrivals });
    this.#keep(box, event, bytes.byteLength);
    if (event === null && box.malformed.length < MALFORMED_KEPT) box.malformed.push(bytes);
  }

  /** Stores an envelope of a feed; `text`: the same as JSON. */
  putValue(body: unknown, address: string, text: string): void {
    const box = this.#boxes.get(address);
    if (box === undefined) return;
    const bytes = Buffer.from(text);
    if (bytes.byteLength > MAX_EVENT_BYTES) return this.drop(address);
    this.#onDelivery(bytes, address);
    this.#arrivals += 1;
    const event = eventOf(body, { address, receivedAt: performance.now(), arrival: this.#arrivals });
    this.#keep(box, event, bytes.byteLength);
  }

  /** Counts a delivery that could not be stored. `address` is null if it is unknown. */
  drop(address: string | null): void {
    const box = address === null ? undefined : this.#boxes.get(address);
    if (address === null) this.#dropped += 1;
    else if (box !== undefined) box.dropped += 1;
  }

  #keep(box: Box, event: ReceivedEvent | null, bytes: number): void {
    if (event === null) box.malformedCount += 1;
    else if (box.events.length >= KEPT_PER_ADDRESS || this.#bytes + bytes > KEPT_BYTES) box.dropped += 1;
    else {
      box.events.push(event);
      const bodies = box.bodies.get(event.id) ?? new Set();
      const digest = digestOf(event);
      if (event.id === "" || !bodies.has(digest)) box.watcher?.(event, event.id !== "" && bodies.size > 0);
      box.bodies.set(event.id, bodies.add(digest));
      this.#bytes += bytes;
    }
    this.#wake ??= setTimeout(() => {
      this.#wake = null;
      this.wake();
    }, LOOK_MS);
  }

  /** The deliveries to an address, in order of arrival. */
  at(address: string): readonly ReceivedEvent[] {
    return this.#boxes.get(address)?.events ?? [];
  }

  /** The number of deliveries that could not be stored and were, or may have been, for an address. */
  droppedAt(address: string): number {
    return (this.#boxes.get(address)?.dropped ?? 0) + this.#dropped;
  }

  /** The number of deliveries to an address that were not JSON objects. */
  malformedCountAt(address: string): number {
    return this.#boxes.get(address)?.malformedCount ?? 0;
  }

  /** The first few deliveries to an address that were not JSON objects. */
  malformedAt(address: string): readonly Uint8Array[] {
    return this.#boxes.get(address)?.malformed ?? [];
  }

  /** Wakes all checks that wait for an arrival. */
  wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves soon after the next arrival, or after `ms`. */
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

interface OwnDeliveriesOptions {
  readonly mailbox: Mailbox;
  readonly address: string;
  readonly judge: (event: ReceivedEvent) => void;
  /** The family whose envelope a delivery lacks if it is not a JSON object. */
  readonly family?: ReceivedEvent["family"];
}

/** The deliveries at an address that belong to a check. Each is judged once. */
export class OwnDeliveries {
  readonly #options: OwnDeliveriesOptions;
  readonly #owned = new Set<string>();
  readonly #judged = new Set<number>();
  #found: ReceivedEvent[] = [];
  #readCount = 0;
  /** The number of deliveries before `own`, during the registration. They may be pings, which the document does not describe. */
  readonly #greetings: number;
  #judgedMalformed: number;

  constructor(options: OwnDeliveriesOptions) {
    const { mailbox, address } = options;
    this.#options = options;
    mailbox.open(address);
    this.#greetings = mailbox.at(address).length;
    this.#judgedMalformed = mailbox.malformedAt(address).length;
  }

  /** From now on, events that contain this id belong to the check. Without any id, all events at its address do. */
  own(id: string): void {
    this.#owned.add(id);
    this.#found = [];
    this.#readCount = 0;
  }

  /** Reads each delivery once, and all of them again when the check owns another id. */
  read(): readonly ReceivedEvent[] {
    const { mailbox, address } = this.#options;
    this.#judgeMalformed();
    const all = mailbox.at(address);
    for (; this.#readCount < all.length; this.#readCount += 1) {
      const event = all[this.#readCount];
      if (event === undefined || !this.#isOwn(event)) continue;
      this.#found.push(event);
      if (this.#judged.has(event.arrival)) continue;
      this.#judged.add(event.arrival);
      mailbox.receivedAny = true;
      this.#judge(event);
    }
    return this.#found;
  }

  #isOwn(event: ReceivedEvent): boolean {
    return this.#owned.size === 0 || [...this.#owned].some((id) => mentions(event, id));
  }

  /** An event without a type is judged by the envelope of the expected family. */
  #judge(event: ReceivedEvent): void {
    const { address, judge, family = "subscription" } = this.#options;
    if (event.type !== "" || address === "") judge(event);
    else if (this.#readCount >= this.#greetings) judge({ ...event, family });
  }

  /** Only the target knows the address of a check, so everything that arrives there is from the target. */
  #judgeMalformed(): void {
    const { mailbox, address, judge, family = "subscription" } = this.#options;
    if (this.#owned.size > 0 || address === "") return;
    for (const [index, bytes] of mailbox.malformedAt(address).entries()) {
      if (index < this.#judgedMalformed) continue;
      this.#judgedMalformed = index + 1;
      judge(malformedEvent(bytes, { address, receivedAt: performance.now(), arrival: 0, family }));
    }
  }
}
