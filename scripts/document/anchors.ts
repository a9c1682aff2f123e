import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { SourceFault } from "../generate/sources.ts";

type Sources = ReadonlyMap<string, readonly string[]>;

/** Where in the document each rule and each open point comes from. A statement is named by its anchor: `<section>/<hash>`. */
export interface Anchors {
  /** Every statement of the document, in its order, with its place in the section. */
  readonly statements: ReadonlyMap<string, string>;
  /** By rule, the statements that it comes from; its own section first. */
  readonly rules: Sources;
  /** By open point, the statements that leave it open. */
  readonly open: Sources;
  /** Statements without anything to check, with the reason. */
  readonly nothing: ReadonlyMap<string, string>;
  /** Statements that contradict each other, with the open point that records what is accepted. */
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
 * @throws SourceFault when it has another form than `spec/schemas/document-anchors.json` describes.
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

/** The section of the document in which an anchor's statement stands, without the sign. */
export function sectionOf(anchor: string): string {
  return anchor.split("/")[0] ?? "";
}

/** The places in the document that a rule comes from: `§4.5, table 1, row 2`; its own section first. */
export function referencesOf(id: string, anchors: Anchors): readonly string[] {
  return (anchors.rules.get(id) ?? []).map((anchor) => placeOf(anchor, anchors));
}

/** Where a statement stands: `§4.5, table 1, row 2`. */
export function placeOf(anchor: string, { statements }: Anchors): string {
  return `§${sectionOf(anchor)}, ${statements.get(anchor) ?? "unknown place"}`;
}
