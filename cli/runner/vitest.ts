import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Vitest from "vitest/node";
import type { RunnerResult } from "../../reports/allure/reconcile.ts";
import type { OutputFolder } from "../../reports/output-folder.ts";
import { importPackage } from "../load.ts";
import { packageRoot } from "../package-root.ts";
import type { RunConfig } from "../run-config.ts";
import { allureReporter } from "./allure-reporter.ts";

const here = dirname(fileURLToPath(import.meta.url));
/** The binding beside this file: TypeScript in the repository, JavaScript in the package. */
const bindingFile = join(here, `conformance.binding${extname(fileURLToPath(import.meta.url))}`);

/** Runs the binding under vitest, in one worker thread, with Allure's reporter. Resolves when all tests have ended. */
export async function runVitest(options: {
  config: RunConfig;
  folder: OutputFolder;
  onAllureResult: (result: RunnerResult) => void;
}): Promise<void> {
  const release = keepSignals();
  const [{ createVitest }, reporter] = await Promise.all([
    importPackage<typeof Vitest>("vitest/node"),
    allureReporter(options.folder, options.onAllureResult),
  ]);
  const vitest = await createVitest(
    "test",
    {
      root: packageRoot,
      // Ignores a vitest configuration of the user.
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
  // The exit code of payconform derives from the verdicts, not from vitest.
  process.exitCode = 0;
  await vitest.close();
  release();
}

/** Removes vitest's signal listeners, which would end the process before an interrupted run has written its reports. */
function keepSignals(): () => void {
  const onNew = (signal: string, listener: () => void): void => {
    if (signal === "SIGINT" || signal === "SIGTERM") queueMicrotask(() => process.off(signal, listener));
  };
  process.on("newListener", onNew);
  return () => process.off("newListener", onNew);
}
