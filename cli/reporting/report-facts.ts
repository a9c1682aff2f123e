import type { CatalogueFacts, Statement } from "../../reports/evidence/facts.ts";
import { quotesFrom } from "../document/quotes.ts";
import { catalogue, documentStatements, openPoints, sectionTitles } from "../../spec/index.ts";

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
