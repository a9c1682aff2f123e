import { type Check, type Merchant, rule, Violation } from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import {
  callFor,
  type GivenCustomer,
  givenCustomer,
  type GivenSubscription,
  givenSubscription,
} from "../fixtures/subscriptions.ts";
import { around, attach, dueOf } from "../fixtures/test-clocks.ts";
import { advances } from "../scenarios/acts.ts";
import { occurrenceOf, recorder, type Recorder } from "../scenarios/recorder.ts";
import { clockAhead } from "../scenarios/renewals-on-clocks.ts";

/** What an advance past a due date does to a subscription. */
type Fate = "renews" | "stays" | "open";

interface Member {
  readonly subscription: GivenSubscription;
  readonly fate: Fate;
}

/** How many subscriptions one customer has on the clock. */
const MANY = 6;
/** The events of a renewal, and what distinguishes two of them. */
const RENEWAL = ["subscription.updated", "invoice.paid", "payment.completed"];
const MOVED = [...RENEWAL, "payment.failed", "subscription.past_due"];

/** Worlds in which an object has neighbours like it (§4.8, §6.1). */
export default [
  /**
   * Several subscriptions of two customers with one name and address on a clock, some of them canceled or paused before; another one beside
   * the clock, and one on another clock. Those on the clock renew, each once.
   */
  rule("test-clocks/advance-in-a-crowd", { deadlineMs: 300_000 }, async (check) => {
    check.require("events");
    const merchant = await check.ownMerchant();
    const [one, other] = await namesakes(check, merchant);
    const log = await recorder(check, one);
    if (other.id !== null) log.own(other.id);
    const clock = await clockAhead(check, merchant);
    const members = await crowd(check, { log, one, other, clock });
    const dues = await Promise.all(members.map(({ subscription }) => dueOf(check, subscription)));
    const renewing = members.filter(({ fate }) => fate === "renews");
    const after = Math.max(...dues.map((due) => around(due).afterDue));
    await advances(check, clock, { log })("advanced", "renewed", after, { count: renewing.length });
    for (const member of members) expectFate(log, member);
  }),
];

/** Two customers who share a name and an address, if the target permits that. */
async function namesakes(check: Check, merchant: Merchant): Promise<readonly [GivenCustomer, GivenCustomer]> {
  const one = await givenCustomer(check, merchant);
  const again = await ifPossible(async () => {
    const inputs = { name: check.name("customer"), email: one.email };
    const { answer, text } = await check.ports.call("createCustomer", { inputs, key: merchant.testKey });
    check.succeeded(answer);
    return { ...one, id: text("customerId") };
  });
  return [one, again ?? (await givenCustomer(check, merchant))];
}

async function crowd(
  check: Check,
  {
    log,
    one,
    other,
    clock,
  }: { log: Recorder; one: GivenCustomer; other: GivenCustomer; clock: Parameters<typeof attach>[0] },
): Promise<readonly Member[]> {
  const members: Member[] = [];
  await log.act({
    name: "created",
    transition: "created",
    count: MANY + 4,
    do: async () => {
      const join = async (customer: GivenCustomer, quantity: number, fate: Fate): Promise<void> => {
        // How many subscriptions a customer may have is open.
        const subscription =
          (await ifPossible(() => givenSubscription(check, { customer, quantity }))) ??
          (await givenSubscription(check, {
            quantity,
            customer: await givenCustomer(check, customer.merchant),
          }));
        log.own(subscription.id);
        members.push({ subscription, fate });
      };
      for (let quantity = 1; quantity <= MANY; quantity += 1) await join(one, quantity, "renews");
      for (const quantity of [1, 2]) await join(other, quantity, "renews");
      for (const customer of [one, other]) await join(customer, 1, "stays");
      const [first] = members as [Member];
      return first.subscription.created;
    },
  });
  const attachedTo = async (at: Parameters<typeof attach>[0], { subscription }: Member): Promise<unknown> =>
    check.succeeded(await attach(at, { subscriptionId: subscription.id }));
  for (const member of members.filter(({ fate }) => fate === "renews")) await attachedTo(clock, member);
  const elsewhere = members.at(-1);
  if (elsewhere !== undefined) await attachedTo(await clockAhead(check, one.merchant), elsewhere);
  const changed = (index: number, port: string, fate: Fate, inputs = {}): Promise<null> =>
    changedTo(check, members, { index, port, fate, inputs });
  await changed(1, "cancelSubscription", "stays", { cancelImmediately: true });
  await changed(3, "pauseSubscription", "open");
  return members;
}

/** Changes one of the members, if the target has the operation. */
async function changedTo(
  check: Check,
  members: Member[],
  change: { readonly index: number; readonly port: string; readonly fate: Fate; readonly inputs: object },
): Promise<null> {
  const { index, port, fate, inputs } = change;
  const member = members[index];
  if (member === undefined || !check.ports.bound(port)) return null;
  const { answer } = await callFor(check, member.subscription, port, { inputs: { ...inputs } });
  if (answer.succeeded) members[index] = { ...member, fate };
  return null;
}

function expectFate(log: Recorder, { subscription, fate }: Member): void {
  if (fate === "open") return;
  const events = (log.steps.at(-1)?.events ?? []).filter(
    ({ data }) => data["subscriptionId"] === subscription.id,
  );
  for (const type of fate === "renews" ? RENEWAL : MOVED) {
    const own = events.filter((event) => event.type === type);
    const count = new Set(own.map(occurrenceOf)).size;
    if (count === (fate === "renews" ? 1 : 0)) continue;
    throw new Violation({
      ...(count === 0 ? { basis: "deadline" } : {}),
      expected:
        fate === "renews"
          ? `one ${type} for ${subscription.id}, one of several subscriptions on the clock`
          : `no ${type} for ${subscription.id}, which has ended or is not on the clock`,
      actual: `${count} arrived`,
      event: own.at(-1) ?? null,
    });
  }
}
