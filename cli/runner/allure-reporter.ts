import { join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { FileSystemWriter, type Writer } from "allure-js-commons/sdk/reporter";
import type * as Allure from "allure-vitest/reporter";
import type { Reporter, Vitest } from "vitest/node";
import type { OutputFolder } from "../../reports/output-folder.ts";
import { importPackage } from "../load.ts";

/** The reporter of Allure, as vitest takes it. */
type AllureReporter = Reporter & {
  /** Writes the results; call it when all tests have ended. */
  readonly write: () => Promise<void>;
};

/**
 * The reporter of Allure, which writes thousands of files when all tests have ended. Here they wait for `write`, which handles
 * signals between two files and does not flush each file to disk.
 */
export async function allureReporter(folder: OutputFolder): Promise<AllureReporter> {
  const { default: AllureVitestReporter } = await importPackage<typeof Allure>("allure-vitest/reporter");
  const resultsDir = join(folder.path, "allure-results");
  const writer = new WaitingWriter(resultsDir, folder);
  const reporter = new AllureVitestReporter({ resultsDir, reportMatchers: false });
  const onInit = reporter.onInit.bind(reporter);
  return Object.assign(reporter, {
    onInit: (vitest: Vitest): void => {
      onInit(vitest);
      const { allureReporterRuntime } = reporter as unknown as { allureReporterRuntime?: { writer: Writer } };
      if (allureReporterRuntime !== undefined) allureReporterRuntime.writer = writer;
    },
    write: () => writer.writeAll(),
  });
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
