import type { TimeSource } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import type { KeptState } from "./kept-state.ts";
import type { SnapshotWriter } from "./snapshot-writer.ts";

/** Checks after commits whether a snapshot is due, and takes it, until `stop` is called. */
export function snapshotsWhenDue(options: {
  engine: Engine;
  state: KeptState;
  snapshots: SnapshotWriter;
  time: TimeSource;
  onFault: (fault: unknown) => void;
}): { stop(): void } {
  const { engine, state, snapshots, time, onFault } = options;
  let isStopped = false;
  let isLooking = false;
  const look = async (): Promise<void> =>
    engine.afterMoves(undefined, async () => {
      if (!isStopped) await snapshots.takeIfDue(engine.state.size());
    });
  if (state.snapshotEvery !== undefined)
    engine.onCommit(() => {
      if (isLooking) return;
      isLooking = true;
      time.soon(() => {
        isLooking = false;
        look().catch(onFault);
      });
    });
  return {
    stop: () => {
      isStopped = true;
    },
  };
}
