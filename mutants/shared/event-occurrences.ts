import type { Fault, Mutant } from "../mutant.ts";
import { alsoEmitting, notEmitting, type Step } from "./billing.ts";

/** An event that is missing at a step, or that a step emits in addition, under an id of its own. */
type Occurrence = Omit<Fault, "summary"> & { readonly summary?: string } & (
    { readonly missing: Step } | { readonly extra: Step }
  );

/** Mutants of when an event is emitted, one for each row. */
export function occurrenceMutants(event: string, rows: readonly Occurrence[]): readonly Mutant[] {
  return rows.map((row) =>
    "missing" in row
      ? {
          summary: `${event} is not reported at the step ${row.missing}.`,
          ...row,
          replace: (parts) => notEmitting(parts, event, row.missing),
        }
      : {
          summary: `${event} is reported at the step ${row.extra}, under an id of its own.`,
          ...row,
          replace: (parts) => alsoEmitting(parts, event, row.extra),
        },
  );
}
