import { suggest } from "../../harness/profile/suggest.ts";
import { readChecked, throwFaults } from "../generate/sources.ts";

/** The file with the statements. */
export const ANCHOR_FILE = "spec/document-anchors.yaml";

type Sources = ReadonlyMap<string, readonly string[]>;

/** The statements of the document from which rules and open points are derived. An anchor names a statement: `<section>/<hash>`. */
export interface Anchors {
  /** The place in its section of each statement, by anchor, in the order of the document. */
  readonly statements: ReadonlyMap<string, string>;
  /** The anchors of the statements from which each rule is derived. The first is in the section of the rule. */
  readonly rules: Sources;
  /** The anchors of the statements that leave each point open. */
  readonly open: Sources;
  /** Why there is nothing to check in a statement, by anchor. */
  readonly nothing: ReadonlyMap<string, string>;
  /** Statements that contradict each other, with the open point that states what is accepted. */
  readonly pairs: readonly { readonly between: readonly string[]; readonly open: string }[];
  /** The file and line of a statement, or of a pair. */
  readonly at: (anchor: string) => string;
}

interface Written {
  /** By section (`§2.1`), and by hash and place: what comes from the statement, in words. */
  readonly statements: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly pairs: Anchors["pairs"];
}

/** A rule of the catalogue. */
export interface Filed {
  readonly id: string;
  readonly section: string;
}

/** The rules and the ids of the open points that statements can name. */
export interface Known {
  readonly rules: readonly Filed[];
  readonly open: readonly string[];
}

/**
 * Reads the anchor file.
 * @throws SourceFault with a line for each mistake of its form, and for each name of a rule, an open point or a statement that is unknown
 */
export function readAnchors(root: string, known: Known): Anchors {
  const { value, at } = readChecked<Written>(root, ANCHOR_FILE, { schema: "document-anchors" });
  const anchors = anchorsOf(value, { catalogue: known.rules, at });
  throwFaults(unknownNames(anchors, known));
  return anchors;
}

/** One line for each name that is unknown. @internal */
export function unknownNames({ statements, rules, open, pairs, at }: Anchors, known: Known): string[] {
  const ids = known.rules.map(({ id }) => id);
  const named = (sources: Sources, kind: string, all: readonly string[]): string[] =>
    [...sources].flatMap(([id, [first = ""]]) =>
      all.includes(id) ? [] : [`${at(first)}: ${id} is not ${kind}${suggest(id, all)}`],
    );
  const compared = pairs.flatMap(({ between, open: id }) => {
    const [first = ""] = between;
    return [
      ...between.filter((anchor) => !statements.has(anchor)).map((anchor) => `${anchor} is not a statement.`),
      ...(known.open.includes(id) ? [] : [`${id} is not an open point${suggest(id, known.open)}`]),
    ].map((fault) => `${at(first)}: pairs: ${fault}`);
  });
  return [...named(rules, "a rule", ids), ...named(open, "an open point", known.open), ...compared];
}

/**
 * The statements, with what comes from each. A rule's own section is first, then the order of the document. Names of rules that the
 * catalogue lacks stay as they are. @internal
 */
export function anchorsOf(
  { statements: written, pairs }: Written,
  {
    catalogue,
    at,
  }: { readonly catalogue: readonly Filed[]; readonly at: (path: readonly string[]) => string },
): Anchors {
  const paths = new Map<string, readonly string[]>();
  const statements = new Map<string, string>();
  const nothing = new Map<string, string>();
  const rules = new Map<string, string[]>();
  const open = new Map<string, string[]>();
  const add = (sources: Map<string, string[]>, id: string, anchor: string): void => {
    const from = sources.get(id) ?? [];
    if (!from.includes(anchor)) sources.set(id, [...from, anchor]);
  };
  for (const [sign, inOrder] of Object.entries(written))
    for (const [key, text] of Object.entries(inOrder)) {
      const space = key.indexOf(" ");
      const anchor = `${sign.slice(1)}/${key.slice(0, space)}`;
      statements.set(anchor, key.slice(space + 1));
      paths.set(anchor, ["statements", sign, key]);
      const [words = "", reason] = text.split(/(?:^| )none\//);
      if (reason !== undefined) nothing.set(anchor, reason.trim());
      for (const { list, name } of listed(words))
        if (list === "open") add(open, name, anchor);
        else for (const id of idsOf(list, name, catalogue)) add(rules, id, anchor);
    }
  const sections = new Map(catalogue.map(({ id, section }) => [id, section]));
  for (const [id, from] of rules) {
    const own = (anchor: string): boolean => sectionOf(anchor) === sections.get(id);
    rules.set(id, [...from.filter(own), ...from.filter((anchor) => !own(anchor))]);
  }
  return { statements, rules, open, nothing, pairs, at: (anchor) => at(paths.get(anchor) ?? ["pairs"]) };
}

/** The names in `area/ name name other/ name`, each with the list that it is in. */
function listed(words: string): readonly { readonly list: string; readonly name: string }[] {
  let list = "";
  return words.split(/\s+/).flatMap((word) => {
    if (word.endsWith("/")) list = word.slice(0, -1);
    return word === "" || word.endsWith("/") ? [] : [{ list, name: word }];
  });
}

/** The rules of an area, or of `any`, whose name is this, or has this beginning (`amount*`) or end (`*-without-key`). */
function idsOf(area: string, name: string, catalogue: readonly Filed[]): readonly string[] {
  const fits = (own: string): boolean => {
    if (name.endsWith("*")) return own.startsWith(name.slice(0, -1));
    return name.startsWith("*") ? own.endsWith(name.slice(1)) : own === name;
  };
  const ids = catalogue.map(({ id }) => id).filter((id) => fits(nameIn(area, id) ?? ""));
  return ids.length > 0 ? ids : [`${area}/${name}`];
}

/** The name of a rule if it is in this area. */
function nameIn(area: string, id: string): string | null {
  const [own, name = ""] = id.split("/");
  return area === "any" || area === own ? name : null;
}

/** The section of an anchor's statement, without the sign. */
export function sectionOf(anchor: string): string {
  return anchor.split("/")[0] ?? "";
}

/** The places in the document from which a rule is derived, such as `§4.5, table 1, row 2`; its own section first. */
export function referencesOf(id: string, anchors: Anchors): readonly string[] {
  return (anchors.rules.get(id) ?? []).map((anchor) => placeOf(anchor, anchors));
}

/** The place of a statement in the document: `§4.5, table 1, row 2`. */
export function placeOf(anchor: string, { statements }: Anchors): string {
  return `§${sectionOf(anchor)}, ${statements.get(anchor) ?? "unknown place"}`;
}
