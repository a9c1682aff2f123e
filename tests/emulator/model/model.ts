/**
 * The balances of a merchant, computed only from the commands, in whole francs; times are epoch milliseconds. The model shares no code with
 * the emulator.
 */
const hour = 3_600_000;
const day = 24 * hour;
const week = 7 * day;
const retryDays = [1, 3, 5, 7];
/** The price of an allocation by its amount. */
const bands = [
  { upTo: 10_000, fixed: 25, percent: 1 },
  { upTo: 100_000, fixed: 25, percent: 1.5 },
  { upTo: Infinity, fixed: 0, percent: 2 },
];

interface Credit {
  readonly source: string;
  readonly at: number;
  left: number;
}

/** A vendor's money. */
export interface VendorModel {
  readonly acct: string;
  available: number;
  readonly credits: Credit[];
  withdrawal: { readonly amount: number; readonly endsAt: number } | undefined;
}

/** A captured charge and its refunds. */
export interface ChargeModel {
  readonly id: string;
  readonly vendor: VendorModel;
  readonly amount: number;
  readonly commission: number;
  refunded: number;
  clawed: number;
}

/** A clock that subscriptions follow. */
interface Clock {
  now: number;
}

export interface SubscriptionModel {
  readonly id: string;
  readonly amount: number;
  clock: Clock;
  periodEnd: number;
  /** The time of the first attempt at the next payment. */
  due: number;
  /** The declined payment: since when, the start of its period, and the number of retries. */
  owed: { readonly since: number; readonly from: number; retry: number } | undefined;
  status: "running" | "paused" | "ending" | "ended";
  /** The number of further payments that are declined. */
  declines: number;
}

export const pendingOf = ({ credits }: VendorModel): number =>
  credits.reduce((sum, { left }) => sum + left, 0);

/** Takes an amount from a vendor: from the pending credit of a source, then from the oldest, then from the available balance. */
function draw(vendor: VendorModel, amount: number, source: string): void {
  let left = amount;
  const inOrder = [...vendor.credits].sort(
    (a, b) => Number(b.source === source) - Number(a.source === source),
  );
  for (const credit of inOrder) {
    const taken = Math.min(left, credit.left);
    credit.left -= taken;
    left -= taken;
  }
  vendor.available -= left;
}

/** The model of a merchant. Each method has the effects of a command. Those that can be refused return whether it is accepted. */
export class MerchantModel {
  readonly wall: Clock;
  available: number;
  readonly vendors: VendorModel[] = [];
  readonly subscriptions: SubscriptionModel[] = [];
  paysDaily = false;

  constructor(now: number, available: number) {
    this.wall = { now };
    this.available = available;
  }

  addVendor(acct: string): void {
    this.vendors.push({ acct, available: 0, credits: [], withdrawal: undefined });
  }

  /** Debits the marketplace. Call `credit` when the id of the allocation is known. */
  allocate(amount: number): boolean {
    const { fixed, percent } = bands.find(({ upTo }) => amount <= upTo) ?? { fixed: 0, percent: 0 };
    const debit = amount + fixed + Math.ceil((amount * percent) / 100);
    if (debit > this.available) return false;
    this.available -= debit;
    return true;
  }

  credit(vendor: VendorModel, source: string, amount: number): void {
    vendor.credits.push({ source, at: this.wall.now + hour, left: amount });
  }

  reverse(vendor: VendorModel, source: string, amount: number): boolean {
    if (amount > pendingOf(vendor) + vendor.available) return false;
    draw(vendor, amount, source);
    this.available += amount;
    return true;
  }

  capture(charge: ChargeModel, source: string): void {
    this.available += charge.commission - Math.ceil((charge.amount * 25) / 1_000);
    this.credit(charge.vendor, source, charge.amount - charge.commission);
  }

  refund(charge: ChargeModel, source: string, amount: number): boolean {
    const { vendor } = charge;
    const own = Math.max(0, this.available);
    const vendors = pendingOf(vendor) + vendor.available;
    if (amount > vendors + own) return false;
    const share =
      Math.floor((charge.commission * (charge.refunded + amount)) / charge.amount) - charge.clawed;
    const clawed = Math.min(share, own, amount);
    const byVendor = Math.min(amount - clawed, vendors);
    draw(vendor, byVendor, source);
    this.available -= amount - byVendor;
    charge.refunded += amount;
    charge.clawed += clawed;
    return true;
  }

  withdraw(vendor: VendorModel): boolean {
    if (vendor.withdrawal !== undefined || vendor.available === 0) return false;
    vendor.withdrawal = { amount: vendor.available, endsAt: this.wall.now + 6 * hour };
    vendor.available = 0;
    return true;
  }

  endWithdrawal(vendor: VendorModel, isPaid: boolean): boolean {
    if (vendor.withdrawal === undefined) return false;
    if (!isPaid) vendor.available += vendor.withdrawal.amount;
    vendor.withdrawal = undefined;
    return true;
  }

  /** Requests the payment that is due or owed, which determines the time of the next request. */
  request(subscription: SubscriptionModel, now: number): void {
    const { owed, periodEnd, declines } = subscription;
    const from = owed?.from ?? Math.max(now, periodEnd);
    if (declines === 0) {
      this.settle(subscription, from, now);
      return;
    }
    subscription.declines -= 1;
    subscription.owed = { since: owed?.since ?? now, from, retry: (owed?.retry ?? -1) + 1 };
  }

  /** Records the payment of a period. */
  settle(subscription: SubscriptionModel, from: number, now: number): void {
    this.available += subscription.amount;
    subscription.periodEnd = from + week > now ? from + week : now + week;
    subscription.due = subscription.periodEnd;
    subscription.owed = undefined;
  }

  /** The time on its clock at which a subscription changes next. */
  #next({ status, owed, due }: SubscriptionModel): number {
    if (status === "paused" || status === "ended") return Infinity;
    if (owed === undefined) return due;
    const days = retryDays[owed.retry];
    return days === undefined ? Infinity : owed.since + days * day;
  }

  /** Advances a clock and its subscriptions. */
  advance(clock: Clock, to: number): void {
    for (const subscription of this.subscriptions) {
      if (subscription.clock !== clock) continue;
      for (let at = this.#next(subscription); at <= to; at = this.#next(subscription)) {
        if (subscription.status === "ending") subscription.status = "ended";
        else this.request(subscription, at);
      }
    }
    clock.now = Math.max(clock.now, to);
  }

  /** Advances the wall clock. */
  pass(to: number): void {
    const from = this.wall.now;
    for (let midnight = (Math.floor(from / day) + 1) * day; midnight <= to; midnight += day) {
      this.#passVendors(midnight);
      if (this.paysDaily) for (const vendor of this.vendors) this.withdraw(vendor);
      this.wall.now = midnight;
    }
    this.#passVendors(to);
    this.advance(this.wall, to);
  }

  #passVendors(to: number): void {
    for (const vendor of this.vendors) {
      for (const credit of vendor.credits) {
        if (credit.at > to) continue;
        vendor.available += credit.left;
        credit.left = 0;
      }
      vendor.credits.splice(0, vendor.credits.length, ...vendor.credits.filter(({ left }) => left > 0));
      if (vendor.withdrawal !== undefined && vendor.withdrawal.endsAt <= to) vendor.withdrawal = undefined;
    }
    this.wall.now = Math.max(this.wall.now, to);
  }
}
