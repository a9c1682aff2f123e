import { existsSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { EVIDENCE_FILE } from "../../reports/output/output-folder.ts";
import type { EvidenceLine, ObservationEvidence, RuleEvidence } from "../../reports/files/shard-evidence.ts";
import { conformanceSchema } from "../../spec/index.ts";
import { parsed } from "../../spec/json.ts";
import type {
  Proof,
  RecordedEvent,
  RecordedExchange,
  RuleResult,
  RunResult,
  Verdict,
} from "../../harness/results.ts";

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
  readonly causes?: ShardOutcome["causes"];
};

/** The outcome of a shard, from its `conformance.json` and its evidence file. Without the latter, it has only the decisive exchanges. */
export interface ShardOutcome {
  readonly folder: string;
  readonly result: RunResult;
  /** Present if the evidence file is missing. */
  readonly lacksEvidence?: true;
  /** By rule, the verdict that the evidence file has. */
  readonly recordedVerdicts?: ReadonlyMap<string, Verdict>;
  /** The rules that have a transcript. */
  readonly transcripts?: ReadonlySet<string>;
  /** The rules of each cause; absent in files of earlier versions. */
  readonly causes?: readonly { readonly rules: readonly string[] }[];
}

/** Reads the output directory of a shard or a whole run. @throws UsageError if it has no `conformance.json` of payconform */
export function readShard(folder: string, proofs: ReadonlyMap<string, readonly Proof[]>): ShardOutcome {
  const file = join(folder, "conformance.json");
  const written = parsed(readTextFile(file, "the results of a run in")) as
    Partial<Written> | null | undefined;
  if (written === undefined)
    throw new UsageError(
      `${file} is not JSON, as if its run had not ended; run again, or give another folder`,
    );
  if (written?.schemaVersion !== 1 || !Array.isArray(written.rules) || !Array.isArray(written.unjudged)) {
    throw new UsageError(`${file} is not a conformance.json of payconform (schemaVersion 1)`);
  }
  const mistake = mistakeOf(written);
  if (mistake !== null) throw new UsageError(`${file} is not a conformance.json of payconform: ${mistake}`);
  const whole = written as Written;
  const { schemaVersion: _version, rules, unjudged, observations, causes, ...rest } = whole;
  const evidence = readEvidence(folder);
  return {
    folder,
    ...(evidence.found ? {} : { lacksEvidence: true }),
    recordedVerdicts: evidence.verdicts,
    transcripts: new Set(rules.flatMap(({ id, transcript }) => (transcript === null ? [] : [id]))),
    ...(causes !== undefined && { causes }),
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

/** What the schema of `conformance.json` refuses, in words; null if nothing. */
function mistakeOf(written: object): string | null {
  validate ??= new Ajv2020({ strict: false, validateFormats: false }).compile(conformanceSchema());
  if (validate(written)) return null;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath ?? ""} ${first?.message ?? "is wrong"}`;
}

let validate: ValidateFunction | undefined;

interface Evidence {
  readonly found: boolean;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly rules: ReadonlyMap<string, RuleEvidence>;
  readonly observations: ReadonlyMap<number, ObservationEvidence>;
}

/** Reads the evidence file, if there is one. @throws UsageError if a line is not JSON */
function readEvidence(folder: string): Evidence {
  const file = join(folder, EVIDENCE_FILE);
  const rules = new Map<string, RuleEvidence>();
  const verdicts = new Map<string, Verdict>();
  const observations = new Map<number, ObservationEvidence>();
  if (!existsSync(file)) return { found: false, rules, verdicts, observations };
  for (const [index, text] of readTextFile(file, "the evidence").split("\n").entries()) {
    if (text === "") continue;
    const line = parsed(text) as EvidenceLine | undefined;
    if (line === undefined)
      throw new UsageError(`${file}:${index + 1} is not JSON: copy the output directory of the shard again`);
    if ("rule" in line) {
      const { rule, verdict, ...evidence } = line;
      if (verdict !== undefined) verdicts.set(rule, verdict);
      rules.set(rule, evidence);
    } else {
      const { observation, ...evidence } = line;
      observations.set(observation, evidence);
    }
  }
  return { found: true, rules, verdicts, observations };
}
