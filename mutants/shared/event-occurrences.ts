import type { Fault } from "../mutant.ts";
import type { Named } from "../named.ts";
import { alsoEmitting, notEmitting, type Step } from "./billing.ts";

/** An event that is missing at a step, or that a step emits in addition, under an id of its own. */
type Occurrence = Omit<Fault, "id" | "summary"> & { readonly summary?: string } & (
    { readonly missing: Step } | { readonly extra: Step }
  );

/** Mutants of when an event is emitted, by their ids. */
export const occurrenceMutants = (event: string, rows: Readonly<Record<string, Occurrence>>): Named =>
  Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, mutantOf(event, row)]));

const mutantOf = (event: string, row: Occurrence): Named[string] =>
  "missing" in row
    ? {
        summary: `${event} is not reported at the step ${row.missing}.`,
        ...row,
        replace: notEmitting(event, row.missing),
      }
    : {
        summary: `${event} is reported at the step ${row.extra}, under an id of its own.`,
        ...row,
        replace: alsoEmitting(event, row.extra),
      };
