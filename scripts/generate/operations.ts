import { type Entry, readChecked, SourceFault } from "./sources.ts";

const FILE = "spec/operations.yaml";

/** The words that replace braces in ids and sentences. `needs` and `operationArea` apply to all rules of the row. */
export interface Row {
  readonly needs?: readonly string[];
  readonly operationArea?: string;
  /** What is special of the request that the rule is about. */
  readonly body?: Entry;
  readonly query?: Entry;
  readonly [word: string]: string | readonly string[] | Entry | undefined;
}

/** Which operations are the rows of a family: those whose keys an area guards, or those with a column, whose words and needs come first. */
export interface Selection {
  readonly guards?: string;
  readonly with?: string;
  /** The needs of rows whose column names none. */
  readonly needs?: readonly string[];
  /** Rows for which there is no rule. */
  readonly except?: readonly string[];
}

/** What the families need to know of each operation, by its id or the name of its port. */
export type Operations = Readonly<Record<string, Entry>>;

/** @throws SourceFault that names every fault of the file */
export function readOperations(root: string): Operations {
  return readChecked<Operations>(root, FILE, { schema: "operations" }).value;
}

/** What is known of each resource. @throws SourceFault that names every fault of the file */
export function readResources(root: string): Entry {
  return readChecked<Entry>(root, "spec/resources.yaml", { schema: "resources" }).value;
}

/** What a selection finds, and what its `except` names without effect. */
interface Selected {
  readonly rows: Readonly<Record<string, Row>>;
  readonly unknown: readonly string[];
}

/** The rows of a family in an area. */
export function rowsOf(
  operations: Operations,
  area: string,
  { guards, with: column, needs, except = [] }: Selection,
): Selected {
  const selected = Object.values(operations).filter(
    (operation) =>
      (guards === undefined || operation["guards"] === guards) &&
      (column === undefined || operation[column] !== undefined),
  );
  const rows = selected.map((operation) => {
    const { row, Act, needs: own } = operation;
    const special = column === undefined ? { needs: own } : { needs, ...(operation[column] as Entry) };
    const operationArea = operation["area"] === area ? undefined : operation["area"];
    return { row, Act, ...special, operationArea } as Row & { readonly row: string };
  });
  return {
    rows: Object.fromEntries(
      rows.filter(({ row }) => !except.includes(row)).map(({ row, ...others }) => [row, others]),
    ),
    unknown: except.filter((name) => rows.every(({ row }) => row !== name)),
  };
}

/** @throws SourceFault if an operation of the contract has no row, so that no family would have a rule for it */
export function requireEach(operations: Operations, ids: readonly string[]): void {
  const missing = ids.filter((id) => operations[id] === undefined);
  if (missing.length > 0) throw new SourceFault(`${FILE}: no row for ${missing.join(", ")}`);
}
