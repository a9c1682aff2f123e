/** Values of `limit` or `page`, as text of the query, for which the document shows no answer: for observation. */
export const UNDOCUMENTED_PAGE_VALUES: readonly string[] = [
  "101",
  "0",
  "-1",
  "ten",
  "",
  "1.5",
  "1e2",
  "999999999",
];
