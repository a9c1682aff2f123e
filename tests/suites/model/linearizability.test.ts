import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Call,
  linearizationOf,
  overlapOf,
  type SequentialModel,
  smallestContradiction,
} from "../../../suites/model/linearizability.ts";

/** A counter that gives the number of increments so far; a limit refuses further ones. */
type Add = { readonly add: number };
type Observed = number | "refused";

const counter = (
  limit: number,
  ends?: (state: number) => boolean,
): SequentialModel<number, Add, Observed> => ({
  initial: 0,
  after: (state, { add }, observed) => {
    const fits = state + add <= limit;
    if (observed === null) return fits ? [state + add] : [state];
    if (observed === "refused") return fits ? [] : [state];
    return fits && state + add === observed ? [state + add] : [];
  },
  changesNothing: (observed) => observed === "refused",
  ...(ends === undefined ? {} : { ends }),
});

const call = (
  add: number,
  observed: Observed | null,
  calledAt: number,
  returnedAt: number,
): Call<Add, Observed> => ({
  operation: { add },
  observed,
  calledAt,
  returnedAt,
});

describe("linearizability", () => {
  test("calls that overlap may take effect in either order", () => {
    const history = [call(1, 2, 0, 10), call(1, 1, 1, 9)];
    expect(linearizationOf(history, counter(5))).toEqual([1, 0]);
  });

  test("a call that returned before another was called comes first", () => {
    expect(linearizationOf([call(1, 2, 0, 1), call(1, 1, 2, 3)], counter(5))).toBeNull();
  });

  test("a refusal needs an earlier call that explains it", () => {
    expect(linearizationOf([call(5, "refused", 0, 10), call(5, 5, 1, 9)], counter(5))).toEqual([1, 0]);
    expect(linearizationOf([call(5, "refused", 0, 1), call(5, 5, 2, 3)], counter(5))).toBeNull();
  });

  test("two calls of which only one fits cannot both be granted", () => {
    expect(linearizationOf([call(5, 5, 0, 10), call(5, 5, 1, 9)], counter(5))).toBeNull();
  });

  test("a call without an answer may have taken effect, at any later time, or not at all", () => {
    const lost = call(3, null, 0, 0);
    expect(linearizationOf([lost, call(1, 4, 5, 6)], counter(9))).toEqual([0, 1]);
    expect(linearizationOf([lost, call(1, 1, 5, 6)], counter(9))).toEqual([1]);
    expect(linearizationOf([lost, call(1, 2, 5, 6)], counter(9))).toBeNull();
  });

  test("a later reading has to agree with the last state", () => {
    const history = [call(1, 1, 0, 1), call(2, null, 0, 0)];
    expect(
      linearizationOf(
        history,
        counter(9, (state) => state === 1),
      ),
    ).toEqual([0]);
    expect(
      linearizationOf(
        history,
        counter(9, (state) => state === 3),
      ),
    ).toEqual([0, 1]);
    expect(
      linearizationOf(
        history,
        counter(9, (state) => state === 2),
      ),
    ).toBeNull();
  });

  test("an accepted call may take effect later, though it would change nothing now", () => {
    const turned = (on: boolean, observed: "accepted", calledAt: number, returnedAt: number) => ({
      ...{ operation: on, observed, calledAt, returnedAt },
    });
    const history = [turned(false, "accepted", 0, 10), turned(true, "accepted", 1, 9)];
    const model: SequentialModel<boolean, boolean, "accepted"> = {
      initial: false,
      after: (_state, on) => [on],
      changesNothing: () => false,
      ends: (on) => !on,
    };
    expect(linearizationOf(history, model)).toEqual([1, 0]);
  });

  test("every history of sequential calls is explained", () => {
    fc.assert(
      fc.property(
        fc.array(sequential(), { maxLength: 7 }),
        fc.integer({ min: 0, max: 12 }),
        (steps, limit) => {
          let state = 0;
          const history = steps.map(({ add, before, after, lost }, index) => {
            const fits = state + add <= limit;
            if (fits) state += add;
            const at = index * 10;
            return call(add, lost ? null : fits ? state : "refused", at - before, at + after);
          });
          expect(
            linearizationOf(
              history,
              counter(limit, (last) => last === state),
            ),
          ).not.toBeNull();
        },
      ),
    );
  });
});

/** A step that takes effect at its own moment, called and returned around it, overlapping its neighbours. */
function sequential() {
  return fc.record({
    add: fc.integer({ min: 1, max: 4 }),
    before: fc.integer({ min: 0, max: 35 }),
    after: fc.integer({ min: 0, max: 35 }),
    lost: fc.integer({ min: 0, max: 4 }).map((draw) => draw === 0),
  });
}

describe("the smallest contradiction", () => {
  test("leaves out refusals that are not needed, and what came later", () => {
    const history = [
      call(5, "refused", 0, 4),
      call(5, 5, 0, 5),
      call(5, "refused", 0, 6),
      call(5, 5, 0, 7),
      call(1, "refused", 8, 9),
    ];
    const smallest = smallestContradiction(history, counter(5));
    expect(smallest.map(({ observed }) => observed)).toEqual([5, 5]);
  });

  test("is itself a contradiction", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom<Observed>(1, 2, 3, "refused")), {
          minLength: 1,
          maxLength: 5,
        }),
        (made) => {
          const history = made.map(([add, observed], index) => call(add, observed, index, index + 2.5));
          const model = counter(3);
          fc.pre(linearizationOf(history, model) === null);
          const smallest = smallestContradiction(history, model);
          expect(linearizationOf(smallest, model)).toBeNull();
          expect(smallest.length).toBeLessThanOrEqual(history.length);
        },
      ),
    );
  });
});

test("overlap counts the calls in progress at one time", () => {
  expect(overlapOf([])).toBe(0);
  expect(overlapOf([call(1, 1, 0, 1), call(1, 2, 1, 2)])).toBe(1);
  expect(overlapOf([call(1, 1, 0, 5), call(1, 2, 1, 2), call(1, 3, 3, 4)])).toBe(2);
});
