import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { stringifyEnvInfo } from "allure-js-commons/sdk/reporter";
import type { RunResult } from "../../harness/results.ts";
import { exitInWords } from "../evidence/outcome-words.ts";
import { prettyJson, duration, oneLine } from "../text/text.ts";
import type { CatalogueFacts } from "../evidence/facts.ts";
import { type Attach, judgedResult, unjudgedResult } from "./entry.ts";

/** The folder of the results. */
export const RESULTS = "allure-results";

/** The groups that a reviewer looks for, by the label `verdict`; the first that matches wins. Passed rules need none. */
export const CATEGORIES = [
  { name: "Violations", verdict: "violated", statuses: ["failed"] },
  { name: "Known violations (baseline)", verdict: "known", statuses: ["failed"] },
  { name: "Suite faults", verdict: "broken", statuses: ["broken"] },
  { name: "Unstable", verdict: "unstable", statuses: ["broken"] },
  { name: "Inconclusive", verdict: "inconclusive", statuses: ["broken"] },
  { name: "Could not run", verdict: "could_not_run", statuses: ["skipped"] },
  { name: "Not applicable", verdict: "not_applicable", statuses: ["skipped"] },
  { name: "Unobservable", verdict: "unobservable", statuses: ["unknown"] },
  { name: "Planned: no check yet", verdict: "planned", statuses: ["unknown"] },
] as const;

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
  const attach: Attach = ({ name, content, contentType, extension }) => {
    const source = `${randomUUID()}-attachment.${extension}`;
    write(source, content);
    return { name, source, type: contentType };
  };
  const at = Date.parse(result.startedAt) || 0;
  const results = [
    ...result.rules.map((rule) => () => judgedResult(rule, { seed: result.seed, attach, facts })),
    ...result.unjudged.map((unjudged) => () => unjudgedResult(unjudged, { at, facts })),
  ];
  for (const make of results) {
    const one = make();
    write(`${one.uuid}-result.json`, prettyJson(one));
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

/** The words with which the messages of results with this verdict begin. */
function messageWord(verdict: string): string {
  return verdict === "known" ? "known violation" : verdict.replaceAll("_", " ");
}
