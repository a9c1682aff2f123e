import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { SourceFault } from "../generate/sources.ts";

/** What one unit of the document became. */
interface Anchored {
  /** Rule ids, or patterns with `*`. */
  readonly rules: readonly string[];
  /** Ids of the ambiguity register. */
  readonly open: readonly string[];
  readonly nothing: string | null;
}

export interface Anchors {
  readonly anchors: ReadonlyMap<string, Anchored>;
  /** Statements that differ from one another, with the register entry that says so. */
  readonly pairs: readonly { readonly between: readonly string[]; readonly open: string }[];
}

interface Written {
  readonly anchors: Readonly<
    Record<string, { rules?: string[]; open?: string[]; "nothing-checkable"?: string }>
  >;
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
  const { anchors, pairs } = written as Written;
  return {
    anchors: new Map(
      Object.entries(anchors).map(([anchor, entry]) => [
        anchor,
        { rules: entry.rules ?? [], open: entry.open ?? [], nothing: entry["nothing-checkable"] ?? null },
      ]),
    ),
    pairs,
  };
}

/** Ids that an id or a pattern stands for; `*` stands for any characters but a slash. */
export function expand(pattern: string, ids: readonly string[]): readonly string[] {
  if (!pattern.includes("*")) return ids.includes(pattern) ? [pattern] : [];
  const parts = pattern.split("*").map((part) => part.replace(/[^a-z0-9/-]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join("[^/]*")}$`);
  return ids.filter((id) => expression.test(id));
}
