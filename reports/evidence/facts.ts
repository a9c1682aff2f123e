/** A sentence or table row of the document, with what comes from it. */
export interface Statement {
  /** `<section>/<digest>`: the start of the SHA-256 of its text. */
  readonly anchor: string;
  readonly section: string;
  /** "§4.5, table 1, row 2". */
  readonly place: string;
  /** `unobservable`: why no run can judge the rule; null if one can. */
  readonly rules: readonly {
    readonly id: string;
    readonly says: string;
    readonly unobservable: string | null;
  }[];
  readonly open: readonly { readonly id: string; readonly question: string; readonly accepts: string }[];
  /** Why nothing of it can be checked; null if something can. */
  readonly nothing: string | null;
}

/** Facts of the catalogue that the results do not contain. Reports may not import the catalogue. */
export interface CatalogueFacts {
  /** Titles of the sections of the interface document, by number. */
  readonly sections: Readonly<Record<string, string>>;
  /** The places in the document from which rules are derived ("§4.5, table 1, row 2"), by rule id. */
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** Every statement of the document, in its order. Absent where no report shows them. */
  readonly statements?: () => readonly Statement[];
  /** Returns the text at a place in the user's copy of the document; absent without a copy. */
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
