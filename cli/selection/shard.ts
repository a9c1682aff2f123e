import { createHash } from "node:crypto";

/** Part `index` of a run that is divided into `count` parts. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Whether an item is in a shard. This depends only on the hash of its id, so adding or removing others does not move it. */
export function isInShard(id: string, { index, count }: Shard): boolean {
  return createHash("sha256").update(id).digest().readUInt32BE(0) % count === index - 1;
}
