import type { Mutant } from "../mutant.ts";
import { as } from "../faults/values.ts";
import { created, fromPage, ofTrials, ofUnpaid } from "./parts.ts";

interface Item {
  readonly priceId: string;
  readonly quantity: number;
}

const eachItem = (words: string, change: (item: Item) => Item) =>
  as<unknown>(words, (items) => (items as readonly Item[]).map(change));

const none = as<unknown>("an empty list", () => []);
const one = eachItem("a list with the quantity 1", (item) => ({ ...item, quantity: 1 }));
const otherPrice = eachItem("a list with another price", (item) => ({
  ...item,
  priceId: `${item.priceId}0`,
}));

const firstQuantity = as<unknown>("a list with the quantity of the first item", (items) => {
  const all = items as readonly Item[];
  return all.map((item) => ({ ...item, quantity: all[0]?.quantity }));
});

export const mutants: readonly Mutant[] = [
  ...[ofUnpaid, ofTrials, fromPage].map((which) => created.gives("items", "has-the-items", none, which)),
  created.gives("items", "has-the-items", one),
  ...[ofUnpaid, ofTrials, fromPage].map((which) => created.gives("items", "has-the-items", one, which)),
  created.gives("items", "has-the-items", otherPrice),
  created.gives("items", "has-the-items", firstQuantity),
];
