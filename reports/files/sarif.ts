import type { RuleResult, RunResult } from "../../harness/results.ts";
import { reasonOf } from "../evidence/causes.ts";
import { damageOf } from "../evidence/damage.ts";
import { couldNotRunWithoutNeed, missingNeeds } from "../evidence/missing-needs.ts";
import { exitInWords } from "../evidence/outcome-words.ts";
import { targetId } from "./target-id.ts";
import { prettyJson, clip, count, oneLine, visible } from "../text/text.ts";
import { type CatalogueFacts, sectionName } from "../evidence/facts.ts";

/*
 * How verdicts become SARIF 2.1.0:
 *   violated                a result that fails; suppressed when the baseline knows it
 *   inconclusive, unstable  a result of the kind "open": nothing is known
 *   could_not_run           a notification for each missing need
 *   broken                  an error of the tool
 *   passed, not_applicable  nothing
 */

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const LONGEST = 4_000;

/**
 * The run in the format of code scanning services. They show each result at a location in a file, which the profile is closest to.
 * `profileFile`: its path in the repository. Without one, the location is a name, another one for each target.
 */
export function sarif(result: RunResult, facts: CatalogueFacts, profileFile: string | null = null): string {
  const id = targetId(result);
  const uri = profileFile === null ? `payconform/${id}` : encodeURI(profileFile);
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
        automationDetails: { id: `payconform/${id}/` },
        invocations: [invocation(result)],
        results: shown.map((rule, index) => resultOf(rule, index, { id, uri })),
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

function resultOf(
  rule: RuleResult,
  ruleIndex: number,
  target: { readonly id: string; readonly uri: string },
) {
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
        physicalLocation: { artifactLocation: { uri: target.uri }, region: { startLine: 1 } },
        logicalLocations: (rule.symptom?.where ?? []).map((where) => ({
          fullyQualifiedName: oneLine(where),
          kind: "resource",
        })),
      },
    ],
    // A violation in the next run is the same if its rule and its target are, whatever the message.
    partialFingerprints: { "targetAndRule/v1": `${target.id}/${rule.id}` },
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
      ...missingNeeds(result.rules).map(({ need, supply, rules }) =>
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
