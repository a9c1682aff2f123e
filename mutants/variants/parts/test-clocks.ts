import { inOrder, type Replace } from "../../mutant.ts";
import { type PartChange, part } from "../../part.ts";
import type { ClockRoute } from "../../../emulator/areas/test-clocks/parts.ts";
import type { Parts } from "../../../emulator/index.ts";
import { type Body, isObject } from "../../shared/answers.ts";
import { clocks, type Route, routing } from "../../shared/clocks.ts";

/** The operations that move a clock. */
export const MOVES = ["advanceTestClock", "simulateTestClock"];

type Clocks = Parts["testClocks"];

/** Changes all routes of test clocks. */
export const everyRoute =
  (change: PartChange<ClockRoute>): Replace =>
  (parts) =>
    inOrder(...(Object.keys(parts.testClocks.routes) as Route[]).map((route) => routing(route, change)))(
      parts,
    );

/** Changes how a clock is presented. */
export const showing = (change: (usual: Clocks["presenter"]) => Clocks["presenter"]): Replace =>
  clocks(({ presenter }) => ({ presenter: change(presenter) }));

/** Changes the bodies of the refusals of test clocks. */
export const refusingClocks = (change: (body: Body) => Body): Replace =>
  part(["testClocks", "refusals"], (refusals) => ({
    notAvailable: () => withBody(refusals.notAvailable(), change),
    completed: () => withBody(refusals.completed(), change),
    notLater: (field, other) => withBody(refusals.notLater(field, other), change),
    clockNotFound: () => withBody(refusals.clockNotFound(), change),
    subscriptionNotFound: () => withBody(refusals.subscriptionNotFound(), change),
    customerNotFound: () => withBody(refusals.customerNotFound(), change),
  }));

function withBody<A extends { body: unknown }>(answer: A, change: (body: Body) => Body): A {
  return isObject(answer.body) ? { ...answer, body: change(answer.body) } : answer;
}
