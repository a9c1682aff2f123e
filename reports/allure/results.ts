import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Attachment, Stage, type TestResult } from "allure-js-commons";
import { stringifyEnvInfo } from "allure-js-commons/sdk/reporter";
import type { RunResult } from "../../harness/results.ts";
import { exitInWords } from "../evidence/outcome-words.ts";
import { prettyJson, duration, oneLine } from "../text/text.ts";
import type { CatalogueFacts } from "../evidence/facts.ts";
import { type AllureEntry, judgedEntry, unjudgedEntry } from "./entry.ts";

/** The folder of the results. */
export const RESULTS = "allure-results";

/** A category of results that did not pass. The first category that matches wins. */
interface AllureCategory {
  readonly name: string;
  /** Value of the label `verdict`. */
  readonly verdict: string;
  readonly statuses: readonly string[];
}

/** The groups that a reviewer looks for. Passed rules need none. */
export const CATEGORIES: readonly AllureCategory[] = [
  { name: "Violations", verdict: "violated", statuses: ["failed"] },
  { name: "Known violations (baseline)", verdict: "known", statuses: ["failed"] },
  { name: "Suite faults", verdict: "broken", statuses: ["broken"] },
  { name: "Unstable", verdict: "unstable", statuses: ["broken"] },
  { name: "Inconclusive", verdict: "inconclusive", statuses: ["broken"] },
  { name: "Could not run", verdict: "could_not_run", statuses: ["skipped"] },
  { name: "Not applicable", verdict: "not_applicable", statuses: ["skipped"] },
  { name: "Unobservable", verdict: "unobservable", statuses: ["unknown"] },
  { name: "Planned: no check yet", verdict: "planned", statuses: ["unknown"] },
];

/** What a reader needs to know about the run. It reveals nothing about the machine but its Node version. */
function environmentOf(result: RunResult): Readonly<Record<string, string>> {
  return {
    Outcome: `${exitInWords(result)}, exit code ${result.exitCode}`,
    Target: oneLine(`${result.target.name} ${result.target.baseUrl}`.trim()),
    "Checkout host": oneLine(result.target.checkoutUrl),
    Seed: String(result.seed),
    Suite: `${result.suite.name} ${result.suite.version}`,
    Contract: result.suite.contract,
    Catalogue: `${result.catalogue.rules} rules, ${result.catalogue.planned} planned, ${result.catalogue.unobservable} unobservable`,
    "Profile (sha256)": result.profile,
    Started: result.startedAt,
    Duration: duration(result.durationMs),
    Interrupted: result.interrupted ? "yes" : "no",
    Node: process.versions.node,
  };
}

/** Writes the results of a run: one file for each rule of the catalogue, its attachments, and what Allure shows beside them. */
export async function writeResults(
  folder: string,
  result: RunResult,
  { facts, stop }: { readonly facts?: CatalogueFacts | undefined; readonly stop: AbortSignal },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Not with the writer of allure-js-commons, which syncs each file to the disk: seven seconds for all rules.
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  const attached = (attachments: AllureEntry["attachments"]): Attachment[] =>
    attachments.map(({ name, content, contentType, extension }) => {
      const source = `${randomUUID()}-attachment.${extension}`;
      write(source, content);
      return { name, source, type: contentType };
    });
  const at = Number.isNaN(Date.parse(result.startedAt)) ? 0 : Date.parse(result.startedAt);
  const entries = [
    ...result.rules.map((rule) => judgedEntry(rule, result, facts)),
    ...result.unjudged.map((unjudged) => unjudgedEntry(unjudged, at, facts)),
  ];
  for (const entry of entries) {
    const uuid = randomUUID();
    write(`${uuid}-result.json`, prettyJson(testResult(uuid, entry, attached)));
    // Lets signals and other reports take their turn.
    await setImmediate();
    stop.throwIfAborted();
  }
  write("environment.properties", stringifyEnvInfo(environmentOf(result)));
  const categories = CATEGORIES.map(({ name, statuses, verdict }) => ({
    name,
    matchedStatuses: statuses,
    messageRegex: `(?s)^${messageWord(verdict)}: .*`,
  }));
  write("categories.json", prettyJson(categories));
}

/** The history belongs to the rule's id, so a changed sentence does not break it. */
function testResult(
  uuid: string,
  entry: AllureEntry,
  attached: (attachments: AllureEntry["attachments"]) => Attachment[],
): TestResult {
  return {
    uuid,
    historyId: entry.id,
    testCaseId: createHash("md5").update(entry.id).digest("hex"),
    fullName: entry.id,
    name: entry.name,
    titlePath: [...entry.titlePath],
    ...ended(entry),
    statusDetails: entry.details,
    description: entry.description,
    labels: [...entry.labels],
    parameters: [...entry.parameters],
    links: [],
    steps: entry.steps.map((step) => ({
      name: step.name,
      ...ended(step),
      statusDetails: {},
      parameters: [],
      steps: [],
      attachments: attached(step.attachments),
    })),
    attachments: attached(entry.attachments),
  };
}

function ended({ status, start, stop }: Pick<AllureEntry, "status" | "start" | "stop">) {
  // Allure takes a result without a status for one that is unknown.
  return { ...(status === null ? {} : { status }), stage: Stage.FINISHED, start, stop };
}

/** The words with which the messages of results with this verdict begin. */
function messageWord(verdict: string): string {
  return verdict === "known" ? "known violation" : verdict.replaceAll("_", " ");
}
