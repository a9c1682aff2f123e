import { join } from "node:path";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { Proof, RecordedEvent, RecordedExchange, RuleResult, RunResult } from "../../harness/results.ts";

type Written = Omit<RunResult, "unjudged" | "rules"> & {
  readonly schemaVersion: number;
  readonly rules: readonly (Omit<RuleResult, "transcript" | "events" | "provedBy"> & {
    readonly transcript: string | null;
    readonly decisiveExchange?: RecordedExchange | null;
    readonly decisiveEvent?: RecordedEvent | null;
  })[];
  readonly unjudged: readonly (RunResult["unjudged"][number]["rule"] & {
    readonly state: "planned" | "unobservable";
    readonly reason: string | null;
  })[];
};

/** The outcome of a shard, read from its `conformance.json`, with the decisive exchange of each transcript. */
export interface ShardOutcome {
  readonly folder: string;
  readonly result: RunResult;
}

/** @throws UsageError when the folder has no `conformance.json` of payconform */
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
    throw new UsageError(`${file} is not a conformance.json of payconform (schemaVersion 1)`);
  }
  const whole = written as Written;
  const { schemaVersion: _version, rules, unjudged, ...rest } = whole;
  return {
    folder,
    result: {
      ...rest,
      rules: rules.map(({ decisiveExchange, decisiveEvent, ...rule }) => ({
        ...rule,
        transcript: decisiveExchange ? [decisiveExchange] : [],
        events: decisiveEvent ? [decisiveEvent] : [],
        provedBy: proofs.get(rule.id) ?? [],
      })),
      unjudged: unjudged.map(({ state, reason, ...rule }) => ({
        rule: { ...rule, needs: [] },
        state,
        reason,
      })),
    },
  };
}
