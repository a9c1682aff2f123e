import { expect, test } from "vitest";
import { Pauses } from "../../../harness/run/session.ts";

test("a pause is counted once for all checks that pause, and has a reason", () => {
  let now = 0;
  const pauses = new Pauses({ now: () => now });
  const [first, second] = [pauses.begin("for the rate"), pauses.begin("for the rate")];
  now += 400;
  first();
  expect(pauses.current()).toBe("for the rate");
  now += 100;
  second();
  expect(pauses.current()).toBeNull();
  expect([...pauses.total()]).toEqual([["for the rate", 500]]);
});
