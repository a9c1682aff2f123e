import { join } from "node:path";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import {
  emptyTotals,
  type Proof,
  type RuleResult,
  type RunResult,
  type Verdict,
} from "../../harness/results.ts";
import { exitCodeOf } from "../../harness/verdicts.ts";

type Written = Omit<RunResult, "unjudged" | "rules"> & {
  readonly schemaVersion: number;
  readonly rules: readonly (Omit<RuleResult, "transcript" | "provedBy"> & {
    readonly transcript: string | null;
  })[];
  readonly unjudged: readonly (RunResult["unjudged"][number]["rule"] & {
    readonly state: "planned" | "unobservable";
    readonly reason: string | null;
  })[];
};

/** A shard's outcome, read back from its `conformance.json`; transcripts stay files. */
export interface ShardOutcome {
  readonly folder: string;
  readonly result: RunResult;
}

/** @throws UsageError when the folder holds no outcome of this suite */
export function readShard(folder: string, proofs: ReadonlyMap<string, readonly Proof[]>): ShardOutcome {
  const file = join(folder, "conformance.json");
  const text = readTextFile(file, "the outcome");
  let written: Partial<Written> | null;
  try {
    written = JSON.parse(text) as Partial<Written> | null;
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
  if (written?.schemaVersion !== 1 || !Array.isArray(written.rules) || !Array.isArray(written.unjudged)) {
    throw new UsageError(`${file} is not an outcome of this suite (conformance.json with schemaVersion 1)`);
  }
  const whole = written as Written;
  const { schemaVersion: _version, rules, unjudged, ...rest } = whole;
  return {
    folder,
    result: {
      ...rest,
      rules: rules.map((rule) => ({ ...rule, transcript: [], provedBy: proofs.get(rule.id) ?? [] })),
      unjudged: unjudged.map(({ state, reason, ...rule }) => ({
        rule: { ...rule, needs: [] },
        state,
        reason,
      })),
    },
  };
}

/** What has to be the same in all shards of one run, in words. */
const SAME: readonly (readonly [string, (result: RunResult) => unknown])[] = [
  ["version of the suite", ({ suite }) => suite.version],
  ["version of the contract", ({ suite }) => suite.contract],
  ["version of the catalogue", ({ catalogue }) => catalogue.version],
  ["seed", ({ seed }) => seed],
];

/**
 * Several outcomes as one. A rule that several shards judged keeps its worst verdict.
 * @throws UsageError when they are not parts of one run
 */
export function mergeShards(
  shards: readonly ShardOutcome[],
  options: { readonly allowIncomplete: boolean },
): RunResult {
  const [first] = shards;
  if (first === undefined)
    throw new UsageError("nothing to merge: name the output directories of the shards");
  for (const shard of shards) {
    for (const [what, of] of SAME) {
      const [one, other] = [of(first.result), of(shard.result)];
      if (one === other) continue;
      throw new UsageError(
        `${shard.folder} and ${first.folder} are not parts of one run: the ${what} is ${String(other)} and ${String(one)}`,
      );
    }
  }
  requireAllShards(shards);
  const results = shards.map(({ result }) => result);
  const rules = worst(results.flatMap((result) => result.rules));
  const totals = emptyTotals();
  for (const rule of rules) totals[rule.verdict] += 1;
  const known = rules.filter((rule) => rule.known && rule.verdict === "violated").length;
  const interrupted = results.some((result) => result.interrupted);
  const stale = byText(results.flatMap((result) => result.stale ?? []));
  const began = Math.min(...results.map((result) => Date.parse(result.startedAt)));
  const ended = Math.max(...results.map((result) => Date.parse(result.startedAt) + result.durationMs));
  const { allowIncomplete } = options;
  return {
    ...first.result,
    shard: null,
    startedAt: new Date(began).toISOString(),
    durationMs: ended - began,
    exitCode: exitCodeOf({ totals, known, allowIncomplete, interrupted, stale: stale.length }),
    totals,
    rules,
    observations: byText(results.flatMap((result) => result.observations)),
    unjudged: byText(results.flatMap((result) => result.unjudged)),
    interrupted,
    stale,
    leftovers: byText(results.flatMap((result) => result.leftovers ?? [])),
    requests: results.reduce((sum, result) => sum + (result.requests ?? 0), 0),
  };
}

/** A shard that is left out would make a run look conformant that nobody judged. @throws UsageError */
function requireAllShards(shards: readonly ShardOutcome[]): void {
  const parts = shards.flatMap(({ folder, result }) =>
    result.shard === null || result.shard === undefined ? [] : [{ folder, ...result.shard }],
  );
  const [first] = parts;
  if (first === undefined) return;
  const other = parts.find(({ count }) => count !== first.count);
  if (other !== undefined) {
    throw new UsageError(
      `${other.folder} and ${first.folder} are not parts of one run: ${other.index}/${other.count} and ${first.index}/${first.count}`,
    );
  }
  const missing = Array.from({ length: first.count }, (_, place) => place + 1).filter(
    (index) => !parts.some((part) => part.index === index),
  );
  if (missing.length === 0) return;
  const named = missing.map((index) => `${index}/${first.count}`).join(", ");
  throw new UsageError(
    `shard ${named} is missing: name the output directories of all ${first.count} shards; one without an outcome has failed before it judged`,
  );
}

const WORST: readonly Verdict[] = [
  "broken",
  "violated",
  "unstable",
  "inconclusive",
  "could_not_run",
  "passed",
  "not_applicable",
];

function worst(rules: readonly RuleResult[]): readonly RuleResult[] {
  const byId = new Map<string, RuleResult>();
  for (const rule of rules) {
    const other = byId.get(rule.id);
    if (other === undefined || WORST.indexOf(rule.verdict) < WORST.indexOf(other.verdict))
      byId.set(rule.id, rule);
  }
  return [...byId.values()];
}

/** Each different entry once. */
function byText<T>(entries: readonly T[]): readonly T[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
