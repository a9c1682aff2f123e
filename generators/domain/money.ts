import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/** The least and the greatest number of a range, both inclusive. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Ordinary amounts in whole francs (§1). Shrinks towards the least. */
export function amounts({ min, max }: Bounds): Classified<number> {
  const small = Math.min(max, min + 9_900);
  const values = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.integer({ min, max: small }) },
    { weight: 3, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
  return classified(values, {
    "least amount": (amount) => amount === min,
    "greatest amount": (amount) => amount === max,
    ...(max - min > 1_000 ? { "amount with odd francs": (amount: number) => amount % 5 !== 0 } : {}),
  });
}

/**
 * Divisions of an amount into positive whole parts with exactly this sum. Shrinks towards fewer parts.
 * @param total whole francs, at least 1
 * @param parts the number of parts, which is limited to `total`
 */
export function splits(total: number, parts: Bounds): Classified<number[]> {
  if (!Number.isSafeInteger(total) || total < 1)
    throw new RangeError(`splits: ${total} is no positive amount`);
  const min = Math.max(1, Math.min(parts.min, total));
  const max = Math.max(min, Math.min(parts.max, total));
  const cuts =
    total === 1
      ? fc.constant<number[]>([])
      : fc.uniqueArray(fc.integer({ min: 1, max: total - 1 }), {
          minLength: min - 1,
          maxLength: max - 1,
          size: "max",
        });
  return classified(
    cuts.map((cutPoints) => differences(cutPoints, total)),
    {
      ...(max > 1 ? { "equal or unequal parts": (values: number[]) => values.length > 1 } : {}),
      ...(max > min && min <= 2 ? { "few parts": (values: number[]) => values.length <= 2 } : {}),
      ...(max > 2 ? { "many parts": (values: number[]) => values.length > 2 } : {}),
    },
  );
}

function differences(cutPoints: readonly number[], total: number): number[] {
  const marks = [0, ...cutPoints.toSorted((a, b) => a - b), total];
  return marks.slice(1).map((mark, i) => mark - (marks[i] ?? 0));
}
