import { readFileSync } from "node:fs";
import { readingProblem, UsageError } from "../../harness/profile/usage-error.ts";
import { mutants } from "../../mutants/index.ts";
import { type Findings, mergeFindings } from "./outcome.ts";

/**
 * Reads the --json files of earlier runs and merges their shards.
 * @throws UsageError for a file of another format
 */
export function recordedFindings(files: readonly string[]): Findings {
  return mergeFindings(files.map(read));
}

/** Mutants that no file contains, because a shard is missing. */
export function unjudged(findings: Findings): readonly string[] {
  const judged = new Set(findings.mutants.map(({ id }) => id));
  return mutants.filter(({ id }) => !judged.has(id)).map(({ id }) => `not judged: ${id}`);
}

function read(file: string): Findings {
  let recorded: Partial<Findings> | null;
  try {
    recorded = JSON.parse(readFileSync(file, "utf8")) as Partial<Findings> | null;
  } catch (error) {
    throw new UsageError(`--from: cannot read ${file}: ${readingProblem(error)}`);
  }
  const { mutants: outcomes, variants, unsound } = recorded ?? {};
  if (outcomes === undefined || variants === undefined || unsound === undefined)
    throw new UsageError(`--from: ${file} was not written by \`payconform mutants --json\``);
  return { mutants: outcomes, variants, unsound };
}
