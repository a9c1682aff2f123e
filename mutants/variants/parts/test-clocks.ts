import type { ClockRoute } from "../../../emulator/areas/test-clocks/parts.ts";
import type { Parts } from "../../../emulator/index.ts";
import { type Body, isObject } from "../../shared/answers.ts";

/** The operations that move a clock. */
export const MOVES = ["advanceTestClock", "simulateTestClock"];

type Clocks = Parts["testClocks"];
type RouteName = keyof Clocks["routes"];

/** The parts with test clocks changed. */
export const timekeeping = (parts: Parts, change: (usual: Clocks) => Partial<Clocks>): Parts => ({
  ...parts,
  testClocks: { ...parts.testClocks, ...change(parts.testClocks) },
});

/** One route of test clocks, changed. */
export const routing = (
  parts: Parts,
  name: RouteName,
  change: (route: ClockRoute) => Partial<ClockRoute>,
): Parts =>
  timekeeping(parts, ({ routes }) => ({
    routes: { ...routes, [name]: { ...routes[name], ...change(routes[name]) } },
  }));

/** All routes of test clocks, changed. */
export const everyRoute = (parts: Parts, change: (route: ClockRoute) => Partial<ClockRoute>): Parts =>
  (Object.keys(parts.testClocks.routes) as RouteName[]).reduce(
    (changed, name) => routing(changed, name, change),
    parts,
  );

/** How a clock is shown, changed. */
export const showing = (parts: Parts, change: (usual: Clocks["presenter"]) => Clocks["presenter"]): Parts =>
  timekeeping(parts, ({ presenter }) => ({ presenter: change(presenter) }));

/** The bodies of the refusals of test clocks, changed. */
export const refusingClocks = (parts: Parts, change: (body: Body) => Body): Parts =>
  timekeeping(parts, ({ refusals }) => ({
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
