import xmlbuilder, { type XMLElement } from "xmlbuilder";
import type { RuleResult, RunResult } from "../../harness/results.ts";
import { type Cause, causeCounts, causes, reasonOf } from "../evidence/causes.ts";
import { exitInWords, needsAttention, VERDICT_WORDS } from "../evidence/outcome-words.ts";
import { missingNeeds } from "../evidence/missing-needs.ts";
import { targetId } from "./target-id.ts";
import { evidenceText, headline } from "../evidence/evidence.ts";
import { groupBy, clip, count, inert, oneLine } from "../text/text.ts";

/*
 * How verdicts become JUnit results. The file has a failure or an error if and only if the exit code is not 0.
 *   violated                       failure, or skipped when the baseline knows it
 *   broken, inconclusive, unstable error: no flag excuses them, and a skip would look green
 *   could_not_run, not_applicable  skipped with the reason
 * A suite "needs" has one skipped case for each missing need, with the number of rules that it keeps from running.
 * If the exit code is not 0 although no case is red (rules that could not run and were not excused, an empty run, a
 * stale baseline), a last suite "run" has one error with the reason.
 */

type Outcome =
  { readonly kind: "passed" } | { readonly kind: "failure" | "error" | "skipped"; readonly message: string };

interface Case {
  readonly name: string;
  readonly className: string;
  readonly seconds: string;
  readonly type: string;
  readonly outcome: Outcome;
  readonly details: string;
}

interface Suite {
  readonly name: string;
  readonly timestamp: string;
  readonly cases: readonly Case[];
}

const LIMITS = { value: 8 * 1024, body: 8 * 1024 };

const seconds = (ms: number) => (Math.max(0, ms) / 1_000).toFixed(3);

function outcomeOf(rule: RuleResult): Outcome {
  if (rule.verdict === "passed") return { kind: "passed" };
  const isKnown = rule.verdict === "violated" && rule.known;
  const what = isKnown ? "known violation, listed in the baseline" : VERDICT_WORDS[rule.verdict];
  const message = oneLine(clip(`${what}: ${reasonOf(rule, Infinity)}`, 1_000));
  const isExcused = isKnown || rule.verdict === "could_not_run" || rule.verdict === "not_applicable";
  return { kind: isExcused ? "skipped" : rule.verdict === "violated" ? "failure" : "error", message };
}

function ruleCase(rule: RuleResult, cause: Cause | undefined): Case {
  const outcome = outcomeOf(rule);
  return {
    name: rule.id,
    className: rule.area,
    seconds: seconds(rule.durationMs),
    type: rule.verdict,
    outcome,
    details:
      outcome.kind === "passed"
        ? ""
        : [headline(rule), ...causeLine(cause), evidenceText(rule, LIMITS)].join("\n"),
  };
}

/** The cause of a rule, if it has other rules, too. */
function causeLine(cause: Cause | undefined): readonly string[] {
  if (cause === undefined || cause.rules.length + cause.waiting.length < 2) return [];
  return [`${"cause".padEnd(14)} ${oneLine(clip(cause.says, 1_000))} (${causeCounts(cause)})`];
}

function ruleSuites(result: RunResult): readonly Suite[] {
  const causeOf = new Map(
    causes(result).flatMap((cause) =>
      [...cause.rules, ...cause.waiting.filter(needsAttention)].map(({ id }) => [id, cause] as const),
    ),
  );
  return [...groupBy(result.rules, ({ area }) => area)].map(([area, rules]) => ({
    name: area,
    timestamp: rules.map(({ startedAt }) => startedAt).sort()[0] ?? result.startedAt,
    cases: rules.map((rule) => ruleCase(rule, causeOf.get(rule.id))),
  }));
}

/** A suite with each missing need once, because hundreds of skipped rules share few needs. */
function needSuite(result: RunResult): readonly Suite[] {
  const cases = missingNeeds(result.rules).map(({ need, supply, rules }): Case => {
    const message = oneLine(
      clip(`could not run: ${count(rules.length, "rule")} without ${need}: ${supply}`, 1_000),
    );
    return {
      name: `need/${need}`,
      className: "needs",
      seconds: "0.000",
      type: "need",
      outcome: { kind: "skipped", message },
      details: rules.map(oneLine).join("\n"),
    };
  });
  return cases.length === 0 ? [] : [{ name: "needs", timestamp: result.startedAt, cases }];
}

const isRed = ({ outcome }: Case) => outcome.kind === "failure" || outcome.kind === "error";

/** The suite that keeps an unfinished run from looking green; empty if another case is red. */
function runSuite(result: RunResult, suites: readonly Suite[]): readonly Suite[] {
  if (result.exitCode === 0 || suites.some(({ cases }) => cases.some(isRed))) return [];
  const message = `exit code ${result.exitCode}: ${exitInWords(result)}`;
  const verdict: Case = {
    name: "run/exit-code",
    className: "run",
    seconds: "0.000",
    type: "run",
    outcome: { kind: "error", message },
    details: message,
  };
  return [{ name: "run", timestamp: result.startedAt, cases: [verdict] }];
}

function counts(cases: readonly Case[]): Record<string, string> {
  const of = (kind: Outcome["kind"]) => String(cases.filter(({ outcome }) => outcome.kind === kind).length);
  return {
    tests: String(cases.length),
    failures: of("failure"),
    errors: of("error"),
    skipped: of("skipped"),
  };
}

function addCase(parent: XMLElement, entry: Case, target: string): void {
  const element = parent.ele("testcase", {
    name: oneLine(entry.name),
    classname: oneLine(`payconform.${target}.${entry.className}`),
    time: entry.seconds,
  });
  const { outcome } = entry;
  if (outcome.kind === "passed") return;
  const attributes = outcome.kind === "skipped" ? {} : { type: entry.type };
  element.ele(outcome.kind, { message: outcome.message, ...attributes }).txt(entry.details);
}

function addSuite(parent: XMLElement, suite: Suite, target: string): void {
  const time = suite.cases.reduce((sum, entry) => sum + Number(entry.seconds), 0).toFixed(3);
  const element = parent.ele("testsuite", {
    name: oneLine(`${target} ${suite.name}`),
    ...counts(suite.cases),
    time,
    timestamp: oneLine(suite.timestamp),
  });
  for (const entry of suite.cases) addCase(element, entry, target);
}

/** The run as JUnit XML: one suite per area, one case per rule. The names contain the target, because services merge equal names. */
export function junitXml(result: RunResult): string {
  const ofRules = ruleSuites(result);
  const suites = [...ofRules, ...needSuite(result), ...runSuite(result, ofRules)];
  const target = targetId(result);
  const { skipped: _, ...all } = counts(suites.flatMap(({ cases }) => cases));
  // All text was made visible. An invalid character that remains must not break the report.
  const root = xmlbuilder
    .create("testsuites", { version: "1.0", encoding: "UTF-8", invalidCharReplacement: "\uFFFD" })
    // Only these: Jenkins validates.
    .att({ name: `payconform ${target}`, ...all, time: seconds(result.durationMs) });
  for (const suite of suites) addSuite(root, suite, target);
  return inert(`${root.end({ pretty: true })}\n`);
}
