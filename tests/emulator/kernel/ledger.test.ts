import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Book, type Entry, Ledger } from "../../../emulator/kernel/ledger.ts";

const xaf: Book = { mode: "test", currency: "xaf" };
const amount = fc.integer({ min: 1, max: 1_000_000_000_000 });
const pot = fc.constantFrom("a", "b", "c", "d");
const entry = fc.record({ from: pot, to: pot, amount }).map(({ from, to, amount: moved }): Entry => ({
  id: "entry",
  at: 0,
  kind: "move",
  mode: "test",
  currency: "xaf",
  lines: [
    { account: from, amount: -moved },
    { account: to, amount: moved },
  ],
}));

describe("ledger", () => {
  it("keeps the trial balance and derives every balance from the entries", () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const ledger = new Ledger();
        for (const one of entries) {
          ledger.append([one]);
          ledger.assertTrialBalance();
        }
        ledger.assertDerived();
        const sum = ["a", "b", "c", "d"].reduce((total, name) => total + ledger.balance(name, xaf), 0);
        expect(sum).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it("refuses an unbalanced entry and books nothing of its batch", () => {
    const ledger = new Ledger();
    const good: Entry = {
      id: "1",
      at: 0,
      kind: "move",
      mode: "test",
      currency: "xaf",
      lines: [
        { account: "a", amount: -5 },
        { account: "b", amount: 5 },
      ],
    };
    const bad: Entry = { ...good, id: "2", lines: [...good.lines, { account: "c", amount: 1 }] };
    expect(() => ledger.append([good, bad])).toThrow("out of balance by 1");
    expect(ledger.balance("b", xaf)).toBe(0);
    expect(ledger.entries("b")).toEqual([]);
  });

  it.each([0.5, Number.NaN, 2 ** 53])("refuses %s as an amount", (moved) => {
    const lines = [
      { account: "a", amount: -moved },
      { account: "b", amount: moved },
    ];
    expect(() =>
      new Ledger().append([{ id: "1", at: 0, kind: "move", mode: "test", currency: "xaf", lines }]),
    ).toThrow("whole francs");
  });

  it("keeps currencies and environments apart", () => {
    const ledger = new Ledger();
    const lines = [
      { account: "a", amount: -5 },
      { account: "b", amount: 5 },
    ];
    ledger.append([{ id: "1", at: 0, kind: "move", mode: "test", currency: "usd", lines }]);
    expect(ledger.balance("b", xaf)).toBe(0);
    expect(ledger.balance("b", { ...xaf, currency: "usd" })).toBe(5);
    expect(ledger.balance("b", { mode: "live", currency: "usd" })).toBe(0);
  });
});

it("sums up old entries, and is the same after a restoration", () => {
  const ledger = new Ledger();
  const of = (id: number) => ({
    ...({ id: `entry_${id}`, at: id, kind: "payment", mode: "test", currency: "xaf" } as const),
    lines: [
      { account: "outside", amount: -id },
      { account: id % 2 === 0 ? "even" : "odd", amount: id },
    ],
  });
  const book = { mode: "test", currency: "xaf" } as const;
  let even = 0;
  for (let id = 1; id <= 60_000; id += 1) {
    ledger.append([of(id)]);
    if (id % 2 === 0) even += id;
  }
  const kept = ledger.entries("even");
  expect(kept.length).toBeLessThanOrEqual(27_500);
  const shown = kept.reduce((sum, { at }) => sum + at, 0);
  expect(ledger.balance("even", book)).toBe(even);
  expect(ledger.openingBalance("even", book) + shown).toBe(even);
  ledger.assertTrialBalance();
  ledger.assertDerived();
  const again = new Ledger();
  again.restore(JSON.parse(JSON.stringify(ledger.image())) as ReturnType<typeof ledger.image>);
  again.assertDerived();
  expect(again.balances("")).toEqual(ledger.balances(""));
  expect(again.entries("even")).toEqual(kept);
});
