import * as fc from "fast-check";
import { type Classified, classified } from "./classified.ts";
import { texts } from "./domain/text.ts";
import { timestamps } from "./domain/timestamps.ts";

/** Any JSON value, as sent over the network. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Fields that subscription routes ignore (§4, §4.9), some of which the document names. At least one per value. Add them to a complete body.
 */
export function ignoredFields(): Classified<{ [name: string]: Json }> {
  const named: Record<string, fc.Arbitrary<Json>> = {
    cancelAtPeriodEnd: fc.boolean(),
    pauseUntil: timestamps(),
    trial_days: fc.integer({ min: 1, max: 90 }),
    unheardOf: fc.oneof(fc.boolean(), texts(10), fc.constant<Json>({ nested: [1] })),
  };
  const values = fc.subarray(Object.keys(named), { minLength: 1 }).chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, named[name] ?? fc.constant<Json>(null)])), {
      noNullPrototype: true,
    }),
  );
  return classified(
    values,
    Object.fromEntries(
      Object.keys(named).map((name) => [
        name,
        (value: { [name: string]: Json }) => Object.hasOwn(value, name),
      ]),
    ),
  );
}
