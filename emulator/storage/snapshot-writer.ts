import type { EmulatedTime } from "../kernel/clock.ts";
import type { KeptState } from "./kept-state.ts";
import { piecesOf } from "./pieces.ts";
import type { PointImages } from "./point-images.ts";
import type { SnapshotInfo } from "./snapshots.ts";

/** Takes snapshots and writes them one after the other. */
export class SnapshotWriter {
  readonly #state: KeptState;
  readonly #images: PointImages;
  readonly #time: EmulatedTime;
  /** The number of the command after which the newest snapshot was taken. */
  #newest: number;
  #last: Promise<unknown> = Promise.resolve();
  #writing = 0;

  constructor(options: { state: KeptState; images: PointImages; time: EmulatedTime }) {
    this.#state = options.state;
    this.#images = options.images;
    this.#time = options.time;
    this.#newest = Math.max(0, ...options.state.snapshots.list().map(({ commands }) => commands));
  }

  /** Takes a snapshot of the present state. Resolves when it is written. */
  async take(name?: string): Promise<SnapshotInfo> {
    const state = this.#state;
    const image = piecesOf(this.#images.now());
    const taken = { commands: state.count, at: this.#time.now(), ...(name === undefined ? {} : { name }) };
    this.#newest = state.count;
    state.rotate();
    this.#writing += 1;
    const before = this.#last;
    const save = async (): Promise<SnapshotInfo> => {
      await before.catch(() => undefined);
      return state.snapshots.save({ ...taken, image }).finally(() => (this.#writing -= 1));
    };
    const info = save();
    this.#last = info;
    return info;
  }

  /** The kept snapshots, oldest first. */
  list(): readonly SnapshotInfo[] {
    return this.#state.snapshots.list();
  }

  /** Takes a snapshot if one is due and none is being written. `size` is the number of records. */
  async takeIfDue(size: number): Promise<void> {
    const { snapshotEvery, count } = this.#state;
    const since = count - this.#newest;
    // A large state takes long to write, so it is written less often.
    const isDue = snapshotEvery !== undefined && since >= Math.max(snapshotEvery, size / 4);
    if (isDue && this.#writing === 0) await this.take();
  }

  /** Resolves when no snapshot is being written. */
  async written(): Promise<void> {
    await this.#last.catch(() => undefined);
  }
}
