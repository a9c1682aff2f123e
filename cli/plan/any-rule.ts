import type { CatalogueRule } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";

/** A stand-in for commands that use what a check is given without judging anything. */
export function anyRule(id: string): CatalogueRule {
  const [rule] = catalogue;
  if (rule === undefined) throw new Error("the catalogue is empty");
  return { ...rule, id, needs: [] };
}
