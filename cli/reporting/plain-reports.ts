import type { ConsoleStream } from "../../reports/console/console.ts";
import { createReporters, type ReportOptions, type Reports } from "../../reports/index.ts";
import type { OutputFolder } from "../../reports/output/output-folder.ts";
import { catalogue } from "../../spec/index.ts";

/** Reporters that write to a folder, and plain lines to a stream. They write no Allure report. */
export function plainReports(
  folder: OutputFolder,
  {
    stream,
    ...more
  }: { readonly stream: ConsoleStream } & Pick<
    ReportOptions,
    "facts" | "allure" | "allureHistory" | "keepResults" | "evidence"
  >,
): Reports {
  return createReporters({
    folder,
    stream,
    isTTY: false,
    ci: true,
    catalogue: catalogue.map((rule) => rule.id),
    ...more,
  });
}
