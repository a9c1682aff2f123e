import type { CatalogueFacts } from "../../reports/evidence/facts.ts";
import { quotesFrom } from "../document/quotes.ts";
import { catalogue, sectionTitles } from "../../spec/index.ts";

/** What reports show of the catalogue in addition to the results. `document`: the user's copy of the document. @throws UsageError */
export function catalogueFacts(document?: string): CatalogueFacts {
  return {
    ...(document === undefined ? {} : { quote: quotesFrom(document) }),
    sections: sectionTitles,
    references: new Map(catalogue.map(({ id, references }) => [id, references])),
  };
}
