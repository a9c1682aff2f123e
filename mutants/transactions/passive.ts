import { named, type Replace } from "../mutant.ts";
import { type Body, changingSuccess, objectsIn } from "../shared/answers.ts";

const listing = (when: (body: Body) => boolean, change: (body: Body) => void): Replace =>
  changingSuccess("listAccountTransactions", change, when);

const hasMore = (body: Body): boolean => body["has_more"] === true;

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "transactions-with-a-cursor-when-more": {
    violates: ["transactions/list-has-no-cursor"],
    summary: "A page with has_more true has a cursor.",
    replace: listing(hasMore, (body) => (body["next_cursor"] = objectsIn(body, "data").at(-1)?.["id"])),
  },
  "transactions-say-yes-when-more": {
    violates: ["transactions/list-has-more"],
    summary: "has_more is `yes` instead of true.",
    replace: listing(hasMore, (body) => (body["has_more"] = "yes")),
  },
  "transactions-without-fee-at-the-end": {
    violates: ["transactions/entry-amount-fee"],
    summary: "On long pages the last entry lacks its fee.",
    replace: listing(
      (body) => objectsIn(body, "data").length > 2,
      (body) => delete objectsIn(body, "data").at(-1)?.["amount_fee"],
    ),
  },
  "transactions-in-uppercase-at-the-end": {
    violates: ["transactions/entry-currency-lowercase"],
    summary: "On long pages the currency of the last entry is in uppercase.",
    replace: listing(
      (body) => objectsIn(body, "data").length > 2,
      (body) => {
        const last = objectsIn(body, "data").at(-1);
        if (last !== undefined) last["currency"] = String(last["currency"]).toUpperCase();
      },
    ),
  },
});
