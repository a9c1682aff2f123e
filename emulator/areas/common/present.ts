/** How a record is shown: a function for each field of the answer. A field that is `undefined` is omitted. */
export type Presenter<R> = Record<string, (record: R) => unknown>;

/** Shows a record. */
export function present<R>(presenter: Presenter<R>, record: R): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of Object.keys(presenter)) {
    const value = presenter[field]?.(record);
    if (value !== undefined) shown[field] = value;
  }
  return shown;
}
