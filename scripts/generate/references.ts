import { type Anchors, referencesOf } from "../document/anchors.ts";
import type { DataFile } from "./catalogue.ts";

/** The catalogue with the places of the document that each rule comes from. */
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
