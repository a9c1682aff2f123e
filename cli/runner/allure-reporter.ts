import { join } from "node:path";
import { FileSystemWriter, type Writer } from "allure-js-commons/sdk/reporter";
import type * as Allure from "allure-vitest/reporter";
import type { Reporter, Vitest } from "vitest/node";
import type { RunnerResult } from "../../reports/allure/reconcile.ts";
import type { OutputFolder } from "../../reports/output-folder.ts";
import { importPackage } from "../load.ts";

/**
 * Allure's reporter for vitest. It passes its thousands of results on instead of writing them, because reconciling completes and
 * writes them.
 */
export async function allureReporter(
  folder: OutputFolder,
  onResult: (result: RunnerResult) => void,
): Promise<Reporter> {
  const { default: AllureVitestReporter } = await importPackage<typeof Allure>("allure-vitest/reporter");
  const resultsDir = join(folder.path, "allure-results");
  const writer = new PassingWriter(resultsDir, { folder, onResult });
  const reporter = new AllureVitestReporter({ resultsDir, reportMatchers: false });
  const onInit = reporter.onInit.bind(reporter);
  return Object.assign(reporter, {
    onInit: (vitest: Vitest): void => {
      onInit(vitest);
      const { allureReporterRuntime } = reporter as unknown as { allureReporterRuntime?: { writer: Writer } };
      if (allureReporterRuntime !== undefined) allureReporterRuntime.writer = writer;
    },
  });
}

class PassingWriter extends FileSystemWriter {
  readonly #folder: OutputFolder;
  readonly #onResult: (result: RunnerResult) => void;

  constructor(resultsDir: string, to: { folder: OutputFolder; onResult: (result: RunnerResult) => void }) {
    super({ resultsDir });
    this.#folder = to.folder;
    this.#onResult = to.onResult;
  }

  override writeResult(result: Parameters<Writer["writeResult"]>[0]): void {
    this.#onResult(result);
  }

  override writeGroup(group: Parameters<Writer["writeGroup"]>[0]): void {
    this.#folder.write(`allure-results/${group.uuid}-container.json`, JSON.stringify(group));
  }

  override writeAttachment(name: string, content: Buffer): void {
    this.#folder.write(`allure-results/${name}`, content);
  }
}
