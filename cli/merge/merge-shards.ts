import { UsageError } from "../../harness/profile/usage-error.ts";
import type { CoveredOperation, OperationState, RuleResult, RunResult } from "../../harness/results.ts";
import { compared } from "../../reports/evidence/comparison.ts";
import { bySeverity, conclusionOf, type Gate, gateOf } from "../selection/conclusion.ts";
import { EVIDENCE_FILE } from "../../reports/output/output-folder.ts";
import { sectionsToLeaveOut } from "../targets/absent-sections.ts";
import type { ShardOutcome } from "./read-shard.ts";
import { selectionInWords } from "../../reports/evidence/outcome-words.ts";

/** The merged outcome, and for each rule the folder of the shard that its verdict comes from. */
export interface Merged {
  readonly result: RunResult;
  readonly foundIn: ReadonlyMap<string, string>;
}

/**
 * Merges outcomes. A rule that several shards judged keeps its worst verdict.
 * @throws UsageError if they are not shards of the same run
 */
export function mergeShards(
  shards: readonly ShardOutcome[],
  options: { readonly allowIncomplete: boolean; readonly gate?: Gate | undefined },
): Merged {
  const [first] = shards;
  if (first === undefined)
    throw new UsageError("nothing to merge: give the output directories of the shards");
  requireOneRun(shards);
  const results = shards.map(({ result }) => result);
  const found = worst(shards);
  const rules = found.map(({ rule }) => rule);
  const interrupted = results.some((result) => result.interrupted);
  const stale = unique(results.flatMap((result) => result.stale ?? []));
  const began = Math.min(...results.map((result) => Date.parse(result.startedAt)));
  const ended = Math.max(...results.map((result) => Date.parse(result.startedAt) + result.durationMs));
  const operations = operationsOf(results);
  const failure = results.map((result) => result.failure ?? null).find((why) => why !== null) ?? null;
  const { level = null } = first.result;
  const result: RunResult = {
    ...first.result,
    shard: null,
    startedAt: new Date(began).toISOString(),
    durationMs: ended - began,
    level:
      level === null
        ? null
        : { ...level, later: unique(results.flatMap((result) => result.level?.later ?? [])) },
    ...conclusionOf({
      rules,
      stale: stale.length,
      gate: options.gate === undefined ? undefined : gateOf(options.gate, level?.name),
      allowIncomplete: options.allowIncomplete,
      interrupted,
      failure,
    }),
    rules,
    observations: observationsOf(results),
    operations,
    absentSections: sectionsToLeaveOut(operations, { rules }),
    unjudged: unique(results.flatMap((result) => result.unjudged)),
    interrupted,
    stale,
    warnings: [
      ...new Set([
        ...results.flatMap((result) => result.warnings ?? []),
        ...(options.gate?.warnings ?? []),
        ...shards.flatMap((shard) =>
          shard.lacksEvidence === true
            ? [`${shard.folder} has no ${EVIDENCE_FILE}: of its rules, only decisive exchanges are shown`]
            : [],
        ),
      ]),
    ].sort(),
    leftovers: unique(results.flatMap((result) => result.leftovers ?? [])),
    lost: results.find(({ lost }) => lost !== null && lost !== undefined)?.lost ?? null,
    failure,
    coverage: coverageOf(results),
    requests: results.reduce((sum, result) => sum + (result.requests ?? 0), 0),
  };
  return {
    result: compared(result, null),
    foundIn: new Map(found.map(({ rule, folder }) => [rule.id, folder])),
  };
}

/** How a merged outcome is not that of its shards: each in one line. @throws UsageError if they are not shards of the same run */
export function mergeFaults(merged: RunResult, shards: readonly ShardOutcome[]): readonly string[] {
  const verdictsOf = ({ rules }: RunResult): ReadonlyMap<string, string> =>
    new Map(rules.map(({ id, verdict, known }) => [id, known ? `${verdict}, known` : verdict]));
  const [given, ofShards] = [
    verdictsOf(merged),
    verdictsOf(mergeShards(shards, { allowIncomplete: false }).result),
  ];
  const ids = [...new Set([...given.keys(), ...ofShards.keys()])];
  return ids
    .filter((id) => given.get(id) !== ofShards.get(id))
    .map((id) => `${id} is ${given.get(id) ?? "missing"}, in the shards ${ofShards.get(id) ?? "missing"}`);
}

function coverageOf(results: readonly RunResult[]): readonly CoveredOperation[] {
  const all = new Map<string, CoveredOperation>();
  for (const one of results.flatMap(({ coverage = [] }) => coverage)) {
    const known = all.get(one.operation)?.outcomes ?? [];
    const outcomes = one.outcomes.map((outcome) => {
      const earlier = known.find(({ status }) => status === outcome.status);
      const times = outcome.times + (earlier?.times ?? 0);
      return { ...outcome, times, why: times > 0 ? null : outcome.why };
    });
    all.set(one.operation, { ...one, outcomes });
  }
  return [...all.values()];
}

interface FoundRule {
  readonly rule: RuleResult;
  readonly folder: string;
}

function worst(shards: readonly ShardOutcome[]): readonly FoundRule[] {
  const byId = new Map<string, FoundRule>();
  for (const { folder, result } of shards) {
    for (const rule of result.rules) {
      const other = byId.get(rule.id)?.rule;
      if (other === undefined || bySeverity(rule.verdict, other.verdict) < 0)
        byId.set(rule.id, { rule, folder });
    }
  }
  return [...byId.values()];
}

/** Each value of each open point once, in the order of a run without shards. */
function observationsOf(results: readonly RunResult[]): RunResult["observations"] {
  const all = results.flatMap((result) => result.observations);
  const byValue = new Map(all.toReversed().map((one) => [`${one.id}\n${one.seen}`, one]));
  return [...byValue.values()].sort((a, b) => a.id.localeCompare(b.id) || (a.seen < b.seen ? -1 : 1));
}

/** The state of each operation from the shard that knows most of it: a shard sends requests only for its own rules. */
function operationsOf(results: readonly RunResult[]): readonly OperationState[] {
  const byId = new Map<string, OperationState>();
  for (const one of results.flatMap(({ operations = [] }) => operations)) {
    const other = byId.get(one.operation);
    if (other === undefined || knowledge(one) > knowledge(other)) byId.set(one.operation, one);
  }
  return [...byId.values()];
}

/** How much an entry reveals: more if there is an answer, and even more if the answer showed the state. */
const knowledge = ({ state, answer }: OperationState): number =>
  (state === "untried" ? 0 : 2) + (answer === null ? 0 : 1);

/** Removes duplicates. */
function unique<T>(entries: readonly T[]): readonly T[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

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
function requireOneRun(shards: readonly ShardOutcome[]): void {
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
