import * as fc from "fast-check";
import type { components } from "../spec/generated/openapi.ts";
import { type Classified, classesOfPart, classified } from "./classified.ts";
import { texts } from "./domain/text.ts";
import { type TimestampOptions, calendarEdges, timestamps } from "./domain/timestamps.ts";
import type { Json } from "./json.ts";

/** The greatest length of a clock's name in characters (§8). */
export const MAX_CLOCK_NAME = 255;

/** Body of a test clock's creation (§4.8). */
export type TestClockRequest = components["schemas"]["CreateTestClockRequest"];

/** Test clocks at ordinary times and at the edges of calendars. */
export function testClockRequests(
  options: {
    readonly instants?: TimestampOptions;
    /** Begins every name, so that a run knows its own clocks. */
    readonly namePrefix?: string;
  } = {},
): Classified<TestClockRequest> {
  const { namePrefix = "" } = options;
  const frozenTime = fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: timestamps(options.instants) },
    { weight: 1, arbitrary: calendarEdges() },
  );
  const name = texts({ max: MAX_CLOCK_NAME - namePrefix.length });
  const values: fc.Arbitrary<TestClockRequest> = fc.record(
    { frozenTime, name: name.map((text) => namePrefix + text) },
    { requiredKeys: ["frozenTime"], noNullPrototype: true },
  );
  return classified(values, {
    ...classesOfPart(name, (value) => value.name?.slice(namePrefix.length)),
    "with name": (value) => value.name !== undefined,
    "without name": (value) => value.name === undefined,
    "name at its greatest length": (value) => value.name?.length === MAX_CLOCK_NAME,
    "timestamp with offset": (value) => !value.frozenTime.endsWith("Z"),
  });
}

/**
 * Fields that subscription routes ignore (§4, §4.9): those that the document names, and others. At least one a value.
 * They are to be added to a body that is complete without them.
 */
export function ignoredFields(): Classified<{ [name: string]: Json }> {
  const named: Record<string, fc.Arbitrary<Json>> = {
    cancelAtPeriodEnd: fc.boolean(),
    pauseUntil: timestamps(),
    trial_days: fc.integer({ min: 1, max: 90 }),
    unheardOf: fc.oneof(fc.boolean(), texts({ max: 10 }), fc.constant<Json>({ nested: [1] })),
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
