import { createHash } from "node:crypto";
import type { RunResult, Verdict } from "../../harness/results.ts";
import { type RecordedRun, SUITE_PARTS } from "../../harness/recording/recording.ts";

/** The files of a bundle. */
export const BUNDLE = {
  statement: "statement.json",
  predicate: "predicate.json",
  outcome: "conformance.json",
  recording: "recording.har",
  profile: "profile.json",
} as const;

/** What a bundle has of a run. */
const EVIDENCE = [BUNDLE.outcome, BUNDLE.recording, BUNDLE.profile] as const;

/** Where a bundle has its runs: one beside the statement, or each shard of a merged run in a folder. */
export const foldersOf = (shards: number): readonly string[] =>
  shards === 0 ? [""] : Array.from({ length: shards }, (_, index) => `shard-${index + 1}/`);

/** The files that the statement has digests of. */
export const evidenceOf = (shards: number): readonly string[] => {
  const ofRuns = foldersOf(shards).flatMap((folder) => EVIDENCE.map((name) => `${folder}${name}`));
  return shards === 0 ? ofRuns : [BUNDLE.outcome, ...ofRuns];
};

/** What in-toto calls a resource descriptor. */
export interface Descriptor {
  readonly name: string;
  readonly uri?: string;
  readonly digest: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string | number>>;
}

/** The predicate "test result" of in-toto: https://in-toto.io/attestation/test-result/v0.1. */
interface TestResult {
  readonly result: "PASSED" | "WARNED" | "FAILED";
  readonly configuration: readonly Descriptor[];
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
}

/** A statement of in-toto, version 1. */
export interface Statement {
  readonly _type: "https://in-toto.io/Statement/v1";
  readonly subject: readonly Descriptor[];
  readonly predicateType: "https://in-toto.io/attestation/test-result/v0.1";
  readonly predicate: TestResult;
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

const WARNED: ReadonlySet<Verdict> = new Set(["could_not_run", "inconclusive", "unstable"]);

/** What judged a run, as its recording says. */
export const suiteOf = (version: string, digests: RecordedRun["digests"]): readonly Descriptor[] =>
  SUITE_PARTS.map((name) => ({
    name,
    ...(name === "payconform" && { uri: `pkg:npm/payconform@${version}` }),
    digest: { sha256: digests[name] ?? "" },
  }));

/** The statement about a run. `files`: the evidence. `tested`: what was tested, if it has a digest, such as a container image. */
export function statementOf(given: {
  readonly result: RunResult;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly suite: readonly Descriptor[];
  readonly tested: readonly Descriptor[];
}): Statement {
  const { result, files, suite, tested } = given;
  const { target, seed, runs, patterns, exitCode, shard = null } = result;
  const [profile = BUNDLE.profile] = [...files.keys()].filter((name) => name.endsWith(BUNDLE.profile));
  const ids = (isMeant: (verdict: Verdict, known: boolean) => boolean): readonly string[] =>
    result.rules.filter(({ verdict, known }) => isMeant(verdict, known)).map(({ id }) => id);
  const warnedTests = ids((verdict, known) => WARNED.has(verdict) || known);
  const descriptorOf = (name: string): Descriptor => ({
    name,
    digest: { sha256: sha256(files.get(name) ?? "") },
  });
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [...tested, ...[...files.keys()].map(descriptorOf)],
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: {
      result: exitCode !== 0 ? "FAILED" : warnedTests.length > 0 ? "WARNED" : "PASSED",
      configuration: [
        ...suite,
        {
          ...descriptorOf(profile),
          annotations: {
            target: target.baseUrl,
            seed,
            runs: runs ?? 0,
            rules: (patterns ?? []).join(" ") || "all",
            level: result.level?.name ?? "none",
            ...(shard !== null && { shard: `${shard.index}/${shard.count}` }),
          },
        },
      ],
      passedTests: ids((verdict) => verdict === "passed"),
      warnedTests,
      failedTests: ids((verdict, known) => (verdict === "violated" && !known) || verdict === "broken"),
    },
  };
}
