import type { RunResult } from "../../harness/results.ts";
import { exitInWords } from "../digest.ts";
import { prettyJson } from "../json.ts";
import type { OutputFolder } from "../output-folder.ts";
import { duration, oneLine } from "../text.ts";

/** The folder in the output folder to which the runner writes its results. */
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

/** Escapes a value for a Java properties file, in ASCII. */
function property(value: string): string {
  return oneLine(value)
    .replaceAll("\\", "\\\\")
    .replace(/[^\x20-\x7e]/gu, (character) =>
      Array.from(
        { length: character.length },
        (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, "0")}`,
      ).join(""),
    );
}

/** What a reader needs to know about the run. It reveals nothing about the machine but its Node version. */
export function environmentOf(result: RunResult): Readonly<Record<string, string>> {
  return {
    Outcome: `${exitInWords(result).split(/[:;,]/u)[0] ?? ""} (exit code ${result.exitCode})`,
    Target: `${result.target.name} ${result.target.baseUrl}`.trim(),
    "Checkout host": result.target.checkoutUrl,
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

/** Writes `environment.properties`. */
export function writeEnvironment(folder: OutputFolder, environment: Readonly<Record<string, string>>): void {
  const lines = Object.entries(environment).map(
    ([name, value]) => `${property(name).replaceAll(" ", "\\ ")} = ${property(value)}\n`,
  );
  folder.write(`${RESULTS}/environment.properties`, lines.join(""));
}

/** Writes `categories.json`, and `environment.properties` with what is known before the run; reconciling completes it. */
export function prepareAllureResults(folder: OutputFolder): void {
  const categories = CATEGORIES.map(({ name, statuses, verdict }) => ({
    name,
    matchedStatuses: statuses,
    messageRegex: `(?s)^${messageWord(verdict)}: .*`,
  }));
  folder.write(`${RESULTS}/categories.json`, prettyJson(categories));
  writeEnvironment(folder, { Suite: "payconform", Node: process.versions.node });
}

/** The words with which the messages of results with this verdict begin. */
function messageWord(verdict: string): string {
  return verdict === "known" ? "known violation" : verdict.replaceAll("_", " ");
}
