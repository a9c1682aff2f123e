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

/** The part of the runner's result that is used. The rest is replaced. */
export interface RunnerResult {
  readonly uuid: string;
  readonly name?: string | undefined;
  readonly labels?: readonly { readonly name: string; readonly value: string }[];
  readonly attachments?: readonly AttachmentFile[];
  readonly steps?: readonly { readonly attachments?: readonly AttachmentFile[] }[];
}

/** The numbers of reconciled results. */
export interface Reconciled {
  /** Result files of the runner that were corrected. */
  readonly corrected: number;
  /** Results that were created for rules without a result of the runner. */
  readonly added: number;
}

/**
 * Makes Allure's results agree with those of the run: one result per rule of the catalogue, with the status, times and message of its
 * `RuleResult`. The runner's results keep their attachments. A rule without a result (not reached by the runner, planned or
 * unobservable) gets a new one. Results that belong to no rule are not changed. `passed`: results of the runner that are not in the folder.
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
    // The result has no attachments if the test did not describe its rule.
    const all = attachments.length > 0 ? attachments : writeAttachments(folder, entry.attachments);
    writeResult(folder, entry, { uuid, attachments: all });
    // Lets signals and timers run between thousands of files.
    await setImmediate();
  }
  writeEnvironment(folder, environmentOf(result));
  return { corrected: written.size, added: entries.length - written.size };
}

interface Written {
  readonly uuid: string;
  readonly attachments: readonly AttachmentFile[];
}

/** The runner's results by rule. If the runner retried a rule, only one result is kept. */
async function resultsByRule(
  folder: OutputFolder,
  { rules, passed }: { readonly rules: ReadonlySet<string>; readonly passed: readonly RunnerResult[] },
): Promise<Map<string, Written>> {
  const dir = join(folder.path, RESULTS);
  const results = new Map<string, Written>();
  const take = (file: RunnerResult): void => {
    // A test that ended before it described its rule contains the rule's id only in its name.
    const rule = file.labels?.find((label) => label.name === "story")?.value ?? file.name;
    if (rule === undefined || !rules.has(rule)) return;
    const earlier = results.get(rule);
    if (earlier !== undefined) folder.remove(resultName(earlier.uuid));
    // The runner wraps each attachment in a step. Attachments of the test are easier to read.
    const attachments = [
      ...(file.steps ?? []).flatMap((step) => step.attachments ?? []),
      ...(file.attachments ?? []),
    ];
    results.set(rule, { uuid: file.uuid, attachments });
  };
  const names = (await readdir(dir)).filter((name) => name.endsWith("-result.json")).sort();
  for (const name of names) {
    const file = parseResult(await readFile(join(dir, name), "utf8"));
    // The process ended while it wrote this file. The result of the rule is written again.
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
