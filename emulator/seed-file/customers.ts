import { isoUtc } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timeline.ts";
import type { SeededCustomer, SeededPrice } from "./document.ts";
import type { Path, Seeding, Step } from "./seeding.ts";
import { SeededSubscriptions } from "./subscriptions.ts";

/** The steps that create a merchant's customers, prices and subscriptions. */
export function customerSteps(
  seeding: Seeding,
  given: { prices: readonly SeededPrice[]; customers: readonly SeededCustomer[] },
  path: Path,
): { steps: readonly Step[]; finish: () => void; before: (timer: Timer) => void } {
  const { request } = seeding;
  const seeded = new SeededSubscriptions(seeding, given.prices);
  const clocks = new SeededClocks(seeding);
  const steps: Step[] = [];
  const finishing: (() => void)[] = [];
  const oldest = Math.max(
    0,
    ...given.customers.flatMap(({ subscriptions = [] }) => subscriptions.map((one) => seeded.ageOf(one))),
  );
  for (const [index, price] of given.prices.entries())
    steps.push({
      daysAgo: oldest,
      run: () => seeded.createPrice(price, [...path, "prices", String(index)]),
    });
  for (const [index, customer] of given.customers.entries()) {
    const { subscriptions = [], testClock, ...body } = customer;
    const at = [...path, "customers", String(index)];
    let customerId = "";
    steps.push({
      daysAgo: Math.max(0, ...subscriptions.map((one) => seeded.ageOf(one))),
      run: () => void (customerId = String(request("createCustomer", { body }, at)["id"])),
    });
    for (const [place, one] of subscriptions.entries()) {
      const where = [...at, "subscriptions", String(place)];
      let id = "";
      steps.push({
        daysAgo: seeded.ageOf(one),
        run: () => void (id = seeded.subscribe(customerId, one, where)),
      });
      finishing.push(() => seeded.finish(id, one, where));
    }
    if (testClock !== undefined)
      finishing.push(() => clocks.attach(testClock, customerId, [...at, "testClock"]));
  }
  return {
    steps,
    finish: () => {
      for (const end of finishing) end();
    },
    before: (timer) => seeded.before(timer),
  };
}

/** The test clocks of a merchant. Each is created for the first customer that names it. */
class SeededClocks {
  readonly #seeding: Seeding;
  readonly #ids = new Map<string, string>();

  constructor(seeding: Seeding) {
    this.#seeding = seeding;
  }

  attach(name: string, customerId: string, at: Path): void {
    const { engine, merchant, request } = this.#seeding;
    const frozenTime = isoUtc(engine.clocks.now(merchant.accountId));
    const known = this.#ids.get(name);
    const id = known ?? String(request("createTestClock", { body: { frozenTime, name } }, at)["id"]);
    this.#ids.set(name, id);
    request("attachTestClock", { params: { id }, body: { customerId } }, at);
  }
}
