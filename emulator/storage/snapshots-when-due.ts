import type { TimeSource } from "../kernel/clock.ts";
import type { Engine } from "../kernel/engine.ts";
import type { KeptState } from "./kept-state.ts";
import type { SnapshotWriter } from "./snapshot-writer.ts";

/** Takes a snapshot whenever one is due after a commit, until `stop` is called. */
export function snapshotsWhenDue(options: {
  engine: Engine;
  state: KeptState;
  snapshots: SnapshotWriter;
  time: TimeSource;
  onFault: (fault: unknown) => void;
}): { stop(): void } {
  const { engine, state, snapshots, time, onFault } = options;
  let isStopped = false;
  let isChecking = false;
  const check = async (): Promise<void> =>
    engine.afterMoves(undefined, async () => {
      if (!isStopped) await snapshots.takeIfDue(engine.state.size());
    });
  if (state.snapshotEvery !== undefined)
    engine.onCommit(() => {
      if (isChecking) return;
      isChecking = true;
      time.soon(() => {
        isChecking = false;
        check().catch(onFault);
      });
    });
  return {
    stop: () => {
      isStopped = true;
    },
  };
}
