import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { RunResult } from "../../harness/results.ts";
import { prettyJson } from "../json.ts";
import type { CatalogueFacts } from "../page/facts.ts";
import type { OutputFolder } from "../output-folder.ts";
import type { AllureEntry } from "./entry.ts";
import { judgedEntry, unjudgedEntry } from "./entry.ts";
import { environmentOf, RESULTS, writeEnvironment } from "./results.ts";

interface AttachmentFile {
  readonly name: string;
  readonly source: string;
  readonly type?: string | undefined;
}

/** What of the runner's result is looked at; the rest is replaced. */
export interface RunnerResult {
  readonly uuid: string;
  readonly name?: string | undefined;
  readonly labels?: readonly { readonly name: string; readonly value: string }[];
  readonly attachments?: readonly AttachmentFile[];
  readonly steps?: readonly { readonly attachments?: readonly AttachmentFile[] }[];
}

/** What reconciling did to the runner's results. */
export interface Reconciled {
  /** Result files of the runner that were corrected. */
  readonly corrected: number;
  /** Rules without a result of the runner. */
  readonly added: number;
}

/**
 * Makes Allure's results agree with the run's: one result for each rule of the catalogue, with the status, the times and the
 * message of its `RuleResult`. The runner's own results keep their attachments; a rule without a result (the runner did not reach it,
 * it is planned or unobservable) gets a new one. Results that belong to no rule stay as they are. `passed`: results of the runner that
 * are not in the folder.
 */
export async function reconcileAllureResults(
  folder: OutputFolder,
  result: RunResult,
  facts?: CatalogueFacts,
  passed: readonly RunnerResult[] = [],
): Promise<Reconciled> {
  const at = Number.isNaN(Date.parse(result.startedAt)) ? 0 : Date.parse(result.startedAt);
  const entries = [
    ...result.rules.map((rule) => judgedEntry(rule, result, facts)),
    ...result.unjudged.map((unjudged) => unjudgedEntry(unjudged, at, facts)),
  ];
  const written = await resultsByRule(folder, { rules: new Set(entries.map(({ id }) => id)), passed });
  for (const entry of entries) {
    const { uuid, attachments } = written.get(entry.id) ?? { uuid: randomUUID(), attachments: [] };
    // A test that did not describe its rule has none.
    const all = attachments.length > 0 ? attachments : writeAttachments(folder, entry.attachments);
    writeResult(folder, entry, { uuid, attachments: all });
    // Signals and timers get their turn between thousands of files.
    await setImmediate();
  }
  writeEnvironment(folder, environmentOf(result));
  return { corrected: written.size, added: entries.length - written.size };
}

interface Written {
  readonly uuid: string;
  readonly attachments: readonly AttachmentFile[];
}

/** The runner's results, by rule; of several for one rule (a retry of the runner) only one stays. */
async function resultsByRule(
  folder: OutputFolder,
  { rules, passed }: { readonly rules: ReadonlySet<string>; readonly passed: readonly RunnerResult[] },
): Promise<Map<string, Written>> {
  const dir = join(folder.path, RESULTS);
  const results = new Map<string, Written>();
  const take = (file: RunnerResult): void => {
    // A test that ended before it was described has its rule only in its name.
    const rule = file.labels?.find((label) => label.name === "story")?.value ?? file.name;
    if (rule === undefined || !rules.has(rule)) return;
    const earlier = results.get(rule);
    if (earlier !== undefined) folder.remove(resultName(earlier.uuid));
    // Attachments made while a test runs arrive wrapped in a step each; they read better as attachments.
    const attachments = [
      ...(file.steps ?? []).flatMap((step) => step.attachments ?? []),
      ...(file.attachments ?? []),
    ];
    results.set(rule, { uuid: file.uuid, attachments });
  };
  const names = (await readdir(dir)).filter((name) => name.endsWith("-result.json")).sort();
  for (const name of names) {
    const file = parseResult(await readFile(join(dir, name), "utf8"));
    // The process ended while it wrote this file: the rule's result is written again.
    if (file === null) folder.remove(`${RESULTS}/${name}`);
    else take(file);
  }
  passed.forEach(take);
  return results;
}

function parseResult(text: string): RunnerResult | null {
  try {
    return JSON.parse(text) as RunnerResult;
  } catch {
    return null;
  }
}

function writeAttachments(
  folder: OutputFolder,
  attachments: AllureEntry["attachments"],
): readonly AttachmentFile[] {
  return attachments.map(({ name, content, contentType, extension }) => {
    const source = `${randomUUID()}-attachment.${extension}`;
    folder.write(`${RESULTS}/${source}`, content);
    return { name, source, type: contentType };
  });
}

function resultName(uuid: string): string {
  return `${RESULTS}/${uuid}-result.json`;
}

function writeResult(folder: OutputFolder, entry: AllureEntry, { uuid, attachments }: Written): void {
  const content = {
    uuid,
    historyId: entry.id,
    testCaseId: createHash("md5").update(entry.id).digest("hex"),
    fullName: entry.id,
    name: entry.name,
    titlePath: entry.titlePath,
    status: entry.status,
    statusDetails: entry.details,
    stage: "finished",
    description: entry.description,
    labels: entry.labels,
    parameters: entry.parameters,
    links: [],
    steps: entry.steps.map((step) => ({
      name: step.name,
      status: step.status,
      stage: "finished",
      attachments: writeAttachments(folder, step.attachments),
      parameters: [],
      steps: [],
      start: step.start,
      stop: step.stop,
    })),
    attachments,
    start: entry.start,
    stop: entry.stop,
  };
  folder.write(resultName(uuid), prettyJson(content));
}
