import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { liesAbout } from "../connect/lies.ts";
import type { Mutant } from "../mutant.ts";
import { rareTransactionMutants } from "./rare.ts";

const { plain, subtle } = liesAbout("listTransactions");

/** Lists of transactions with one thing wrong (§4.7). */
export const transactionMutants: readonly Mutant[] = [
  plain(
    "transactions-skip-one-at-page-borders",
    "transactions/pages-are-complete",
    "Later pages skip their first transaction.",
    () => ({
      page: (all, number, size) => ({
        entries: all.slice((number - 1) * size + (number === 1 ? 0 : 1), number * size),
        more: number * size < all.length,
      }),
    }),
  ),
  subtle(
    "transactions-lack-the-oldest",
    "transactions/pages-are-complete",
    "The oldest transaction is on no page once there are ten.",
    ({ all }) => ({
      all: (input) => {
        const list = all(input);
        return list.length < 10 ? list : list.slice(0, -1);
      },
    }),
  ),
  plain(
    "transactions-of-all-vendors",
    "transactions/vendors-do-not-share",
    "The list holds the transactions of all vendors.",
    () => ({
      all: ({ state, command }) =>
        state
          .all(transactions)
          .filter(({ mode }) => mode === command.caller.mode)
          .toReversed(),
    }),
  ),
  plain(
    "transactions-repeat-at-page-borders",
    "transactions/pages-do-not-repeat",
    "A page begins with the last transaction of the page before.",
    () => ({
      page: (all, number, size) => ({
        entries: all.slice(Math.max(0, (number - 1) * size - 1), number * size),
        more: number * size < all.length,
      }),
    }),
  ),
  subtle(
    "transactions-repeat-on-page-three",
    "transactions/pages-do-not-repeat",
    "The third page begins with the last transaction of the second.",
    ({ page }) => ({
      page: (all, number, size) =>
        number === 3
          ? { entries: all.slice((number - 1) * size - 1, number * size), more: number * size < all.length }
          : page(all, number, size),
    }),
  ),
  plain(
    "transactions-more-after-the-last-full-page",
    "transactions/has-more-is-truthful",
    "The last full page says that more follow.",
    () => ({
      page: (all, number, size) => ({
        entries: all.slice((number - 1) * size, number * size),
        more: number * size <= all.length,
      }),
    }),
  ),
  subtle(
    "transactions-no-more-after-page-two",
    "transactions/has-more-is-truthful",
    "The second page never says that more follow.",
    ({ page }) => ({
      page: (all, number, size) => ({ ...page(all, number, size), ...(number === 2 ? { more: false } : {}) }),
    }),
  ),
  ...rareTransactionMutants,
];
