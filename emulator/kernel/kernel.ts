import { type TimeSource, type WallClocks, createWallClocks, Present } from "./clock.ts";
import { Commits } from "./commits.ts";
import { type Holds, createHolds } from "./holds.ts";
import { type Keeper, nowhere } from "./keeper.ts";
import { Moves } from "./moves.ts";
import { Outbox } from "./outbox.ts";
import type { KernelParts } from "./parts.ts";
import { createStore, type Store } from "./state.ts";

export interface KernelOptions {
  seed: number;
  parts: KernelParts;
  time: TimeSource;
  /** Where the state is kept. Default: in memory. */
  keeper?: Keeper;
}

/** The parts of an engine. */
export interface Kernel {
  readonly parts: KernelParts;
  readonly keeper: Keeper;
  readonly present: Present;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly commits: Commits;
  readonly clocks: WallClocks;
  readonly holds: Holds;
  readonly moves: Moves;
}

/** Creates an empty kernel. */
export function createKernel({ seed, parts, time, keeper = nowhere }: KernelOptions): Kernel {
  const present = new Present(time);
  const store = createStore(keeper);
  const outbox = new Outbox(store, parts);
  const commits = new Commits({ seed, parts, store, outbox, keeper });
  return {
    parts,
    keeper,
    present,
    store,
    outbox,
    commits,
    clocks: createWallClocks(present, keeper),
    holds: createHolds(time),
    moves: new Moves({
      timeline: store.timeline,
      keeper,
      fire: (timer) => commits.fire(timer),
      soon: time.soon,
      atOnce: (slice) => present.during(present.now(), slice),
    }),
  };
}
