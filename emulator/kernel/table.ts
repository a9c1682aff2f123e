/** A stored record. Its id is unique within its table. */
export interface Row {
  readonly id: string;
}

/** Reads the value by which an index finds a record; `undefined` excludes the record. */
export type IndexKey<R> = (record: R) => string | undefined;

/** A typed handle to a table of the state. */
export interface Table<R extends Row> {
  readonly name: string;
  readonly indexes: Readonly<Record<string, IndexKey<R>>>;
  /** The id under which a record is kept outside of this process. */
  readonly keptId: (id: string) => string;
}

/** One change of one record, as data. */
export type Write =
  | { readonly do: "put"; readonly table: Table<Row>; readonly record: Row }
  | { readonly do: "remove"; readonly table: Table<Row>; readonly id: string };

const declared = new Map<string, Table<Row>>();

/** Declares a table. Its name is unique in the emulator. `state.find` searches by its indexes. `keptId` hides ids that are credentials. */
export function table<R extends Row>(
  name: string,
  indexes: Record<string, IndexKey<R>> = {},
  keptId: (id: string) => string = (id) => id,
): Table<R> {
  const made = { name, indexes, keptId };
  declared.set(name, made as unknown as Table<Row>);
  return made;
}

/** The declared table of that name. @throws Error if there is none */
export function tableNamed(name: string): Table<Row> {
  const found = declared.get(name);
  if (found === undefined) throw new Error(`No table is called ${name}`);
  return found;
}

/** The write that stores a record, or replaces the one with its id. */
export function put<R extends Row>(into: Table<R>, record: R): Write {
  return { do: "put", table: into as unknown as Table<Row>, record };
}

/** The write that deletes a record, if there is one with that id. */
export function remove<R extends Row>(from: Table<R>, id: string): Write {
  return { do: "remove", table: from as unknown as Table<Row>, id };
}
