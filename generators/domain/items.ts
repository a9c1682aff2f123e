import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";
import { isUnicode, texts } from "./text.ts";

/** One line of a checkout session's basket (§2.2): `price` is a whole number of francs for one piece. */
export interface CheckoutItem {
  readonly productId: string;
  readonly productName: string;
  readonly quantity: number;
  readonly price: number;
}

/** Baskets of at least one line. Shrinks towards one piece of one product at 100 francs. */
export function checkoutItems(options: { readonly maxLines?: number } = {}): Classified<CheckoutItem[]> {
  const { maxLines = 5 } = options;
  const line: fc.Arbitrary<CheckoutItem> = fc.record(
    {
      productId: fc.integer({ min: 1, max: 99_999 }).map((n) => `sku-${n}`),
      productName: texts({ max: 40 }),
      quantity: fc.integer({ min: 1, max: 20 }),
      price: fc.integer({ min: 100, max: 50_000 }),
    },
    { noNullPrototype: true },
  );
  return classified(fc.array(line, { minLength: 1, maxLength: maxLines, size: "max" }), {
    "one line": (items) => items.length === 1,
    "several lines": (items) => items.length > 1,
    "several pieces": (items) => items.some((item) => item.quantity > 1),
    "unicode product": (items) => items.some((item) => isUnicode(item.productName)),
  });
}

/** What a basket costs in whole francs. */
export function totalOf(items: readonly CheckoutItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity * item.price, 0);
}
