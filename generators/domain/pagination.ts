import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/** The query of a list by pages (§4.4); an absent value takes its documented default. */
export interface PageQuery {
  readonly limit?: number;
  readonly page?: number;
}

/** Documented queries: a limit from 1 to 100, a page from 1 (§8). Shrinks towards the empty query. */
export function pageQueries(
  options: { readonly pages?: number; readonly limit?: number } = {},
): Classified<PageQuery> {
  const { pages = 5, limit = 100 } = options;
  const values: fc.Arbitrary<PageQuery> = fc.record(
    {
      limit: fc.oneof(fc.integer({ min: 1, max: limit }), fc.constantFrom(1, limit)),
      page: fc.integer({ min: 1, max: pages }),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  return classified(values, {
    "default limit": (query) => query.limit === undefined,
    "default page": (query) => query.page === undefined,
    "least limit": (query) => query.limit === 1,
    "greatest limit": (query) => query.limit === limit,
    "later page": (query) => (query.page ?? 1) > 1,
  });
}

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
