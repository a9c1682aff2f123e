import type { CatalogueFacts, Statement } from "../../reports/evidence/facts.ts";
import { quotesFrom } from "../document/quotes.ts";
import { catalogue, documentStatements, openPoints, sectionTitles } from "../../spec/index.ts";
import type { ConsoleStream } from "../../reports/console/console.ts";
import { createReporters, type ReportOptions, type Reports } from "../../reports/index.ts";
import type { OutputFolder } from "../../reports/output/output-folder.ts";

/** Options of the commands that write reports. */
export interface ReportArguments {
  readonly out: string;
  /** The gate: a file of rules that must pass. */
  readonly gate?: string;
  /** The user's copy of the interface document, which `report.html` quotes. */
  readonly document?: string;
  readonly allure: boolean;
  /** File of the earlier runs, for the trends of the Allure report. */
  readonly allureHistory?: string;
  /** Keep `allure-results/` after the report. */
  readonly keepResults?: boolean;
}

/** What reports show of the catalogue in addition to the results. `document`: the user's copy of the document. @throws UsageError */
export function catalogueFacts(document?: string): CatalogueFacts {
  return {
    ...(document === undefined ? {} : { quote: quotesFrom(document) }),
    sections: sectionTitles,
    references: new Map(catalogue.map(({ id, references }) => [id, references])),
    statements,
  };
}

function statements(): readonly Statement[] {
  const rules = new Map<string, Statement["rules"][number]>(
    catalogue.map(({ id, says, unobservable = null }) => [id, { id, says, unobservable }]),
  );
  const points = new Map<string, Statement["open"][number]>(
    openPoints.map(({ id, question, accepts }) => [id, { id, question, accepts }]),
  );
  return documentStatements().map(({ anchor, place, rules: ids, open, nothing }) => ({
    ...{ anchor, place, nothing },
    section: anchor.slice(0, anchor.indexOf("/")),
    rules: ids.flatMap((id) => rules.get(id) ?? []),
    open: open.flatMap((id) => points.get(id) ?? []),
  }));
}

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
