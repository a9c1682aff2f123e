import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest } from "vitest/node";
import type { OutputFolder } from "../../reports/output-folder.ts";
import { packageRoot } from "../package-root.ts";
import type { RunConfig } from "../run-config.ts";
import { AllureReporter } from "./allure-reporter.ts";

const here = dirname(fileURLToPath(import.meta.url));
/** The binding beside this file: TypeScript in the repository, JavaScript in the package. */
export const bindingFile = join(here, `conformance.binding${extname(fileURLToPath(import.meta.url))}`);

/** Runs the binding under vitest, in one worker thread, with Allure's reporter; ends when all tests have. */
export async function runVitest(options: { config: RunConfig; folder: OutputFolder }): Promise<void> {
  const release = keepSignals();
  const reporter = new AllureReporter(options.folder);
  const vitest = await createVitest(
    "test",
    {
      root: packageRoot,
      // The user's own configuration has no say in this run.
      config: false,
      watch: false,
      include: [bindingFile],
      exclude: [],
      pool: "threads",
      isolate: false,
      fileParallelism: false,
      passWithNoTests: true,
      provide: { payconform: options.config },
      reporters: [reporter],
    },
    { logLevel: "silent", clearScreen: false },
    { stdout: process.stderr, stderr: process.stderr },
  );
  await vitest.start([]);
  await reporter.write();
  // Its exit code says what vitest thinks; ours derives from the verdicts.
  process.exitCode = 0;
  await vitest.close();
  release();
}

/** Vitest ends the process on a signal; an interrupted run still has its reports to write, so its listeners are taken away. */
function keepSignals(): () => void {
  const onNew = (signal: string, listener: () => void): void => {
    if (signal === "SIGINT" || signal === "SIGTERM") queueMicrotask(() => process.off(signal, listener));
  };
  process.on("newListener", onNew);
  return () => process.off("newListener", onNew);
}
