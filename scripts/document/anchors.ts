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
  readonly rules: Readonly<Record<string, readonly string[]>>;
  readonly open: Readonly<Record<string, readonly string[]>>;
  readonly "nothing-checkable": Readonly<Record<string, string>>;
  readonly pairs: Anchors["pairs"];
}

/**
 * Reads the anchor file.
 * @throws SourceFault if it does not match `spec/schemas/document-anchors.json`.
 */
export function readAnchors(path: string, schemaPath: string): Anchors {
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
    rules: new Map(Object.entries(rules)),
    open: new Map(Object.entries(open)),
    nothing: new Map(Object.entries(nothing)),
    pairs,
  };
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
