import { json, only } from "../../kernel/answers.ts";
import type { Context, Decide } from "../../kernel/types.ts";
import { type Presenter, present } from "./present.ts";

/** The replaceable parts of an operation that lists objects without pages. */
export interface ListingParts<R> {
  /** The listed objects, in order. */
  select: (context: Context) => readonly R[];
  presenter: Presenter<R>;
}

/** Decides an operation that lists objects, with the body `{ data: […] }`. */
export function deciderOfListing<R>(parts: ListingParts<R>): Decide {
  return (context) =>
    only(json(200, { data: parts.select(context).map((record) => present(parts.presenter, record)) }));
}
