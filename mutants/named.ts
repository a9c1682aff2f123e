import type { Mutant } from "./mutant.ts";

export type Named<Entry extends { readonly id: string } = Mutant> = Readonly<
  Record<string, Omit<Entry, "id">>
>;

/** Mutants, or variants (`named<Variant>`), with their ids, in source order. */
export const named = <Entry extends { readonly id: string } = Mutant>(
  entries: Named<Entry>,
): readonly Entry[] => Object.entries(entries).map(([id, entry]) => ({ ...entry, id }) as unknown as Entry);

/** Mutants by their ids, to be spread among named ones. */
export const byId = (mutants: readonly Mutant[]): Named =>
  Object.fromEntries(mutants.map((mutant) => [mutant.id, mutant]));

/** Mutants that differ in one value, by their ids. */
export const family = <Row>(
  rows: Readonly<Record<string, Row>>,
  mutant: (row: Row) => Omit<Mutant, "id">,
): Named => Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, mutant(row)]));

/** The mutant, if a rule about everything that is seen must catch it, too. */
export const alsoViolating = (mutant: Mutant, ...rules: Mutant["violates"]): Mutant => ({
  ...mutant,
  violates: [...mutant.violates, ...rules],
});
