import type { Presenter } from "../../emulator/areas/common/deciders.ts";
import type { PartChange, Replace } from "../mutant.ts";
import { withMember } from "./values.ts";
import { type Area, finding, recording, type Stored } from "../shared/creations.ts";
import { type FieldFaults, fieldFaults, kebab } from "./fields.ts";

/**
 * Mutants of the fields that one operation shows of a record. Conditions are on the record.
 * @param name of what is shown: "compliance file"
 * @param rules how the ids of its rules begin: "compliance/"
 * @param showing changes the operation's presenter
 */
export const shownFaults = <R>(
  name: string,
  rules: string,
  showing: (change: PartChange<Presenter<R>>) => Replace,
): FieldFaults<R> =>
  fieldFaults<R>({
    name,
    of: `a ${name}`,
    rules,
    change: (field, value) =>
      showing((presenter) => ({
        [field]: (record: R) => value(presenter[field]?.(record), record),
      })),
  });

/** Mutants of the fields of the records that an area stores. */
export const storedFaults = <A extends Area>(area: A, name: string): FieldFaults<Stored<A>> =>
  fieldFaults<Stored<A>>({
    name: `stored ${name}`,
    of: `a stored ${name}`,
    rules: `${kebab(area)}/`,
    change: (field, value) => recording(area, (record) => withMember(record, field, value)),
  });

/** Mutants of the fields of the records that an area's retrieval finds. */
export const foundFaults = <A extends Area>(area: A, name: string): FieldFaults<Stored<A>> =>
  fieldFaults<Stored<A>>({
    name: `found ${name}`,
    of: `a found ${name}`,
    rules: `${kebab(area)}/`,
    change: (field, value) => finding(area, (record) => withMember(record, field, value)),
  });

/** For `remembers`: what was first shown of a record, for as long as the emulator runs. */
export const asFirstRead = <R extends { readonly id: string }>(): [
  how: string,
  make: () => (usual: unknown, record: R) => unknown,
] => [
  "as it was first read",
  () => {
    const first = new Map<string, unknown>();
    return (usual, { id }) => {
      if (!first.has(id)) first.set(id, usual);
      return first.get(id);
    };
  },
];
