import type { Mutant } from "./mutant.ts";

export type Named = Readonly<Record<string, Omit<Mutant, "id">>>;

/** The mutants with their ids, in the order in which they are written. */
export const named = (mutants: Named): readonly Mutant[] =>
  Object.entries(mutants).map(([id, mutant]) => ({ ...mutant, id }));

/** Mutants of a family, each with an id of its own, to spread among named ones. */
export const byId = (mutants: readonly Mutant[]): Named =>
  Object.fromEntries(mutants.map((mutant) => [mutant.id, mutant]));

/** Mutants that differ in one thing, by their ids. */
export const family = <Row>(
  rows: Readonly<Record<string, Row>>,
  mutant: (row: Row) => Omit<Mutant, "id">,
): Named => Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, mutant(row)]));
