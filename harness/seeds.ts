import { createHash } from "node:crypto";

/** A 31-bit seed for one rule of a run. */
export function seedOf(runSeed: number, ruleId: string): number {
  return createHash("sha256").update(`${runSeed}:${ruleId}`).digest().readUInt32BE(0) >>> 1;
}
