import { malformedEvent, mentions, type ReceivedEvent } from "./event.ts";
import type { Mailbox } from "./mailbox.ts";

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
