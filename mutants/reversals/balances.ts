import type { Parts } from "../../emulator/index.ts";
import { connectPart } from "../connect/parts.ts";
import { named, type Replace } from "../mutant.ts";

const drawing = (
  split: (usual: Parts["connect"]["draws"]["split"]) => Parts["connect"]["draws"]["split"],
): Replace =>
  connectPart("draws", (draws) => ({
    split: split(draws.split),
  }));

export const mutants = named({
  "reversal-draws-a-franc-less": {
    violates: ["reversals/vendor-returns-reported-amount"],
    summary: "The vendor returns one franc less than reported.",
    replace: drawing((usual) => (held, amount) => usual(held, amount - 1)),
  },
  "reversal-draws-coins": {
    violates: ["reversals/vendor-returns-reported-amount"],
    summary: "The amount that the vendor returns is rounded down to a multiple of five francs.",
    replace: drawing((usual) => (held, amount) => usual(held, Math.floor(amount / 5) * 5)),
  },
  "reversal-draws-available-first": {
    violates: ["reversals/pending-drawn-first"],
    summary: "A reversal draws on the available balance first.",
    replace: drawing(() => ({ available }, amount) => {
      const first = Math.min(available, amount);
      return { pending: amount - first, available: first };
    }),
  },
  "reversal-of-all-that-is-pending-draws-available": {
    violates: ["reversals/pending-drawn-first"],
    summary: "A reversal of exactly the pending balance draws on the available balance.",
    replace: drawing(
      (usual) => (held, amount) =>
        amount === held.pending && amount <= held.available
          ? { pending: 0, available: amount }
          : usual(held, amount),
    ),
  },
  "reversal-draws-one-balance-only": {
    violates: ["reversals/available-drawn-second"],
    summary: "A reversal beyond the pending balance is drawn from the available balance only.",
    replace: drawing(
      (usual) => (held, amount) =>
        amount > held.pending && amount <= held.available
          ? { pending: 0, available: amount }
          : usual(held, amount),
    ),
  },
  "reversal-paid-by-one-balance": {
    violates: ["reversals/available-drawn-second"],
    summary: "A vendor cannot return what neither of its balances covers by itself.",
    replace: connectPart("draws", () => ({
      reach: ({ pending, available }) => Math.max(pending, available),
    })),
  },
  "reversal-of-both-blocked-by-pending-funds": {
    violates: ["reversals/available-drawn-second"],
    summary: "A vendor with pending funds cannot return more than these.",
    replace: connectPart("draws", () => ({
      reach: ({ pending, available }) => (pending > 0 ? pending : available),
    })),
  },
});
