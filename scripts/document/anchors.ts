import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { SourceFault } from "../generate/sources.ts";

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
}

interface Written {
  readonly statements: Readonly<Record<string, string>>;
  /** By rule, by the beginning of the ids of several, or by the end of the ids of a family: `*-without-key`. */
  readonly rules: Readonly<Record<string, readonly string[]>>;
  readonly open: Readonly<Record<string, readonly string[]>>;
  readonly "nothing-checkable": Readonly<Record<string, string>>;
  readonly pairs: Anchors["pairs"];
}

/** A rule of the catalogue. */
export interface Filed {
  readonly id: string;
  readonly section: string;
}

/**
 * Reads the anchor file, for the rules of the catalogue.
 * @throws SourceFault if it does not match `spec/schemas/document-anchors.json`.
 */
export function readAnchors(path: string, schemaPath: string, catalogue: readonly Filed[]): Anchors {
  const written: unknown = parse(readFileSync(path, "utf8"));
  const validate = new Ajv2020({ allErrors: true }).compile(
    JSON.parse(readFileSync(schemaPath, "utf8")) as object,
  );
  if (!validate(written)) {
    const faults = (validate.errors ?? []).map(
      (error) => `${path}: ${error.instancePath} ${error.message ?? ""}`,
    );
    throw new SourceFault(faults.join("\n"));
  }
  const { statements, rules, open, "nothing-checkable": nothing, pairs } = written as Written;
  return {
    statements: new Map(Object.entries(statements)),
    rules: sourcesOf(catalogue, { rules, order: Object.keys(statements) }),
    open: new Map(Object.entries(open)),
    nothing: new Map(Object.entries(nothing)),
    pairs,
  };
}

/** The statements of each rule: its own section first, then in the order of the document. Entries that name no rule stay as they are. @internal */
export function sourcesOf(
  catalogue: readonly Filed[],
  { rules, order }: { readonly rules: Written["rules"]; readonly order: readonly string[] },
): Sources {
  const families = Object.keys(rules).filter((entry) => entry.startsWith("*"));
  const unused = new Set(Object.keys(rules));
  const place = new Map(order.map((anchor, index) => [anchor, index]));
  const sources = new Map<string, readonly string[]>();
  for (const { id, section } of catalogue) {
    const family = families.find((entry) => id.endsWith(entry.slice(1)));
    const own = family === undefined ? beginnings(id).find((entry) => rules[entry] !== undefined) : id;
    const from = [family, own].flatMap((entry) => (entry === undefined ? [] : (rules[entry] ?? [])));
    for (const entry of [family, own]) if (entry !== undefined) unused.delete(entry);
    const rank = (anchor: string): number =>
      sectionOf(anchor) === section ? -1 : (place.get(anchor) ?? Infinity);
    if (from.length > 0)
      sources.set(
        id,
        [...new Set(from)].sort((a, b) => rank(a) - rank(b)),
      );
  }
  for (const entry of unused) sources.set(entry, rules[entry] ?? []);
  return sources;
}

/** The id and its beginnings, longest first: `a/b-c-d`, `a/b-c`, `a/b`. */
function beginnings(id: string): readonly string[] {
  const end = id.lastIndexOf("-");
  return [id, ...(end < 0 || end < id.indexOf("/") ? [] : beginnings(id.slice(0, end)))];
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
