import { type TimeSource, createWallClocks, Present } from "./clock.ts";
import { Commits } from "./commits.ts";
import { createHolds } from "./holds.ts";
import { type Keeper, nowhere } from "./keeper.ts";
import { Moves } from "./moves.ts";
import { Outbox } from "./outbox.ts";
import type { KernelParts } from "./parts.ts";
import { createStore } from "./state.ts";

export interface KernelOptions {
  seed: number;
  parts: KernelParts;
  time: TimeSource;
  /** Where the state is kept. Default: in memory. */
  keeper?: Keeper;
}

/** The parts of an engine. */
export type Kernel = ReturnType<typeof createKernel>;

/** Creates an empty kernel. */
export function createKernel({ seed, parts, time, keeper = nowhere }: KernelOptions) {
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
