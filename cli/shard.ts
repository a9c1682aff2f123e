import { createHash } from "node:crypto";
import type { Shard } from "./arguments.ts";

/** Whether something is in a shard: by the hash of its id, so it stays there however many others come and go. */
export function isInShard(id: string, { index, count }: Shard): boolean {
  return createHash("sha256").update(id).digest().readUInt32BE(0) % count === index - 1;
}
