import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Book, type Entry, Ledger } from "../../../emulator/kernel/ledger.ts";

const xaf: Book = { mode: "test", currency: "xaf" };
/** An entry that moves an amount from one account to another. */
const move = (from: string, to: string, moved: number, more: Partial<Entry> = {}): Entry => ({
  ...{ id: "entry", at: 0, kind: "move", ...xaf },
  lines: [
    { account: from, amount: -moved },
    { account: to, amount: moved },
  ],
  ...more,
});

/** A ledger of the same entries, which has its balances from them alone. */
function rebuilt(ledger: Ledger): Ledger {
  const again = new Ledger();
  again.restore(JSON.parse(JSON.stringify(ledger.image())) as ReturnType<typeof ledger.image>);
  return again;
}

describe("ledger", () => {
  it("keeps the trial balance and derives every balance from the entries", () => {
    const pot = fc.constantFrom("a", "b", "c", "d");
    const entry = fc.tuple(pot, pot, fc.integer({ min: 1, max: 1_000_000_000_000 }));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const ledger = new Ledger();
        for (const one of entries) {
          ledger.append([move(...one)]);
          ledger.assertTrialBalance();
        }
        expect(rebuilt(ledger).balances("")).toEqual(ledger.balances(""));
        const sum = ["a", "b", "c", "d"].reduce((total, name) => total + ledger.balance(name, xaf), 0);
        expect(sum).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it("refuses an unbalanced entry and books nothing of its batch", () => {
    const ledger = new Ledger();
    const good = move("a", "b", 5);
    const bad = { ...good, lines: [...good.lines, { account: "c", amount: 1 }] };
    expect(() => ledger.append([good, bad])).toThrow("out of balance by 1");
    expect(ledger.balance("b", xaf)).toBe(0);
    expect(ledger.entries("b")).toEqual([]);
  });

  it.each([0.5, Number.NaN, 2 ** 53])("refuses %s as an amount", (moved) => {
    expect(() => new Ledger().append([move("a", "b", moved)])).toThrow("whole francs");
  });

  it("keeps currencies and environments apart", () => {
    const ledger = new Ledger();
    ledger.append([move("a", "b", 5, { currency: "usd" })]);
    expect(ledger.balance("b", xaf)).toBe(0);
    expect(ledger.balance("b", { ...xaf, currency: "usd" })).toBe(5);
    expect(ledger.balance("b", { mode: "live", currency: "usd" })).toBe(0);
  });

  it("sums up old entries, and is the same after a restoration", () => {
    const ledger = new Ledger();
    let even = 0;
    for (let at = 1; at <= 60_000; at += 1) {
      ledger.append([move("outside", at % 2 === 0 ? "even" : "odd", at, { at })]);
      if (at % 2 === 0) even += at;
    }
    const kept = ledger.entries("even");
    expect(kept.length).toBeLessThanOrEqual(27_500);
    const shown = kept.reduce((sum, { at }) => sum + at, 0);
    expect(ledger.balance("even", xaf)).toBe(even);
    expect(ledger.openingBalance("even", xaf) + shown).toBe(even);
    ledger.assertTrialBalance();
    const again = rebuilt(ledger);
    expect(again.balances("")).toEqual(ledger.balances(""));
    expect(again.entries("even")).toEqual(kept);
  });
});
