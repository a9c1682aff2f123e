import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { EVIDENCE_FILE } from "../../reports/output/output-folder.ts";
import type { EvidenceLine, ObservationEvidence, RuleEvidence } from "../../reports/files/shard-evidence.ts";
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

/** The outcome of a shard, from its `conformance.json` and its evidence file. Without the latter, it has only the decisive exchanges. */
export interface ShardOutcome {
  readonly folder: string;
  readonly result: RunResult;
  /** Present if the evidence file is missing. */
  readonly lacksEvidence?: true;
}

/** Reads the output directory of a shard or a whole run. @throws UsageError if it has no `conformance.json` of payconform */
export function readShard(folder: string, proofs: ReadonlyMap<string, readonly Proof[]>): ShardOutcome {
  const file = join(folder, "conformance.json");
  const text = readTextFile(file, "the results of a run in");
  let written: Partial<Written> | null;
  try {
    written = JSON.parse(text) as Partial<Written> | null;
  } catch {
    throw new UsageError(
      `${file} is not JSON, as if its run had not ended; run again, or give another folder`,
    );
  }
  if (written?.schemaVersion !== 1 || !Array.isArray(written.rules) || !Array.isArray(written.unjudged)) {
    throw new UsageError(`${file} is not a conformance.json of payconform (schemaVersion 1)`);
  }
  const whole = written as Written;
  const { schemaVersion: _version, rules, unjudged, observations, ...rest } = whole;
  const evidence = readEvidence(folder);
  return {
    folder,
    ...(evidence.found ? {} : { lacksEvidence: true }),
    result: {
      ...rest,
      rules: rules.map(({ decisiveExchange, decisiveEvent, ...rule }) => ({
        ...rule,
        transcript: decisiveExchange ? [decisiveExchange] : [],
        events: decisiveEvent ? [decisiveEvent] : [],
        ...evidence.rules.get(rule.id),
        provedBy: proofs.get(rule.id) ?? [],
      })),
      observations: observations.map(({ id, section, question, seen }, index) => ({
        id,
        section,
        question,
        seen,
        ...evidence.observations.get(index),
      })),
      unjudged: unjudged.map(({ state, reason, ...rule }) => ({
        rule: { ...rule, needs: [] },
        state,
        reason,
      })),
    },
  };
}

interface Evidence {
  readonly found: boolean;
  readonly rules: ReadonlyMap<string, RuleEvidence>;
  readonly observations: ReadonlyMap<number, ObservationEvidence>;
}

/** Reads the evidence file, if there is one. @throws UsageError if a line is not JSON */
function readEvidence(folder: string): Evidence {
  const file = join(folder, EVIDENCE_FILE);
  const rules = new Map<string, RuleEvidence>();
  const observations = new Map<number, ObservationEvidence>();
  if (!existsSync(file)) return { found: false, rules, observations };
  for (const [index, text] of readTextFile(file, "the evidence").split("\n").entries()) {
    if (text === "") continue;
    const line = parsed(text, `${file}:${index + 1}`);
    if ("rule" in line) {
      const { rule, ...evidence } = line;
      rules.set(rule, evidence);
    } else {
      const { observation, ...evidence } = line;
      observations.set(observation, evidence);
    }
  }
  return { found: true, rules, observations };
}

function parsed(text: string, where: string): EvidenceLine {
  try {
    return JSON.parse(text) as EvidenceLine;
  } catch {
    throw new UsageError(`${where} is not JSON: copy the output directory of the shard again`);
  }
}
