/** What the catalogue says beyond the results: reports cannot read the catalogue themselves. */
export interface CatalogueFacts {
  /** Titles of the sections of the interface document, by their numbers. */
  readonly sections: Readonly<Record<string, string>>;
  /** The places of the document that rules come from ("§4.5, table 1, row 2"), by their ids. */
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** The text at a place, from the user's own copy of the document; absent without one. */
  readonly quote?: (reference: string) => string | null;
}

export const NO_FACTS: CatalogueFacts = { sections: {}, references: new Map() };

/** "§7.4 Refused values". */
export function sectionName(section: string, { sections }: CatalogueFacts): string {
  const title = sections[section];
  return title === undefined ? `§${section}` : `§${section} ${title}`;
}

/** The order of sections in the document: "2.10" comes after "2.9". */
export function bySection(a: string, b: string): number {
  const [first, second] = [sortKey(a), sortKey(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

const sortKey = (section: string): string => section.replace(/\d+/g, (number) => number.padStart(3, "0"));
