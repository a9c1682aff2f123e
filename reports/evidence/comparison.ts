import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Colors } from "picocolors/types.js";
import type { RuleResult, RunComparison, RunResult } from "../../harness/results.ts";
import { needsAttention } from "./outcome-words.ts";
import { EARLIER_FILE, kindOf } from "../output/output-folder.ts";
import { firstOf, oneLine } from "../text/text.ts";

/** What a later run needs to know about the run whose reports are in an output folder. */
export interface EarlierRun {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Base URL of its target; null for the embedded emulator. */
  readonly target: string | null;
  /** Rules that the run judged. */
  readonly judged: ReadonlySet<string>;
  readonly violated: ReadonlySet<string>;
  /** Rules that failed when a run in this folder last judged them. */
  readonly failed: readonly string[];
}

type Judged = Pick<RuleResult, "id" | "verdict" | "exchanges" | "known">;

/** The last run in a folder that judged something; null if there is none with a readable outcome. */
export function earlierRunIn(folder: string): EarlierRun | null {
  return outcomeIn(join(folder, "conformance.json")) ?? outcomeIn(join(folder, EARLIER_FILE));
}

function outcomeIn(file: string): EarlierRun | null {
  if (kindOf(file) !== "file") return null;
  try {
    const read = JSON.parse(readFileSync(file, "utf8")) as Outcome & { readonly schemaVersion?: unknown };
    const { rules, startedAt, schemaVersion, failed } = read;
    if (schemaVersion !== 1 || !Array.isArray(rules) || typeof startedAt !== "string") return null;
    return earlierOf({
      ...read,
      rules: rules.filter(({ id }: Judged) => isRuleId(id)) as readonly Judged[],
      failed: Array.isArray(failed) ? failed.filter(isRuleId) : undefined,
    });
  } catch {
    // The file is of another program or incomplete. The next run replaces it.
    return null;
  }
}

/** The part of a result that a later run needs. */
type Outcome = Pick<RunResult, "startedAt" | "target" | "interrupted"> & {
  readonly embedded?: boolean | undefined;
  readonly rules: readonly Judged[];
  readonly failed?: readonly string[] | undefined;
};

/** What the next run needs to know about a result. */
export function earlierOf(result: Outcome): EarlierRun {
  const { rules, startedAt, failed = failedIn(result, null) } = result;
  return {
    startedAt,
    target: result.embedded === true ? null : String(result.target.baseUrl),
    judged: new Set(rules.filter((rule) => isJudged(rule, result)).map(({ id }) => id)),
    violated: new Set(rules.filter(({ verdict }) => verdict === "violated").map(({ id }) => id)),
    failed,
  };
}

const isRuleId = (id: unknown): id is string => typeof id === "string" && /^[a-z0-9-]+\/[a-z0-9-]+$/.test(id);

/** False for a rule that the run did not reach before it ended early. */
function isJudged(rule: Judged, run: { readonly interrupted: boolean }): boolean {
  return !(run.interrupted && rule.verdict === "inconclusive" && rule.exchanges === 0);
}

/** Rules that failed in this run, and those that failed earlier and were not judged in this run. */
function failedIn(
  run: { readonly rules: readonly Judged[]; readonly interrupted: boolean },
  earlier: EarlierRun | null,
): readonly string[] {
  const judged = run.rules.filter((rule) => isJudged(rule, run));
  const ids = new Set(judged.map(({ id }) => id));
  return [
    ...judged.filter((rule) => needsAttention(rule) && !rule.known).map(({ id }) => id),
    ...(earlier?.failed ?? []).filter((id) => !ids.has(id)),
  ];
}

/** Adds to a result what has changed since the earlier run. */
export function compared(result: RunResult, earlier: EarlierRun | null): RunResult {
  const failed = failedIn(result, earlier);
  if (earlier === null) return { ...result, comparison: null, failed };
  const target = result.embedded === true ? null : result.target.baseUrl;
  const ids = (rules: readonly RuleResult[]): readonly string[] => rules.map(({ id }) => id);
  const violated = result.rules.filter(({ verdict }) => verdict === "violated");
  const before = result.rules.filter(({ id }) => earlier.violated.has(id));
  const settled = new Set(["passed", "not_applicable"]);
  return {
    ...result,
    failed,
    comparison: {
      since: earlier.startedAt,
      otherTarget: target === earlier.target ? null : (earlier.target ?? "the embedded emulator"),
      newViolations: ids(violated.filter(({ id }) => earlier.judged.has(id) && !earlier.violated.has(id))),
      fixed: ids(before.filter(({ verdict }) => settled.has(verdict))),
      remaining: ids(before.filter(({ verdict }) => verdict === "violated")),
      undecided: ids(before.filter(({ verdict }) => verdict !== "violated" && !settled.has(verdict))),
      firstJudged: ids(violated.filter(({ id }) => !earlier.judged.has(id))),
    },
  };
}

/** The most ids on a line. */
const SHOWN = 3;

/** Lines on what became worse or better; null without an earlier run, or if neither run has a violation. */
export function comparisonText(result: RunResult, colors: Colors): string | null {
  const { comparison } = result;
  if (comparison === null || comparison === undefined) return null;
  const lines = comparisonFacts(comparison).map(({ what, ids, effect }) => {
    const paint = effect === "worse" ? colors.red : effect === "better" ? colors.green : colors.dim;
    return `  ${paint(`${ids.length} ${what}`)}: ${firstOf(ids, SHOWN)}`;
  });
  if (lines.length === 0) return null;
  const other = comparison.otherTarget === null ? "" : `, which judged ${oneLine(comparison.otherTarget)}`;
  return [`since the run of ${oneLine(comparison.since)}${other}`, ...lines].join("\n");
}

/** The changes by kind, worst first, without empty kinds. */
export function comparisonFacts(comparison: RunComparison): readonly {
  readonly what: string;
  readonly ids: readonly string[];
  readonly effect: "worse" | "better" | "same";
}[] {
  const { newViolations, firstJudged, fixed, remaining, undecided } = comparison;
  const facts = [
    {
      what: newViolations.length === 1 ? "new violation" : "new violations",
      ids: newViolations,
      effect: "worse",
    },
    { what: "violated, not judged in that run", ids: firstJudged, effect: "same" },
    { what: "fixed", ids: fixed, effect: "better" },
    { what: "still violated", ids: remaining, effect: "same" },
    { what: "violated in that run, undecided now", ids: undecided, effect: "same" },
  ] as const;
  return facts.filter(({ ids }) => ids.length > 0);
}
