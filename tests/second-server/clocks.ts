/** Test clocks (§2.11, §4.8, §7.9): an advance answers immediately, its effects appear after the settling time. */
import { foresee, run } from "./billing-engine.ts";
import { showSubscription } from "./billing-show.ts";
import type { Clock, Customer, Subscription } from "./billing-types.ts";
import { at, fault, Refusal, type Reply, refuseFaults, textAt } from "./fields.ts";
import type { Call, Route } from "./router.ts";
import { eastern, parseTimestamp, stamp, uuidId } from "./text.ts";
import type { Books } from "./world.ts";

const busy = new WeakMap<Clock, number>();
const HORIZON = 20 * 366 * 86_400_000;

function refuse(status: number, error: string, code?: string): never {
  throw new Refusal(status, code === undefined ? { error } : { code, error });
}

function testOnly({ books }: Call): void {
  if (books.live) refuse(403, "Clocks stand still for live keys", "TEST_CLOCK_NOT_AVAILABLE");
}

function show({ merchant }: Call, clock: Clock): Record<string, unknown> {
  return {
    updatedAt: stamp(clock.updatedMs),
    createdAt: stamp(clock.createdMs),
    zone: "UTC",
    status: clock.completed ? "completed" : "ready",
    frozenTime: eastern(clock.frozenMs),
    name: clock.name,
    accountId: merchant.accountId,
    id: clock.id,
  };
}

/** The clock as it is, `advancing` while effects are outstanding. */
function showNow(call: Call, clock: Clock): Record<string, unknown> {
  const shown = show(call, clock);
  return (busy.get(clock) ?? 0) > 0 ? { ...shown, status: "advancing" } : shown;
}

function find(call: Call): Clock {
  testOnly(call);
  const clock = call.books.clocks.get(call.params["id"] ?? "");
  return clock ?? refuse(404, "No such clock", "TEST_CLOCK_NOT_FOUND");
}

function usable(call: Call): Clock {
  const clock = find(call);
  if (clock.completed) refuse(400, "This clock has run down", "TEST_CLOCK_COMPLETED");
  return clock;
}

function instant(body: unknown, field: string): number {
  const value = at(body, field);
  const ms = parseTimestamp(value);
  if (ms === null)
    refuseFaults(422, [fault(field, value === undefined || value === null ? "required" : "date")]);
  return ms ?? 0;
}

function nameOf(body: unknown): string | null {
  const name = at(body, "name") ?? null;
  if (name !== null && (typeof name !== "string" || name.length > 255))
    refuseFaults(422, [fault("name", "maxLength")]);
  return name as string | null;
}

function make(call: Call, frozenMs: number, name: string | null): Clock {
  const { books, now } = call;
  const clock = { id: uuidId("clock_"), name, frozenMs, completed: false, createdMs: now, updatedMs: now };
  books.clocks.set(clock.id, clock);
  return clock;
}

const subscriptionsOf = (books: Books, clock: Clock): Subscription[] =>
  [...books.subscriptions.values()].filter((sub) => sub.clock === clock.id);
const customersOf = (books: Books, clock: Clock): Customer[] =>
  [...books.customers.values()].filter((customer) => customer.clock === clock.id);

function subscriptionNamed({ books, body }: Call): Subscription | null {
  const id = at(body, "subscriptionId") ?? null;
  if (id === null) return null;
  return (
    books.subscriptions.get(textAt(body, "subscriptionId")) ??
    refuse(404, "No such subscription", "SUBSCRIPTION_NOT_FOUND")
  );
}

function customerNamed({ books, body }: Call): Customer | null {
  const id = at(body, "customerId") ?? null;
  if (id === null) return null;
  return (
    books.customers.get(textAt(body, "customerId")) ?? refuse(404, "No such customer", "CUSTOMER_NOT_FOUND")
  );
}

