import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";
import { amounts, type Bounds } from "../domain/money.ts";

/** Concurrent reversals of one allocation that together exceed it. */
export interface ReversalRace {
  /** The amount to allocate, whole francs. */
  readonly allocate: number;
  /** The amount to reverse beforehand, in percent of what the vendor received; 0 for none. */
  readonly before: number;
  /** The amount of each concurrent request, in percent of the remainder. 100 is the cap; null omits the amount. */
  readonly together: readonly (number | null)[];
}

/** The most concurrent requests. @internal */
export const WIDTH = 6;

/** Races at the cap (§2.6): at least two requests, which cannot all succeed. Shrinks towards two requests for the full amount. */
export function reversalRaces(allocated: Bounds): Classified<ReversalRace> {
  const whole = fc
    .integer({ min: 2, max: WIDTH })
    .map((count): (number | null)[] => Array.from({ length: count }, () => 100));
  const parts = fc
    .array(fc.oneof(fc.integer({ min: 34, max: 100 }), fc.constant(null)), {
      minLength: 2,
      maxLength: WIDTH,
      size: "max",
    })
    .map((shares) => (sumOf(shares) > 100 ? shares : [...shares.slice(0, WIDTH - 1), 100]));
  const values = fc
    .tuple(
      amounts(allocated),
      fc.constantFrom(0, 0, 30, 60),
      fc.oneof({ withCrossShrink: true }, whole, parts),
    )
    .map(([allocate, before, together]): ReversalRace => ({ allocate, before, together }));
  return classified(values, {
    "all want the whole": ({ together }) => together.every((share) => share === 100),
    "parts that overlap": ({ together }) => together.some((share) => share !== null && share < 100),
    "amount omitted": ({ together }) => together.includes(null),
    "reversed before": ({ before }) => before > 0,
    "five or more at the same time": ({ together }) => together.length >= 5,
  });
}

/** The sum of the requested amounts, in percent; an omitted amount is the remainder. */
function sumOf(shares: readonly (number | null)[]): number {
  return shares.reduce<number>((sum, share) => sum + (share ?? 100), 0);
}
