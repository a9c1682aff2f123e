import { existsSync } from "node:fs";
import { stringify } from "yaml";
import { type BaselineEntry, isAbout, loadBaseline } from "../../harness/profile/baseline.ts";
import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { faultOf, type Symptom } from "../../harness/symptom.ts";
import { count } from "../../reports/text/text.ts";
import { retiredRules } from "../../spec/index.ts";
import { parsed } from "../../spec/json.ts";
import { writeNamedFile } from "../terminal/files.ts";
import { print } from "../terminal/output.ts";

interface BaselineWriteArguments {
  /** `conformance.json` of the run whose violations become known. */
  readonly from: string;
  readonly reason: string;
  /** The last day on which the new entries apply, YYYY-MM-DD. */
  readonly expires: string;
}

/**
 * Writes the violations of a run to a baseline, or updates it, each with its fault. Entries that are still in use keep their reason and expiry. Entries of rules that
 * the run judged without a violation, and of retired rules, are dropped. New entries get the given reason and expiry.
 */
export function baselineWrite(file: string, { from, reason, expires }: BaselineWriteArguments): ExitCode {
  const judged = verdictsIn(from);
  const earlier = existsSync(file) ? loadBaseline(file).known : [];
  const kept = earlier.filter((entry) => {
    const { rule } = entry;
    if (retiredRules.some(({ id }) => id === rule)) return false;
    const now = judged.get(rule);
    if (now?.verdict === "violated") return isAbout(entry, { id: rule, symptom: now.symptom });
    return now?.verdict !== "passed" && now?.verdict !== "not_applicable";
  });
  const keptRules = new Set(kept.map(({ rule }) => rule));
  const withFault = ({ rule, reason: why, expires: until, fault }: BaselineEntry): BaselineEntry => {
    const shown = faultOf(judged.get(rule)?.symptom) ?? fault ?? null;
    return { rule, ...(shown === null ? {} : { fault: shown }), reason: why, expires: until };
  };
  const added = [...judged]
    .filter(([rule, { verdict }]) => verdict === "violated" && !keptRules.has(rule))
    .map(([rule]): BaselineEntry => ({ rule, reason, expires }));
  const known = [...kept, ...added].map(withFault);
  known.sort((a, b) => (a.rule < b.rule ? -1 : 1));
  writeNamedFile(file, `${HEAD}${stringify({ schemaVersion: 1, known }, { lineWidth: 110 })}`);
  print(
    `${file}: ${count(known.length, "known violation")} (${added.length} added, ${earlier.length - kept.length} dropped)`,
  );
  return 0;
}

const HEAD = `# Known violations. An entry fails the run when it matches no rule, has expired, or its rule passes.
# State why each violation is tolerated, and until which day (UTC).
`;

interface Found {
  readonly verdict: string;
  readonly symptom: Symptom | null;
}

function verdictsIn(file: string): ReadonlyMap<string, Found> {
  const { schemaVersion, rules } = (parsed(readTextFile(file, "the results of a run in")) ?? {}) as {
    schemaVersion?: unknown;
    rules?: unknown;
  };
  if (schemaVersion !== 1 || !Array.isArray(rules))
    throw new UsageError(`${file} is not a conformance.json of payconform; give the path of one with --from`);
  return new Map(
    rules.map((rule: { id?: unknown; verdict?: unknown; symptom?: Symptom | null }) => [
      String(rule.id),
      { verdict: String(rule.verdict), symptom: rule.symptom ?? null },
    ]),
  );
}