function attach(call: Call): Reply {
  const clock = usable(call);
  const sub = subscriptionNamed(call);
  const customer = customerNamed(call);
  if (sub === null && customer === null) refuseFaults(422, [fault("subscriptionId", "requiredWithout")]);
  const subs = new Set(sub === null ? [] : [sub]);
  if (customer !== null) {
    customer.clock = clock.id;
    for (const other of call.books.subscriptions.values())
      if (other.customer === customer.id) subs.add(other);
  }
  for (const each of subs) each.clock = clock.id;
  const attached = [...subs].map(({ id }) => ({ id, type: "subscription" }));
  if (customer !== null) attached.push({ id: customer.id, type: "customer" });
  return { status: 200, body: { attached, testClock: show(call, clock) } };
}

function advance(call: Call, clock: Clock, toMs: number): Reply {
  const { books, world } = call;
  const from = clock.frozenMs;
  if (toMs - from > HORIZON) refuseFaults(422, [fault("frozenTime", "horizon")]);
  clock.frozenMs = toMs;
  clock.updatedMs = call.now;
  const subs = subscriptionsOf(books, clock);
  const triggeredEvents = subs.flatMap((sub) =>
    foresee(books, sub, toMs).map((event) => ({ subscriptionId: sub.id, event })),
  );
  busy.set(clock, (busy.get(clock) ?? 0) + 1);
  world.later(world.settleMs, () => {
    for (const sub of subs) run(books, sub, toMs);
    busy.set(clock, (busy.get(clock) ?? 1) - 1);
  });
  const body = {
    advancedTo: eastern(toMs),
    advancedFrom: eastern(from),
    triggeredEvents,
    testClock: show(call, clock),
  };
  return { status: 200, body };
}

function simulate(call: Call): Reply {
  testOnly(call);
  const to = instant(call.body, "advanceTo");
  const sub = subscriptionNamed(call);
  if (sub === null) refuseFaults(422, [fault("subscriptionId", "required")]);
  else {
    const given = at(call.body, "startFrom") ?? null;
    const from = given === null ? sub.startMs : instant(call.body, "startFrom");
    if (to <= from) refuse(400, "The end is before the beginning");
    const name = nameOf(call.body);
    if (to - from > HORIZON) refuseFaults(422, [fault("advanceTo", "horizon")]);
    const clock = make(call, from, name);
    sub.clock = clock.id;
    return advance(call, clock, to);
  }
  return refuse(404, "No such subscription", "SUBSCRIPTION_NOT_FOUND");
}

const ROOT = "/v1/test-helpers/test-clocks";

export const clockRoutes: Route[] = [
  {
    method: "POST",
    path: ROOT,
    answer(call) {
      testOnly(call);
      const clock = make(call, instant(call.body, "frozenTime"), nameOf(call.body));
      return { status: 201, body: show(call, clock) };
    },
  },
  {
    method: "GET",
    path: ROOT,
    answer(call) {
      testOnly(call);
      const { books } = call;
      const clocks = [...books.clocks.values()].map((clock) => ({
        customers: customersOf(books, clock).map(({ id, email }) => ({ email, id })),
        subscriptions: subscriptionsOf(books, clock).map((sub) => showSubscription(sub)),
        ...showNow(call, clock),
      }));
      return { status: 200, body: { count: clocks.length, clocks } };
    },
  },
  { method: "POST", path: `${ROOT}/simulate`, answer: simulate },
  {
    method: "GET",
    path: `${ROOT}/{id}`,
    answer: (call) => ({ status: 200, body: showNow(call, find(call)) }),
  },
  {
    method: "DELETE",
    path: `${ROOT}/{id}`,
    answer(call) {
      const clock = find(call);
      for (const sub of subscriptionsOf(call.books, clock)) sub.clock = null;
      for (const customer of customersOf(call.books, clock)) customer.clock = null;
      call.books.clocks.delete(clock.id);
      return { status: 204 };
    },
  },
  { method: "POST", path: `${ROOT}/{id}/attach`, answer: attach },
  {
    method: "POST",
    path: `${ROOT}/{id}/advance`,
    answer(call) {
      const clock = usable(call);
      const to = instant(call.body, "frozenTime");
      if (to <= clock.frozenMs) refuse(400, "Time runs forward only");
      return advance(call, clock, to);
    },
  },
];
