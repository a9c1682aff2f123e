import { type Anchors, placeOf, referencesOf } from "../document/anchors.ts";
import type { DataFile } from "./catalogue.ts";
import { dataText } from "./data-text.ts";

/** Adds to each rule of the catalogue the places in the document from which it is derived. */
export function withReferences(data: readonly DataFile[], anchors: Anchors): readonly DataFile[] {
  return data.map((file) => {
    if (file.name !== "catalogue") return file;
    const entries = file.entries.map((rule) => ({
      ...rule,
      references: referencesOf(String(rule["id"]), anchors),
    }));
    return { ...file, entries };
  });
}

/** Each statement of the document, in its order: where it is, and what comes from it. */
export function anchorsFile(anchors: Anchors): string {
  const namedBy = (sources: Anchors["rules"]): ReadonlyMap<string, readonly string[]> => {
    const names = new Map<string, string[]>();
    for (const [id, from] of sources)
      for (const anchor of from) names.set(anchor, [...(names.get(anchor) ?? []), id]);
    return names;
  };
  const [rules, open] = [namedBy(anchors.rules), namedBy(anchors.open)];
  const statements = [...anchors.statements.keys()].map((anchor) => ({
    anchor,
    place: placeOf(anchor, anchors),
    rules: rules.get(anchor) ?? [],
    open: open.get(anchor) ?? [],
    nothing: anchors.nothing.get(anchor) ?? null,
  }));
  return dataText(statements);
}
