import { begins, call, during, inOrder, pause, readsAgain, testRule } from "./history.ts";

const created = call({ operation: "createTestClock" }, { id: "clock_1" }, 201);
const toAttach = (body: Readonly<Record<string, unknown>>, clock = "clock_1") => ({
  operation: "attachTestClock",
  path: { id: clock },
  body,
});
const attached = (body: Readonly<Record<string, unknown>>, clock?: string, status = 200) =>
  call(toAttach(body, clock), {}, status);
const triggered = (...ids: readonly unknown[]) => ({
  triggeredEvents: ids.map((subscriptionId) => ({ event: "subscription/billing.due", subscriptionId })),
});
const advanced = (...ids: readonly unknown[]) =>
  call({ operation: "advanceTestClock", path: { id: "clock_1" } }, triggered(...ids));
const simulated = (...ids: readonly unknown[]) =>
  call({ operation: "simulateTestClock", body: { subscriptionId: "sub_1" } }, triggered(...ids));
const own = { subscriptionId: "sub_1" };

testRule("test-clocks/advance-triggers-attached-only", {
  first: created,
  // Others may attach something.
  violatedAlone: {
    "of nothing": advanced("sub_1"),
    "of a subscription of another clock": [
      attached(own),
      attached({ subscriptionId: "sub_2" }, "clock_2"),
      advanced("sub_1", "sub_2"),
    ],
    "of a subscription whose attachment was refused": [attached(own, "clock_1", 404), advanced("sub_1")],
  },
  violatedInShared: { "a simulation of another": simulated("sub_1", "sub_2") },
  permitted: {
    "what is attached": [attached(own), advanced("sub_1", "sub_1")],
    nothing: advanced(),
    "no name of a subscription": advanced(undefined, null),
    "what a customer brings along": [attached({ customerId: "cus_1" }), advanced("sub_7")],
    "what is being attached": [begins(toAttach(own)), advanced("sub_1")],
    "a clock that was there before": call(
      { operation: "advanceTestClock", path: { id: "clock_2" } },
      triggered("sub_1"),
    ),
    "a simulation": simulated("sub_1", "sub_1"),
  },
});

const listed = (...subscriptions: readonly unknown[]) =>
  call({ operation: "listTestClocks" }, { data: [{ id: "clock_1", subscriptions }] });
testRule("test-clocks/lists-show-what-is-attached", {
  first: inOrder(created, attached(own)),
  // Others may attach it to another clock.
  violatedAlone: {
    "a list without it": listed(),
    "a list with another one": listed("sub_12", { id: "sub_2" }),
    "after a request about another one": [attached({ subscriptionId: "sub_2" }, "clock_2"), listed()],
  },
  permitted: {
    "its id": listed("sub_1"),
    "an object with its id": listed({ id: "sub_1" }),
    "no list of subscriptions": call({ operation: "listTestClocks" }, { data: [{ id: "clock_1" }] }),
    "on another clock": [attached(own, "clock_2"), listed()],
    "after its customer was attached": [attached({ customerId: "cus_1" }, "clock_2"), listed()],
    "after a request that names it": [call({ port: "/subscriptions/sub_1/cancel" }), listed()],
    "after an advance": [advanced(), listed()],
    "while it is being attached": during(toAttach({ subscriptionId: "sub_9" }), [{}, 200], listed("sub_1")),
  },
});
testRule("test-clocks/lists-show-what-is-attached", {
  first: inOrder(created, attached(own), listed(), pause(1_001)),
  consistencyMs: 1_000,
  violated: {
    "an attachment that never shows": readsAgain({ data: [{ id: "clock_1", subscriptions: [] }] }),
  },
  permitted: { "one that shows late": readsAgain({ data: [{ id: "clock_1", subscriptions: ["sub_1"] }] }) },
});
