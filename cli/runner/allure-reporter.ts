import { join } from "node:path";
import { FileSystemWriter, type Writer } from "allure-js-commons/sdk/reporter";
import AllureVitestReporter from "allure-vitest/reporter";
import type { Vitest } from "vitest/node";
import type { OutputFolder } from "../../reports/output-folder.ts";

/**
 * Allure's reporter with a writer that leaves it to the system when bytes reach the disk. Its own flushes each of thousands
 * of files, which takes longer than a third of the whole run; results of a run that the machine did not survive are of no use.
 */
export class AllureReporter extends AllureVitestReporter {
  readonly #writer: Writer;

  constructor(folder: OutputFolder) {
    const resultsDir = join(folder.path, "allure-results");
    super({ resultsDir, reportMatchers: false });
    this.#writer = new UnflushedWriter(resultsDir, folder);
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    const { allureReporterRuntime } = this as unknown as { allureReporterRuntime?: { writer: Writer } };
    if (allureReporterRuntime !== undefined) allureReporterRuntime.writer = this.#writer;
  }
}

type Result = Parameters<Writer["writeResult"]>[0];
type Group = Parameters<Writer["writeGroup"]>[0];

class UnflushedWriter extends FileSystemWriter {
  readonly #folder: OutputFolder;

  constructor(resultsDir: string, folder: OutputFolder) {
    super({ resultsDir });
    this.#folder = folder;
  }

  override writeResult(result: Result): void {
    this.writeAttachment(`${result.uuid}-result.json`, Buffer.from(JSON.stringify(result)));
  }

  override writeGroup(group: Group): void {
    this.writeAttachment(`${group.uuid}-container.json`, Buffer.from(JSON.stringify(group)));
  }

  override writeAttachment(name: string, content: Buffer): void {
    this.#folder.write(`allure-results/${name}`, content);
  }
}
