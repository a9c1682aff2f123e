import Table from "cli-table3";

type Row = readonly (string | number)[];

const STYLE = { head: [], border: [], compact: true };

/** A table of numbers below the names in its first column. */
export function numberTable(head: readonly string[], rows: readonly Row[]): string {
  const colAligns = head.map((_title, index) => (index === 0 ? "left" : "right"));
  return tableOf({ head: [...head], colAligns, style: STYLE }, rows);
}

/** A table whose last column is text, which is wrapped. */
export function textTable(head: readonly string[], rows: readonly Row[]): string {
  const colWidths = [...head.slice(1).map(() => null), 80];
  return tableOf({ head: [...head], colWidths, wordWrap: true, style: STYLE }, rows);
}

function tableOf(options: Table.TableConstructorOptions, rows: readonly Row[]): string {
  const table = new Table(options);
  for (const row of rows) table.push([...row]);
  return table.toString();
}
