import { prepare } from "../areas/common/outcomes.ts";
import { isoUtc } from "../kernel/clock.ts";
import { prices } from "../areas/prices/record.ts";
import { subscriptions } from "../areas/subscriptions/record.ts";
import type { Timer } from "../kernel/timeline.ts";
import { SeedFault, type SeededCustomer, type SeededPrice, type SeededSubscription } from "./document.ts";
import type { Seeding, Path, Step } from "./seeding.ts";

/** The usual length of a trial, and how long ago one began, days. */
const trial = { days: 14, began: 3 };
/** How long ago the others began, days, where no period is needed. */
const usualAge = 10;

/** The customers of a merchant, the prices that they pay, and their subscriptions. */
export function customerSteps(
  seeding: Seeding,
  given: { prices: readonly SeededPrice[]; customers: readonly SeededCustomer[] },
  path: Path,
): { steps: readonly Step[]; finish: () => void; before: (timer: Timer) => void } {
  const { engine, merchant, request } = seeding;
  const { accountId, currency } = merchant;
  const steps: Step[] = [];
  const finishing: (() => void)[] = [];
  const priceIds = new Map<string, string>();
  /** The subscriptions whose payments are declined, with their customers. */
  const declining = new Map<string, string>();
  const decline = (customerId: string): void =>
    engine.act(accountId, ({ state }) => ({
      writes: [prepare(state, accountId, `payment:${customerId}`, "declined", 1)],
    }));

  const ageOf = ({ price, status, daysAgo, trialDays }: SeededSubscription): number => {
    if (daysAgo !== undefined) return daysAgo;
    if (status === "trialing") return trial.began;
    if (status === "unpaid") return 0.5;
    if (status !== "past_due") return usualAge;
    const named = given.prices.find(({ name }) => name === price);
    const period = { day: 1.5, week: 8, month: 32, year: 367 }[named?.interval ?? "month"];
    return period + (trialDays ?? named?.trialDays ?? 0);
  };

  const subscribe = (customerId: string, wanted: SeededSubscription, at: Path): string => {
    const priceId = priceIds.get(wanted.price);
    if (priceId === undefined)
      throw new SeedFault([...at, "price"], `the merchant has no price ${wanted.price}`);
    const known = engine.state.get(prices, priceId)?.trialDays ?? 0;
    const trialDays = wanted.trialDays ?? (wanted.status === "trialing" && known === 0 ? trial.days : known);
    if (wanted.status === "unpaid" && trialDays === 0) decline(customerId);
    const items = [{ priceId, quantity: wanted.quantity ?? 1 }];
    const { id } = request("createSubscription", { body: { customerId, items, trialDays } }, at);
    if (wanted.status === "unpaid" || wanted.status === "past_due") declining.set(String(id), customerId);
    return String(id);
  };

  const finish = (id: string, wanted: SeededSubscription, at: Path): void => {
    const params = { id };
    if (wanted.status === "paused") request("pauseSubscription", { params }, at);
    if (wanted.status === "canceled")
      request("cancelSubscription", { params, body: { cancelImmediately: true } }, at);
    if (wanted.cancelAtPeriodEnd === true)
      request("cancelSubscription", { params }, [...at, "cancelAtPeriodEnd"]);
    const status = engine.state.get(subscriptions, id)?.status ?? "gone";
    if (status !== wanted.status)
      throw new SeedFault(
        [...at, "status"],
        `it would be ${status}, not ${wanted.status}: change daysAgo, which is ${ageOf(wanted)}, or trialDays`,
      );
  };

  const clockIds = new Map<string, string>();
  const attach = (name: string, customerId: string, at: Path): void => {
    const frozenTime = isoUtc(engine.clocks.now(accountId));
    const known = clockIds.get(name);
    const id = known ?? String(request("createTestClock", { body: { frozenTime, name } }, at)["id"]);
    clockIds.set(name, id);
    request("attachTestClock", { params: { id }, body: { customerId } }, at);
  };

  const oldest = Math.max(
    0,
    ...given.customers.flatMap(({ subscriptions: all = [] }) => all.map((one) => ageOf(one))),
  );
  for (const [index, { name: productName, ...price }] of given.prices.entries()) {
    const at = [...path, "prices", String(index)];
    const create = (): void => {
      if (priceIds.has(productName))
        throw new SeedFault([...at, "name"], `there are two prices ${productName}`);
      const { id } = request("createPrice", { body: { productName, currency, ...price } }, at);
      priceIds.set(productName, String(id));
    };
    steps.push({ daysAgo: oldest, run: create });
  }
  for (const [index, customer] of given.customers.entries()) {
    const { subscriptions: wanted = [], testClock, ...body } = customer;
    const at = [...path, "customers", String(index)];
    let customerId = "";
    const age = Math.max(0, ...wanted.map((one) => ageOf(one)));
    steps.push({
      daysAgo: age,
      run: () => void (customerId = String(request("createCustomer", { body }, at)["id"])),
    });
    for (const [place, one] of wanted.entries()) {
      const where = [...at, "subscriptions", String(place)];
      let id = "";
      steps.push({ daysAgo: ageOf(one), run: () => void (id = subscribe(customerId, one, where)) });
      finishing.push(() => finish(id, one, where));
    }
    if (testClock !== undefined) finishing.push(() => attach(testClock, customerId, [...at, "testClock"]));
  }
  return {
    steps,
    finish: () => {
      for (const end of finishing) end();
    },
    before: ({ kind, subject }) => {
      const customerId = declining.get(subject);
      const wanted = engine.state.get(subscriptions, subject)?.status;
      if (customerId === undefined || wanted === undefined) return;
      if (["subscription.due", "subscription.retry", "subscription.trialEnd"].includes(kind))
        decline(customerId);
    },
  };
}
