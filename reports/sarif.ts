import type { RuleResult, RunResult } from "../harness/results.ts";
import { reasonOf } from "./causes.ts";
import { damageOf } from "./damage.ts";
import { couldNotRunWithoutNeed, exitInWords, missingNeeds } from "./digest.ts";
import { prettyJson } from "./json.ts";
import { type CatalogueFacts, sectionName } from "./page/facts.ts";
import { clip, count, oneLine, visible } from "./text.ts";

/*
 * How verdicts become SARIF 2.1.0:
 *   violated                a result that fails; suppressed when the baseline knows it
 *   inconclusive, unstable  a result of the kind "open": nothing is known
 *   could_not_run           a notification for each missing need
 *   broken                  an error of the tool
 *   passed, not_applicable  nothing
 */

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** Services show each result at a location in a file. The file that describes the target is the closest to one. */
const DESCRIBES_THE_TARGET = "payconform.yaml";
const LONGEST = 4_000;

/** The run in the format of code scanning services. */
export function sarif(result: RunResult, facts: CatalogueFacts): string {
  const shown = result.rules.filter(({ verdict }) =>
    ["violated", "inconclusive", "unstable"].includes(verdict),
  );
  return prettyJson({
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: result.suite.name,
            semanticVersion: result.suite.version,
            rules: shown.map((rule) => descriptor(rule, facts)),
          },
        },
        automationDetails: { id: "payconform/" },
        invocations: [invocation(result)],
        results: shown.map(resultOf),
        properties: { target: oneLine(result.target.baseUrl), seed: result.seed, totals: result.totals },
      },
    ],
  });
}

function descriptor(rule: RuleResult, facts: CatalogueFacts) {
  const places = facts.references.get(rule.id) ?? [`§${rule.section}`];
  const text = oneLine(rule.says);
  return {
    id: rule.id,
    shortDescription: { text },
    help: { text: `${text} ${sectionName(rule.section, facts)}: ${places.join("; ")}.` },
    defaultConfiguration: { level: "error" },
    properties: { tags: [rule.area, damageOf(rule), rule.kind] },
  };
}

function resultOf(rule: RuleResult, ruleIndex: number) {
  const isViolated = rule.verdict === "violated";
  const { replay } = rule;
  const message = `${rule.verdict}: ${reasonOf(rule)}${replay === null ? "" : `\nJudge it again: ${replay}`}`;
  return {
    ruleId: rule.id,
    ruleIndex,
    kind: isViolated ? "fail" : "open",
    level: isViolated ? "error" : "none",
    message: { text: visible(clip(message, LONGEST)) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: DESCRIBES_THE_TARGET }, region: { startLine: 1 } },
        logicalLocations: (rule.symptom?.where ?? []).map((where) => ({
          fullyQualifiedName: oneLine(where),
          kind: "resource",
        })),
      },
    ],
    // A violation in the next run is the same if its rule is, whatever the message.
    partialFingerprints: { "ruleId/v1": rule.id },
    ...(rule.known ? { suppressions: [{ kind: "external", justification: "listed in the baseline" }] } : {}),
  };
}

function invocation(result: RunResult) {
  const started = Date.parse(result.startedAt);
  const notification = (level: "error" | "warning" | "note", text: string) => ({
    level,
    message: { text: oneLine(clip(text, LONGEST)) },
  });
  return {
    executionSuccessful: result.exitCode !== 4 && !result.interrupted,
    exitCode: result.exitCode,
    exitCodeDescription: exitInWords(result),
    ...(Number.isNaN(started)
      ? {}
      : {
          startTimeUtc: new Date(started).toISOString(),
          endTimeUtc: new Date(started + result.durationMs).toISOString(),
        }),
    toolConfigurationNotifications: [
      ...missingNeeds(result).map(({ need, supply, rules }) =>
        notification("warning", `${count(rules.length, "rule")} could not run without ${need}: ${supply}`),
      ),
      ...couldNotRunWithoutNeed(result).map(({ reason, rules }) =>
        notification("warning", `${count(rules.length, "rule")} could not run: ${reason}`),
      ),
      ...(result.warnings ?? []).map((warning) => notification("warning", warning)),
      ...(result.stale ?? []).map(({ says }) => notification("error", says)),
    ],
    toolExecutionNotifications: result.rules
      .filter(({ verdict }) => verdict === "broken")
      .map((rule) => notification("error", `${rule.id} broke: ${reasonOf(rule)}`)),
  };
}
