import { prepare } from "../areas/common/outcomes.ts";
import { prices } from "../areas/prices/record.ts";
import { subscriptions } from "../areas/billing/records.ts";
import type { Timer } from "../kernel/timeline.ts";
import { SeedFault, type SeededPrice, type SeededSubscription } from "./document.ts";
import type { Path, Seeding } from "./seeding.ts";

/** The default length of a trial, and how long ago it began by default, days. */
const trial = { days: 14, began: 3 };
/** How long ago other subscriptions began by default, if their state needs no period, days. */
const usualAge = 10;

const DECLINING_TIMERS = ["subscription.due", "subscription.retry", "subscription.trialEnd"];

/** The subscriptions of a merchant in a seed file. */
export class SeededSubscriptions {
  readonly #seeding: Seeding;
  readonly #prices: readonly SeededPrice[];
  readonly #priceIds = new Map<string, string>();
  /** The customers of subscriptions whose payments are declined, by subscription. */
  readonly #declining = new Map<string, string>();

  constructor(seeding: Seeding, given: readonly SeededPrice[]) {
    this.#seeding = seeding;
    this.#prices = given;
  }

  /** How many days ago a subscription began. */
  ageOf({ price, status, daysAgo, trialDays }: SeededSubscription): number {
    if (daysAgo !== undefined) return daysAgo;
    if (status === "trialing") return trial.began;
    if (status === "unpaid") return 0.5;
    if (status !== "past_due") return usualAge;
    const named = this.#prices.find(({ name }) => name === price);
    const period = { day: 1.5, week: 8, month: 32, year: 367 }[named?.interval ?? "month"];
    return period + (trialDays ?? named?.trialDays ?? 0);
  }

  createPrice({ name: productName, ...price }: SeededPrice, at: Path): void {
    const { request, merchant } = this.#seeding;
    if (this.#priceIds.has(productName))
      throw new SeedFault([...at, "name"], `there are two prices ${productName}`);
    const { id } = request(
      "createPrice",
      { body: { productName, currency: merchant.currency, ...price } },
      at,
    );
    this.#priceIds.set(productName, String(id));
  }

  /** Creates a subscription and returns its id. */
  subscribe(customerId: string, wanted: SeededSubscription, at: Path): string {
    const { engine, request } = this.#seeding;
    const { price, status, quantity = 1 } = wanted;
    const priceId = this.#priceIds.get(price);
    if (priceId === undefined) throw new SeedFault([...at, "price"], `the merchant has no price ${price}`);
    const known = engine.state.get(prices, priceId)?.trialDays ?? 0;
    const trialDays = wanted.trialDays ?? (status === "trialing" && known === 0 ? trial.days : known);
    if (status === "unpaid" && trialDays === 0) this.#decline(customerId);
    const items = [{ priceId, quantity }];
    const { id } = request("createSubscription", { body: { customerId, items, trialDays } }, at);
    if (status === "unpaid" || status === "past_due") this.#declining.set(String(id), customerId);
    return String(id);
  }

  /** Prepares a declined payment before the timer that requests it, for subscriptions that must become unpaid. */
  before({ kind, subject }: Timer): void {
    const customerId = this.#declining.get(subject);
    const subscription = this.#seeding.engine.state.get(subscriptions, subject);
    if (customerId !== undefined && subscription !== undefined && DECLINING_TIMERS.includes(kind))
      this.#decline(customerId);
  }

  /** Executes the last actions on a subscription, such as a pause, and checks its status. */
  finish(id: string, wanted: SeededSubscription, at: Path): void {
    const { engine, request } = this.#seeding;
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
        `it would be ${status}, not ${wanted.status}: change daysAgo, which is ${this.ageOf(wanted)}, or trialDays`,
      );
  }

  #decline(customerId: string): void {
    const { engine, merchant } = this.#seeding;
    engine.act(merchant.accountId, ({ state }) => ({
      writes: [prepare(state, merchant.accountId, `payment:${customerId}`, "declined", 1)],
    }));
  }
}
