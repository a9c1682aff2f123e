import { transactions } from "../../emulator/areas/connect/transactions.ts";
import { connectPart } from "../connect/parts.ts";
import { treating } from "../faults/exchange.ts";
import { named } from "../mutant.ts";

export const mutants = named({
  "transactions-of-the-vendor-in-the-query": {
    violates: ["transactions/vendors-do-not-share"],
    summary: "The list is of the vendor that its query names.",
    wrap: treating("listAccountTransactions", () => ({ url, forward }) => {
      const named = url.searchParams.get("account");
      return forward(named === null ? undefined : { url: new URL(url.href.replace(/acct_\w+/, named)) });
    }),
  },
  "transactions-skip-one-at-page-borders": {
    violates: ["transactions/pages-are-complete"],
    summary: "Later pages skip their first transaction.",
    replace: connectPart("listTransactions", () => ({
      page: (all, number, size) => ({
        entries: all.slice((number - 1) * size + (number === 1 ? 0 : 1), number * size),
        more: number * size < all.length,
      }),
    })),
  },
  "transactions-lack-the-oldest": {
    violates: ["transactions/pages-are-complete"],
    summary: "The oldest transaction is on no page once there are ten.",
    replace: connectPart("listTransactions", ({ all }) => ({
      all: (input) => {
        const list = all(input);
        return list.length < 10 ? list : list.slice(0, -1);
      },
    })),
  },
  "transactions-lack-a-last-page-of-one": {
    violates: ["transactions/pages-are-complete"],
    summary:
      "A transaction that would be alone on the last page is on none, and the page before is the last.",
    replace: connectPart("listTransactions", ({ page }) => ({
      page: (all, number, size) =>
        page(all.length > size && all.length % size === 1 ? all.slice(0, -1) : all, number, size),
    })),
  },
  "transactions-of-all-vendors": {
    violates: ["transactions/vendors-do-not-share"],
    summary: "The list contains the transactions of all vendors.",
    replace: connectPart("listTransactions", () => ({
      all: ({ state, command }) =>
        state
          .all(transactions)
          .filter(({ mode }) => mode === command.caller.mode)
          .toReversed(),
    })),
  },
  "transactions-of-others-without-own-ones": {
    violates: ["transactions/vendors-do-not-share"],
    summary: "A vendor without transactions lists those of all vendors.",
    replace: connectPart("listTransactions", ({ all }) => ({
      all: (input) => {
        const own = all(input);
        const { mode } = input.command.caller;
        return own.length > 0 ? own : input.state.all(transactions).filter((one) => one.mode === mode);
      },
    })),
  },
  "transactions-of-all-vendors-after-page-one": {
    violates: ["transactions/vendors-do-not-share"],
    summary: "From the second page on, the list contains the transactions of all vendors.",
    replace: connectPart("listTransactions", ({ all }) => ({
      all: (input) => {
        const { state, command } = input;
        const own = all(input);
        if (Number(command.query["page"]?.[0] ?? 1) < 2) return own;
        const others = state
          .all(transactions)
          .filter((one) => one.mode === command.caller.mode && !own.includes(one));
        return [...own, ...others];
      },
    })),
  },
  "transactions-repeat-at-page-borders": {
    violates: ["transactions/pages-do-not-repeat"],
    summary: "A page begins with the last transaction of the page before.",
    replace: connectPart("listTransactions", () => ({
      page: (all, number, size) => ({
        entries: all.slice(Math.max(0, (number - 1) * size - 1), number * size),
        more: number * size < all.length,
      }),
    })),
  },
  "transactions-repeat-on-page-three": {
    violates: ["transactions/pages-do-not-repeat"],
    summary: "The third page begins with the last transaction of the second.",
    replace: connectPart("listTransactions", ({ page }) => ({
      page: (all, number, size) =>
        number === 3
          ? { entries: all.slice((number - 1) * size - 1, number * size), more: number * size < all.length }
          : page(all, number, size),
    })),
  },
  "transactions-more-after-the-last-full-page": {
    violates: ["transactions/has-more-is-truthful"],
    summary: "The last full page has has_more true.",
    replace: connectPart("listTransactions", () => ({
      page: (all, number, size) => ({
        entries: all.slice((number - 1) * size, number * size),
        more: number * size <= all.length,
      }),
    })),
  },
  "transactions-no-more-before-the-last-one": {
    violates: ["transactions/has-more-is-truthful"],
    summary: "A page after which exactly one transaction follows has has_more false.",
    replace: connectPart("listTransactions", ({ page }) => ({
      page: (all, number, size) => ({ ...page(all, number, size), more: number * size < all.length - 1 }),
    })),
  },
  "transactions-more-without-end": {
    violates: ["transactions/has-more-is-truthful"],
    summary: "Every page from the second on has has_more true.",
    replace: connectPart("listTransactions", ({ page }) => ({
      page: (all, number, size) => ({ ...page(all, number, size), ...(number > 1 ? { more: true } : {}) }),
    })),
  },
  "transactions-no-more-after-page-two": {
    violates: ["transactions/has-more-is-truthful"],
    summary: "The second page never has has_more true.",
    replace: connectPart("listTransactions", ({ page }) => ({
      page: (all, number, size) => ({ ...page(all, number, size), ...(number === 2 ? { more: false } : {}) }),
    })),
  },
});
