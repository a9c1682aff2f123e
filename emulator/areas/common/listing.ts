import { json, only } from "../../kernel/answers.ts";
import type { Context, Decide } from "../../kernel/types.ts";
import { type Presenter, present } from "./present.ts";

/** The replaceable parts of an operation that lists objects in one page. */
export interface ListingParts<R> {
  /** What is listed, in the order of the list. */
  select: (context: Context) => readonly R[];
  presenter: Presenter<R>;
}

/** The decision of an operation that lists objects: `{data: […]}`. */
export function deciderOfListing<R>(parts: ListingParts<R>): Decide {
  return (context) =>
    only(json(200, { data: parts.select(context).map((record) => present(parts.presenter, record)) }));
}
