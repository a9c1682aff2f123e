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

/** The anchor of the statement at each place from which a rule is derived. With it, a run finds the statement in the user's copy. */
export function placesFile(anchors: Anchors): string {
  const used = new Set([...anchors.rules.values()].flat());
  const places = [...used].sort().map((anchor) => [placeOf(anchor, anchors), anchor]);
  return dataText(Object.fromEntries(places));
}
