import type { Fault } from "../mutant.ts";
import type { Named } from "../named.ts";
import { alsoEmitting, notEmitting, type Step } from "./billing.ts";

/** An event that is missing at a step, or an additional one with its own id. */
type Occurrence = Omit<Fault, "id" | "summary"> & { readonly summary?: string } & (
    { readonly missing: Step } | { readonly extra: Step }
  );

/** Mutants that emit an event at the wrong step, or not at all, by their ids. */
export const occurrenceMutants = (event: string, rows: Readonly<Record<string, Occurrence>>): Named =>
  Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, mutantOf(event, row)]));

const mutantOf = (event: string, row: Occurrence): Named[string] =>
  "missing" in row
    ? {
        summary: `${event} is not emitted at the step ${row.missing}.`,
        ...row,
        replace: notEmitting(event, row.missing),
      }
    : {
        summary: `${event} is also emitted at the step ${row.extra}, with its own id.`,
        ...row,
        replace: alsoEmitting(event, row.extra),
      };
