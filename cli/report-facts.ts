import type { CatalogueFacts } from "../reports/page/facts.ts";
import { catalogue, sectionTitles } from "../spec/index.ts";

/** What reports show of the catalogue beyond the results. */
export function catalogueFacts(): CatalogueFacts {
  return {
    sections: sectionTitles,
    references: new Map(catalogue.map(({ id, references }) => [id, references])),
  };
}
