import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";
import { objectsIn, rare } from "../shared/rare.ts";

const listing = (
  id: string,
  violates: RuleId,
  summary: string,
  when: (body: Body) => boolean,
  change: (body: Body) => void,
): Mutant => rare({ id, violates, summary, operation: "listAccountTransactions", when, change });

const hasMore = (body: Body): boolean => body["has_more"] === true;

/** Lists of transactions that are wrong where they are long (§2.10, §4.7). */
export const rareTransactionMutants: readonly Mutant[] = [
  listing(
    "transactions-with-a-cursor-when-more",
    "transactions/list-has-no-cursor",
    "A page that says more follow gives a cursor.",
    hasMore,
    (body) => (body["next_cursor"] = objectsIn(body, "data").at(-1)?.["id"]),
  ),
  listing(
    "transactions-say-yes-when-more",
    "transactions/list-has-more",
    "Where more follow, has_more says yes.",
    hasMore,
    (body) => (body["has_more"] = "yes"),
  ),
  listing(
    "transactions-without-fee-at-the-end",
    "transactions/entry-amount-fee",
    "On long pages the last entry lacks its fee.",
    (body) => objectsIn(body, "data").length > 2,
    (body) => delete objectsIn(body, "data").at(-1)?.["amount_fee"],
  ),
  listing(
    "transactions-in-uppercase-at-the-end",
    "transactions/entry-currency-lowercase",
    "On long pages the currency of the last entry is in capital letters.",
    (body) => objectsIn(body, "data").length > 2,
    (body) => {
      const last = objectsIn(body, "data").at(-1);
      if (last !== undefined) last["currency"] = String(last["currency"]).toUpperCase();
    },
  ),
];
