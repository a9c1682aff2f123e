import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { documentPlaces } from "../../spec/index.ts";
import { unitsOf } from "./units.ts";

/** Gives the statement at a place ("§4.5, table 1, row 2"); null where the copy has another text there, or none. */
export type Quote = (place: string) => string | null;

/**
 * The statements of the user's own copy of the interface document: the product has none of its text, only a hash of each statement.
 * @throws UsageError when the file cannot be read, or has no statement of the document
 */
export function quotesFrom(file: string): Quote {
  const quote = quotesIn(readTextFile(file, "the document"), documentPlaces());
  if (Object.keys(documentPlaces()).some((place) => quote(place) !== null)) return quote;
  throw new UsageError(
    `--document ${file}: has no statement of the interface document; give the Markdown file of the version that the rules come from`,
  );
}

/** `anchors`: the anchor of the statement at each place. @internal */
export function quotesIn(document: string, anchors: Readonly<Record<string, string>>): Quote {
  const texts = new Map(unitsOf(document).map(({ anchor, text }) => [anchor, text]));
  return (place) => texts.get(anchors[place] ?? "") ?? null;
}
