import type { Fault, Mutant } from "../mutant.ts";
import { type Body, changesSuccess, objectsIn } from "../shared/answers.ts";

const listing = (fault: Fault, when: (body: Body) => boolean, change: (body: Body) => void): Mutant =>
  changesSuccess({ ...fault, when, subtle: true }, "listAccountTransactions", change);

const hasMore = (body: Body): boolean => body["has_more"] === true;

/** Mutants that break a passive rule in some answers only. */
export const transactionsPassiveMutants: readonly Mutant[] = [
  listing(
    {
      id: "transactions-with-a-cursor-when-more",
      violates: "transactions/list-has-no-cursor",
      summary: "A page with has_more true has a cursor.",
    },
    hasMore,
    (body) => (body["next_cursor"] = objectsIn(body, "data").at(-1)?.["id"]),
  ),
  listing(
    {
      id: "transactions-say-yes-when-more",
      violates: "transactions/list-has-more",
      summary: "has_more is `yes` instead of true.",
    },
    hasMore,
    (body) => (body["has_more"] = "yes"),
  ),
  listing(
    {
      id: "transactions-without-fee-at-the-end",
      violates: "transactions/entry-amount-fee",
      summary: "On long pages the last entry lacks its fee.",
    },
    (body) => objectsIn(body, "data").length > 2,
    (body) => delete objectsIn(body, "data").at(-1)?.["amount_fee"],
  ),
  listing(
    {
      id: "transactions-in-uppercase-at-the-end",
      violates: "transactions/entry-currency-lowercase",
      summary: "On long pages the currency of the last entry is in uppercase.",
    },
    (body) => objectsIn(body, "data").length > 2,
    (body) => {
      const last = objectsIn(body, "data").at(-1);
      if (last !== undefined) last["currency"] = String(last["currency"]).toUpperCase();
    },
  ),
];
