import { type Cause, createHistory, type History } from "./history.ts";
import { retryKind } from "./events.ts";
import type { Ids } from "./ids.ts";
import type { Image, Keeper } from "./keeper.ts";
import { faultOf } from "./ledger.ts";
import type { Outbox } from "./outbox.ts";
import type { KernelParts } from "./parts.ts";
import type { Command } from "./request.ts";
import type { Store } from "./state.ts";
import type { Timer } from "./timeline.ts";
import type { Effects } from "./types.ts";

const NONE: readonly never[] = [];

/** The number of decisions in the history. */
const keptDecisions = 50_000;

/** Where the number of the last decision is kept that changed something. */
const SECTION = "decisions";

/** Commits decisions one after the other, each completely or not at all. */
export class Commits {
  /** The number of decisions so far. */
  decisions = 0;
  readonly history: History;
  /** The seed of all identifiers. A snapshot brings its own. */
  seed: number;
  readonly #parts: KernelParts;
  readonly #store: Store;
  readonly #outbox: Outbox;
  readonly #keeper: Keeper;
  readonly #listeners: (() => void)[] = [];

  constructor(options: { seed: number; parts: KernelParts; store: Store; outbox: Outbox; keeper: Keeper }) {
    this.history = createHistory(keptDecisions, options.keeper);
    this.#keeper = options.keeper;
    this.seed = options.seed;
    this.#parts = options.parts;
    this.#store = options.store;
    this.#outbox = options.outbox;
  }

  /** Counts a decision and returns the generator of its identifiers. */
  nextIds(): Ids {
    this.decisions += 1;
    return this.#parts.ids(this.seed, this.decisions);
  }

  /** @throws if a part fails or an entry does not balance; then nothing has changed */
  commit(effects: Effects, now: number, ids: Ids, cause: Cause | Command): void {
    const { writes = NONE, postings = NONE, timers = NONE, events = NONE, deliveries = NONE } = effects;
    const store = this.#store;
    // Everything that can throw, replaceable parts included, runs before the first change.
    for (const entry of postings) {
      const fault = faultOf(entry);
      if (fault !== undefined) throw new Error(`Ledger: ${fault}`);
    }
    // Each entry sums to zero, so this also covers the balance after the commit.
    store.ledger.assertTrialBalance();
    const announced = events.length === 0 ? NONE : this.#outbox.prepare(events, now, ids);
    store.apply(writes);
    store.ledger.append(postings);
    store.timeline.apply(timers);
    if (announced.length > 0) this.#outbox.announce(announced);
    if (deliveries.length > 0) this.#outbox.add(deliveries);
    if (writes.length + postings.length + timers.length + announced.length > 0)
      this.#keeper.put(SECTION, "", this.decisions);
    this.history.add({
      number: this.decisions,
      at: now,
      cause,
      writes,
      entries: postings,
      timers,
      announced,
    });
    this.notify();
  }

  /** Commits what a timer's handler decides. */
  fire(timer: Timer): void {
    const { kind, accountId, id, subject, at } = timer;
    const handler = this.#parts.timers[kind];
    if (handler === undefined) throw new Error(`No handler for the timer ${kind}`);
    // Receivers decide about retries of deliveries, so these must not change the ids of later decisions.
    const ids = kind === retryKind ? this.#parts.ids(this.seed, this.decisions) : this.nextIds();
    const effects = handler({ state: this.#store, timer, now: at, ids, parts: this.#parts });
    this.commit(effects, at, ids, { kind: "timer", name: kind, accountId, about: { timer: id, subject } });
  }

  /** Calls back after every commit. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  image(): Image {
    return { [SECTION]: [["", this.decisions]], ...this.history.image() };
  }

  restore(image: Image): void {
    this.decisions = Number(image[SECTION]?.[0]?.[1] ?? 0);
    this.history.restore(image);
  }
}
