import type { Json, Recorder } from "./recorder.ts";

const CLOCKS = "/v1/test-helpers/test-clocks";
const BEGIN = "2027-03-14T09:00:00Z";

/** Subscriptions, their events, and test clocks (§4.8, §4.9, §6.1). */
export async function billing(recorder: Recorder): Promise<void> {
  const customer = await made(recorder, "/v1/customers", {
    name: "Aline Mabiala",
    email: "aline@example.com",
  });
  const price = await made(recorder, "/v1/prices", { amount: 5000, currency: "xaf" });
  const order = { customerId: customer, items: [{ priceId: price, quantity: 1 }] };
  await recorder.show("A subscription whose first payment went through", "createSubscription", 201, {
    body: order,
  });
  await made(recorder, "/v1/subscription-sessions", { ...order, complete: true });
  await recorder.control("POST", "/next-payment-outcome", { outcome: "declined" });
  await recorder.show("A subscription whose first payment failed", "createSubscription", 201, {
    body: order,
  });
  const subscription = await made(recorder, "/v1/subscriptions", order);
  const clock = await clocks(recorder, subscription);
  await course(recorder, { subscription, clock, order });
  await refusals(recorder, { subscription, clock });
}

async function made(recorder: Recorder, path: string, body: unknown): Promise<string> {
  const { status, json } = await recorder.send("checkout", "POST", path, { body });
  if (status !== 201) throw new Error(`${path} answers ${status}: ${JSON.stringify(json)}`);
  return String(json["id"]);
}

async function clocks(recorder: Recorder, subscription: string): Promise<string> {
  const show = recorder.show.bind(recorder);
  const body = { frozenTime: BEGIN, name: "Renewal rehearsal" };
  const clock = await show("A clock", "createTestClock", 201, { body });
  const path = { id: String(clock["id"]) };
  await show("A subscription is attached", "attachTestClock", 200, {
    path,
    body: { subscriptionId: subscription },
  });
  await show("A clock at its beginning", "retrieveTestClock", 200, { path });
  await show("A month later", "advanceTestClock", 200, {
    path,
    body: { frozenTime: "2027-04-15T09:00:00Z" },
  });
  await show("The clocks", "listTestClocks", 200);
  const customerId = await made(recorder, "/v1/customers", {
    name: "Second customer",
    email: "second@example.com",
  });
  const priceId = await made(recorder, "/v1/prices", { amount: 5000 });
  const subscriptionId = await made(recorder, "/v1/subscriptions", { customerId, items: [{ priceId }] });
  await show("A month in one request", "simulateTestClock", 200, {
    body: {
      subscriptionId,
      advanceTo: "2027-04-15T09:00:00Z",
      startFrom: BEGIN,
      name: "Rehearsal in one call",
    },
  });
  const theirs = await made(recorder, CLOCKS, body);
  await show("A customer is attached", "attachTestClock", 200, {
    path: { id: theirs },
    body: { customerId },
  });
  const gone = await made(recorder, CLOCKS, body);
  await show("The clock is gone", "deleteTestClock", 200, { path: { id: gone } });
  return path.id;
}

/** Makes the subscription emit every kind of event: by a renewal, a failure, a retry, a pause, a cancellation and a trial. */
async function course(
  recorder: Recorder,
  { subscription, clock, order }: { subscription: string; clock: string; order: Json },
): Promise<void> {
  const act = (what: string): Promise<unknown> =>
    recorder.send("checkout", "POST", `/v1/subscriptions/${subscription}/${what}`, { body: {} });
  const advance = (frozenTime: string): Promise<unknown> =>
    recorder.send("checkout", "POST", `${CLOCKS}/${clock}/advance`, { body: { frozenTime } });
  await advance("2027-05-12T12:00:00Z");
  const { json } = await recorder.send("checkout", "GET", `/v1/invoices?subscriptionId=${subscription}`);
  const issued = (json["data"] as readonly Json[]).find(({ status }) => status === "open");
  await recorder.send("checkout", "POST", `/v1/invoices/${String(issued?.["id"])}/void`, { body: {} });
  await recorder.control("POST", "/next-payment-outcome", { outcome: "declined" });
  await advance("2027-06-14T12:00:00Z");
  await advance("2027-06-16T12:00:00Z");
  await act("pause");
  await act("resume");
  await act("cancel");
  await advance("2027-08-20T12:00:00Z");
  await recorder.send("checkout", "POST", "/v1/subscriptions", { body: { ...order, trialDays: 14 } });
}

async function refusals(
  recorder: Recorder,
  { subscription, clock }: { subscription: string; clock: string },
): Promise<void> {
  const show = recorder.show.bind(recorder);
  const path = { id: clock };
  const unknown = { id: "clock_9f2k4h7d1s8a3q6w5e0r" };
  const later = { frozenTime: "2028-01-01T09:00:00Z" };
  const simulation = { subscriptionId: subscription, advanceTo: "2028-01-01T09:00:00Z" };
  await show("The time is missing", "createTestClock", 422, { body: { name: "No time" } });
  await show("The time is missing", "advanceTestClock", 422, { path, body: {} });
  await show("Neither of the two", "attachTestClock", 422, { path, body: {} });
  await show("The time is missing", "simulateTestClock", 422, { body: { subscriptionId: subscription } });
  await show("The time is not later", "advanceTestClock", 400, { path, body: { frozenTime: BEGIN } });
  await show("The time is not later", "simulateTestClock", 400, {
    body: { ...simulation, startFrom: BEGIN, advanceTo: BEGIN },
  });
  for (const [operation, body] of [
    ["retrieveTestClock", undefined],
    ["deleteTestClock", undefined],
    ["advanceTestClock", later],
    ["attachTestClock", { subscriptionId: subscription }],
  ] as const)
    await show("TEST_CLOCK_NOT_FOUND", operation, 404, { path: unknown, body });
  await show("SUBSCRIPTION_NOT_FOUND", "attachTestClock", 404, {
    path,
    body: { subscriptionId: "sub_unknown" },
  });
  await show("CUSTOMER_NOT_FOUND", "attachTestClock", 404, { path, body: { customerId: "cus_unknown" } });
  await show("SUBSCRIPTION_NOT_FOUND", "simulateTestClock", 404, {
    body: { ...simulation, subscriptionId: "sub_unknown" },
  });
  await recorder.control("POST", `/test-clocks/${clock}/complete`);
  await show("TEST_CLOCK_COMPLETED", "advanceTestClock", 400, { path, body: later });
  await show("TEST_CLOCK_COMPLETED", "attachTestClock", 400, {
    path,
    body: { subscriptionId: subscription },
  });
}
