import { connectPart } from "../mutants/connect/parts.ts";
import { inOrder, named, perEmulator } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";

/** Other choices at the open points in `spec/areas/transactions.yaml`. */
export const variants = named<Variant>({
  "movements-in-other-words": {
    openPoints: ["transaction-entry-values"],
    what: "Transactions have another `object`, unsigned amounts, and calendar dates",
    replace: answering(["listAccountTransactions"], 200, (body) => {
      const { data } = body;
      if (!Array.isArray(data)) return;
      for (const entry of data.filter(isObject)) {
        entry["type"] = String(entry["type"]).toUpperCase();
        entry["object"] = "ledger_movement";
        entry["amount"] = Math.abs(Number(entry["amount"]));
        for (const name of ["created_at", "available_at", "matured_at"])
          if (typeof entry[name] === "string") entry[name] = entry[name].slice(0, 10);
      }
    }),
  },
  "lists-end-with-their-last-page": {
    openPoints: ["transaction-list-parameters", "vendor-list-cursor"],
    what: "A page after the last one repeats the last page; the last page of vendors has a cursor",
    replace: inOrder(
      connectPart("listTransactions", ({ page }) => ({
        page: (all, number, size) =>
          page(all, Math.min(number, Math.max(1, Math.ceil(all.length / size))), size),
      })),
      connectPart("listAccounts", ({ page }) => ({
        page: (all, after, size) =>
          after >= all.length - 1 && all.length > 0
            ? { entries: all.slice(-1), more: false }
            : page(all, after, size),
        cursor: ({ entries }) => entries.at(-1)?.id ?? null,
      })),
    ),
  },
  "transactions-in-numbers": {
    openPoints: ["transaction-entry-values"],
    what: "Transactions have numbers as ids, and seconds since 1970 as dates",
    replace: perEmulator(() => {
      const numbers = new Map<unknown, number>();
      return answering(["listAccountTransactions"], 200, (body) => {
        const { data } = body;
        for (const entry of Array.isArray(data) ? data.filter(isObject) : []) {
          const number = numbers.get(entry["id"]) ?? numbers.size + 1;
          numbers.set(entry["id"], number);
          entry["id"] = number;
          for (const name of ["created_at", "available_at", "matured_at"])
            if (typeof entry[name] === "string") entry[name] = Date.parse(entry[name]) / 1_000;
        }
      });
    }),
  },
});
