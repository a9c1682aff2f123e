import type { EmulatedTime } from "../kernel/clock.ts";
import type { Engine, EngineImage } from "../kernel/engine.ts";
import { retryKind } from "../kernel/events.ts";
import { apiKeys, hashOfKey } from "../kernel/merchants.ts";
import type { ShelfImage } from "../kernel/shelf.ts";

/** The state of an engine, and the emulator's time. */
export interface PointImage extends EngineImage {
  /** The emulator's time, epoch milliseconds. */
  readonly at: number;
  /** How far the emulator's time is ahead of real time, ms. */
  readonly aheadMs: number;
}

/** Takes and restores images of an emulator's state. */
export class PointImages {
  readonly #engine: Engine;
  readonly #time: EmulatedTime;
  /** The state before all commands, as text. */
  readonly beginning: string;

  /** @param engine of an emulator that has had no command yet */
  constructor(engine: Engine, time: EmulatedTime) {
    this.#engine = engine;
    this.#time = time;
    this.beginning = this.text();
  }

  now(): PointImage {
    const { state, ...rest } = this.#engine.image();
    // The log does not determine the retries of deliveries.
    const queued = state.timeline.queued.filter(({ timer }) => timer.kind !== retryKind);
    const shelves = state.shelves.map((shelf) => (shelf.name === apiKeys.name ? withoutKeys(shelf) : shelf));
    const kept = { ...state, shelves, timeline: { ...state.timeline, queued } };
    return { ...rest, state: kept, at: this.#time.now(), aheadMs: this.#time.aheadMs() };
  }

  text(): string {
    return JSON.stringify(this.now());
  }

  restore(text: string): PointImage {
    const image = JSON.parse(text) as PointImage;
    this.#engine.restore(image);
    return image;
  }
}

/** The table of API keys, with hashes instead of keys. */
const withoutKeys = ({ name, rows, orders }: ShelfImage): ShelfImage => ({
  name,
  rows: rows.map((row) => ({ ...row, id: hashOfKey(row.id) })),
  orders: orders.map(([index, value, ids]) => [index, value, ids.map(hashOfKey)]),
});
