import type { Reporter } from "../harness/results.ts";
import type { ConsoleStream } from "../reports/console.ts";
import { createReporters } from "../reports/index.ts";
import type { OutputFolder } from "../reports/output-folder.ts";
import type { CatalogueFacts } from "../reports/page/facts.ts";
import { catalogue } from "../spec/index.ts";

/** Reporters that write to a folder, and plain lines to a stream. They write no Allure report, which needs results of vitest. */
export function plainReports(
  folder: OutputFolder,
  { stream, facts }: { readonly stream: ConsoleStream; readonly facts?: CatalogueFacts },
): Required<Reporter> {
  return createReporters({
    folder,
    stream,
    isTTY: false,
    ci: true,
    catalogue: catalogue.map((rule) => rule.id),
    facts,
  });
}
