import { type TimeSource, type WallClocks, createWallClocks } from "./clock.ts";
import { Commits } from "./commits.ts";
import { type Holds, createHolds } from "./holds.ts";
import { Moves } from "./moves.ts";
import { Outbox } from "./outbox.ts";
import type { KernelParts } from "./parts.ts";
import { Present } from "./present.ts";
import { type Log, Recorder } from "./recorder.ts";
import { createStore, type Store } from "./state.ts";

export interface KernelOptions {
  seed: number;
  parts: KernelParts;
  time: TimeSource;
  /** Default: commands are not logged. */
  log?: Log | undefined;
  /** Whether reads are logged as well. Default: false. */
  logsReads?: boolean;
}

/** The parts of an engine. */
export interface Kernel {
  readonly parts: KernelParts;
  readonly logsReads: boolean;
  readonly present: Present;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly commits: Commits;
  readonly recorder: Recorder;
  readonly clocks: WallClocks;
  readonly holds: Holds;
  readonly moves: Moves;
}

/** Creates an empty kernel. */
export function createKernel({ seed, parts, time, log, logsReads = false }: KernelOptions): Kernel {
  const present = new Present(time);
  const store = createStore();
  const outbox = new Outbox(store, parts);
  const commits = new Commits({ seed, parts, store, outbox });
  const recorder = new Recorder(log, present, commits);
  return {
    parts,
    logsReads,
    present,
    store,
    outbox,
    commits,
    recorder,
    clocks: createWallClocks(present),
    holds: createHolds(time),
    moves: new Moves({
      timeline: store.timeline,
      fire: (timer) => commits.fire(timer),
      soon: time.soon,
      later: (call) => void time.after(1_000, call),
      enter: (clock, slice) => {
        recorder.append({ kind: "slice", clock });
        present.during(present.now(), slice);
      },
    }),
  };
}
