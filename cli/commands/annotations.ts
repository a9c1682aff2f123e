import { join } from "node:path";
import type { ExitCode, RuleResult, RunResult } from "../../harness/results.ts";
import { cut } from "../../harness/plain.ts";
import { causes } from "../../reports/evidence/causes.ts";
import { gateInWords } from "../../reports/evidence/outcome-words.ts";
import { visible } from "../../reports/text/text.ts";
import { readShard } from "../merge/read-shard.ts";
import { printCommand } from "../terminal/output.ts";

/** GitHub shows at most ten annotations of each kind per step. */
const MAX_ANNOTATIONS = 10;

/** Prints the outcome of a run as workflow commands of GitHub Actions: violations as errors, unfinished rules as warnings. */
export function annotations(options: { readonly out: string }): ExitCode {
  const { result } = readShard(options.out, new Map());
  // Causes to fix first come first, because GitHub drops annotations beyond its limit.
  const ordered = byCause(result);
  const errors = [
    ...(result.gate?.verdict === "failed"
      ? [errorCommand(`gate ${result.gate.file}`, gateInWords(result.gate))]
      : []),
    ...ordered.filter(({ verdict }) => verdict === "broken").map((rule) => command("error", rule)),
    ...ordered
      .filter(({ verdict, known }) => verdict === "violated" && !known)
      .map((rule) => command("error", rule)),
    ...(result.stale ?? []).map(({ rule, says }) => errorCommand(`stale baseline entry: ${rule}`, says)),
  ];
  const warnings = [
    ...ordered
      .filter((rule) => rule.verdict === "unstable" || rule.verdict === "inconclusive")
      .map((rule) => command("warning", rule)),
    ...(result.warnings ?? []).map((warning) => `::warning title=payconform::${escaped(warning)}`),
  ];
  for (const [all, kind] of [
    [errors, "error"],
    [warnings, "warning"],
  ] as const) {
    const shown = all.length > MAX_ANNOTATIONS ? all.slice(0, MAX_ANNOTATIONS - 1) : all;
    for (const line of shown) printCommand(line);
    const more = all.length - shown.length;
    if (more > 0)
      printCommand(
        `::${kind} title=payconform::${more} more: see ${escaped(join(options.out, "summary.md"))}`,
      );
  }
  return 0;
}

/** The simplest rule of each cause, then the others. */
function byCause(result: RunResult): readonly RuleResult[] {
  const groups = causes(result).map(({ rules, waiting }) => [...rules, ...waiting]);
  return [...groups.flatMap((rules) => rules.slice(0, 1)), ...groups.flatMap((rules) => rules.slice(1))];
}

function command(kind: "error" | "warning", rule: RuleResult): string {
  const what =
    rule.violation === null
      ? (rule.reason ?? rule.verdict)
      : `${rule.says}\nexpected ${rule.violation.expected}\nbut ${rule.violation.actual}\n${rule.replay ?? ""}`;
  const text = cut(what, 2_000);
  return `::${kind} title=${property(`${rule.verdict}: ${rule.id} §${rule.section}`)}::${escaped(text)}`;
}

function errorCommand(title: string, text: string): string {
  return `::error title=${property(title)}::${escaped(text)}`;
}

/** Escapes text of a target, which therefore cannot start a workflow command. */
function escaped(text: string): string {
  return visible(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
