import type { Kernel } from "./kernel.ts";
import { wallClock } from "./timeline.ts";
import type { Ran } from "./types.ts";

const NONE: readonly never[] = [];

/** Runs everything that is due on an account's wall clock. */
export function catchUp(kernel: Kernel, accountId: string): Ran {
  const { present, store, clocks, moves } = kernel;
  const next = store.timeline.next(wallClock(accountId));
  if (next === undefined) return NONE;
  return present.during(present.now(), () => {
    const reached = clocks.now(accountId);
    if (next.at > reached || moves.isInProgress(accountId)) return NONE;
    return moves.whole(wallClock(accountId), reached);
  });
}
