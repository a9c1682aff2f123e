import { readTextFile } from "../../harness/profile/checked-yaml.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import { documentPlaces } from "../../spec/index.ts";
import { unitsOf } from "./units.ts";

/** Returns the statement at a place ("§4.5, table 1, row 2"); null if the user's copy has another text there, or none. */
export type Quote = (place: string) => string | null;

/**
 * Reads the statements from the user's copy of the interface document. This package contains only their hashes.
 * @throws UsageError if the file cannot be read or contains no statement of the document
 */
export function quotesFrom(file: string): Quote {
  const quote = quotesIn(readTextFile(file, "the document"), documentPlaces());
  if (Object.keys(documentPlaces()).some((place) => quote(place) !== null)) return quote;
  throw new UsageError(
    `--document ${file}: has no statement of the interface document; give the Markdown file of the version that the rules come from`,
  );
}

/** `anchors` maps each place to the anchor of its statement. @internal */
export function quotesIn(document: string, anchors: Readonly<Record<string, string>>): Quote {
  const texts = new Map(unitsOf(document).map(({ anchor, text }) => [anchor, text]));
  return (place) => texts.get(anchors[place] ?? "") ?? null;
}
