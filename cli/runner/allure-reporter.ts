import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileSystemWriter, type Writer } from "allure-js-commons/sdk/reporter";
import AllureVitestReporter from "allure-vitest/reporter";
import type { Vitest } from "vitest/node";

/**
 * Allure's reporter with a writer that leaves it to the system when bytes reach the disk. Its own flushes each of thousands
 * of files, which takes longer than a third of the whole run; results of a run that the machine did not survive are of no use.
 */
export class AllureReporter extends AllureVitestReporter {
  readonly #writer: Writer;

  constructor(options: { resultsDir: string }) {
    super({ ...options, reportMatchers: false });
    this.#writer = new UnflushedWriter(options);
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    const { allureReporterRuntime } = this as unknown as { allureReporterRuntime?: { writer: Writer } };
    if (allureReporterRuntime !== undefined) allureReporterRuntime.writer = this.#writer;
  }
}

type Result = Parameters<Writer["writeResult"]>[0];

class UnflushedWriter extends FileSystemWriter {
  readonly #resultsDir: string;

  constructor(options: { resultsDir: string }) {
    super(options);
    this.#resultsDir = options.resultsDir;
  }

  override writeResult(result: Result): void {
    writeFileSync(join(this.#resultsDir, `${result.uuid}-result.json`), JSON.stringify(result));
  }

  override writeAttachment(name: string, content: Buffer): void {
    writeFileSync(join(this.#resultsDir, name), content);
  }
}
