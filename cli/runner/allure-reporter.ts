import { join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { FileSystemWriter, type Writer } from "allure-js-commons/sdk/reporter";
import AllureVitestReporter from "allure-vitest/reporter";
import type { Vitest } from "vitest/node";
import type { OutputFolder } from "../../reports/output-folder.ts";

/**
 * The reporter of Allure, which writes thousands of files when all tests have ended. Here they wait for `write`, which handles
 * signals between two files and does not flush each file to disk.
 */
export class AllureReporter extends AllureVitestReporter {
  readonly #writer: WaitingWriter;

  constructor(folder: OutputFolder) {
    const resultsDir = join(folder.path, "allure-results");
    super({ resultsDir, reportMatchers: false });
    this.#writer = new WaitingWriter(resultsDir, folder);
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    const { allureReporterRuntime } = this as unknown as { allureReporterRuntime?: { writer: Writer } };
    if (allureReporterRuntime !== undefined) allureReporterRuntime.writer = this.#writer;
  }

  /** Writes the results; call it when all tests have ended. */
  write(): Promise<void> {
    return this.#writer.writeAll();
  }
}

type Result = Parameters<Writer["writeResult"]>[0];
type Group = Parameters<Writer["writeGroup"]>[0];

class WaitingWriter extends FileSystemWriter {
  readonly #folder: OutputFolder;
  readonly #waiting: { readonly name: string; readonly content: () => string | Buffer }[] = [];

  constructor(resultsDir: string, folder: OutputFolder) {
    super({ resultsDir });
    this.#folder = folder;
  }

  async writeAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#folder.write(`allure-results/${next.name}`, next.content());
      await yieldToEventLoop();
    }
  }

  override writeResult(result: Result): void {
    this.#waiting.push({ name: `${result.uuid}-result.json`, content: () => JSON.stringify(result) });
  }

  override writeGroup(group: Group): void {
    this.#waiting.push({ name: `${group.uuid}-container.json`, content: () => JSON.stringify(group) });
  }

  override writeAttachment(name: string, content: Buffer): void {
    this.#waiting.push({ name, content: () => content });
  }
}
