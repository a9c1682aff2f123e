import { createHash } from "node:crypto";
import type { Shard } from "./arguments.ts";

/** Whether an item is in a shard. This depends only on the hash of its id, so adding or removing others does not move it. */
export function isInShard(id: string, { index, count }: Shard): boolean {
  return createHash("sha256").update(id).digest().readUInt32BE(0) % count === index - 1;
}
