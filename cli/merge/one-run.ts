import { UsageError } from "../../harness/profile/usage-error.ts";
import type { RunResult } from "../../harness/results.ts";
import { selectionInWords } from "../../reports/evidence/outcome-words.ts";
import type { ShardOutcome } from "./read-shard.ts";

/** Properties that all shards of a run share; null if a property does not matter. */
const SAME: readonly (readonly [string, (result: RunResult) => string | null])[] = [
  ["version of the suite", ({ suite }) => suite.version],
  ["version of the contract", ({ suite }) => suite.contract],
  ["version of the catalogue", ({ catalogue }) => catalogue.version],
  ["seed", ({ seed }) => String(seed)],
  ["number of runs", ({ runs }) => String(runs ?? "unknown")],
  ["selection of rules", selectionInWords],
  ["level", ({ level }) => (level ? `${level.name} ${level.digest}` : "none")],
  ["target", ({ embedded, target }) => (embedded === true ? "the embedded emulator" : target.baseUrl)],
  // Each process has its own emulator on its own ports.
  ["checkout host", ({ embedded, target }) => (embedded === true ? null : target.checkoutUrl)],
  ["profile", ({ embedded, profile }) => (embedded === true ? null : `sha256 ${profile.slice(0, 12)}…`)],
];

/**
 * Refuses shards of different runs: the merged result could be "conformant" for a target that was judged only in part.
 * @throws UsageError that names two folders and the difference
 */
export function requireOneRun(shards: readonly ShardOutcome[]): void {
  const [first] = shards;
  for (const shard of shards) {
    for (const [what, of] of SAME) {
      const [one, other] = [of((first ?? shard).result), of(shard.result)];
      if (one === other) continue;
      throw new UsageError(
        `${shard.folder} and ${first?.folder ?? ""} are not shards of the same run: the ${what} is ${other ?? ""} and ${one ?? ""}; ` +
          "run all shards with the same flags, profile and target",
      );
    }
  }
  requireAllShards(shards);
}

/** Refuses an incomplete set of shards, which could look conformant. @throws UsageError that names the missing ones */
function requireAllShards(shards: readonly ShardOutcome[]): void {
  const parts = shards.flatMap(({ folder, result }) =>
    result.shard === null || result.shard === undefined ? [] : [{ folder, ...result.shard }],
  );
  const [first] = parts;
  if (first === undefined) return;
  const other = parts.find(({ count }) => count !== first.count);
  if (other !== undefined) {
    throw new UsageError(
      `${other.folder} and ${first.folder} are not shards of the same run: ${other.index}/${other.count} and ${first.index}/${first.count}`,
    );
  }
  const missing = Array.from({ length: first.count }, (_, place) => place + 1).filter(
    (index) => !parts.some((part) => part.index === index),
  );
  if (missing.length === 0) return;
  const named = missing.map((index) => `${index}/${first.count}`).join(", ");
  throw new UsageError(
    `shard ${named} is missing: give the output directories of all ${first.count} shards; a shard without conformance.json failed before it judged anything`,
  );
}
