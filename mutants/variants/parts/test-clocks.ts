import type { Replace } from "../../mutant.ts";
import type { ClockRoute } from "../../../emulator/areas/test-clocks/parts.ts";
import type { Parts } from "../../../emulator/index.ts";
import { type Body, isObject } from "../../shared/answers.ts";

/** The operations that move a clock. */
export const MOVES = ["advanceTestClock", "simulateTestClock"];

type Clocks = Parts["testClocks"];
type RouteName = keyof Clocks["routes"];

/** The parts with test clocks changed. */
export const timekeeping =
  (change: (usual: Clocks) => Partial<Clocks>): Replace =>
  (parts) => ({
    ...parts,
    testClocks: { ...parts.testClocks, ...change(parts.testClocks) },
  });

/** One route of test clocks, changed. */
export const routing = (name: RouteName, change: (route: ClockRoute) => Partial<ClockRoute>): Replace =>
  timekeeping(({ routes }) => ({
    routes: { ...routes, [name]: { ...routes[name], ...change(routes[name]) } },
  }));

/** All routes of test clocks, changed. */
export const everyRoute =
  (change: (route: ClockRoute) => Partial<ClockRoute>): Replace =>
  (parts) =>
    (Object.keys(parts.testClocks.routes) as RouteName[]).reduce(
      (changed, name) => routing(name, change)(changed),
      parts,
    );

/** How a clock is shown, changed. */
export const showing = (change: (usual: Clocks["presenter"]) => Clocks["presenter"]): Replace =>
  timekeeping(({ presenter }) => ({ presenter: change(presenter) }));

/** The bodies of the refusals of test clocks, changed. */
export const refusingClocks = (change: (body: Body) => Body): Replace =>
  timekeeping(({ refusals }) => ({
    refusals: {
      notAvailable: () => withBody(refusals.notAvailable(), change),
      completed: () => withBody(refusals.completed(), change),
      notLater: (field, other) => withBody(refusals.notLater(field, other), change),
      clockNotFound: () => withBody(refusals.clockNotFound(), change),
      subscriptionNotFound: () => withBody(refusals.subscriptionNotFound(), change),
      customerNotFound: () => withBody(refusals.customerNotFound(), change),
    },
  }));

function withBody<A extends { body: unknown }>(answer: A, change: (body: Body) => Body): A {
  return isObject(answer.body) ? { ...answer, body: change(answer.body) } : answer;
}
