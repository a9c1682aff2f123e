import * as fc from "fast-check";
import {
  type Answer,
  type Check,
  Inconclusive,
  NeedMissing,
  numberOf,
  type PortAnswer,
  type ReceivedEvent,
  textOf,
} from "../kit.ts";
import { EVENT, type EventName, gathered, listening, type Recorded } from "../expect/connect-events.ts";
import { type Charge, givenCaptured, sendRefund } from "../fixtures/charges.ts";
import { advanceTimeBy, MATURITY_MS } from "../fixtures/funds.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import {
  type Allocation,
  allocationOf,
  sendAllocation,
  sendReversal,
  sendWithdrawal,
} from "../fixtures/money-movements.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { together } from "../fixtures/together.ts";
import type { Vendor } from "../fixtures/vendors.ts";

/** Events that a movement of money must have. */
export interface Announced {
  /** The movement, with its number in the life. */
  readonly by: string;
  readonly type: EventName;
  readonly acct: string;
  /** What identifies them among those of the type and the vendor. Those of equal figures are counted together. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Further members of their data. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Bounds of a vendor's funds, whole francs. */
interface Bounds {
  /** What was allocated and not taken back. */
  least: number;
  /** What was credited, whatever was taken back. */
  most: number;
}

/** The funds of a vendor that became available over its life. */
export interface Released extends Bounds {
  /** How often some certainly did. */
  times: number;
}

/** Two vendors of a marketplace whose money moves in many ways, one after another. */
export interface VendorLife {
  /** The names of the movements. */
  readonly plan: string;
  readonly vendors: readonly Vendor[];
  readonly announced: readonly Announced[];
  readonly released: ReadonlyMap<string, Released>;
  /** The commissions that refunds may have clawed back: how many refunds each vendor paid. */
  readonly refunds: ReadonlyMap<string, number>;
  readonly recorded: Recorded;
}

interface Captured extends Charge {
  refunded: number;
}

interface Money {
  readonly allocations: { readonly allocation: Allocation; reversed: number }[];
  readonly charges: Captured[];
  readonly pending: Bounds;
}

interface Life {
  readonly check: Check;
  readonly vendors: readonly [Vendor, Vendor];
  readonly money: ReadonlyMap<Vendor, Money>;
  readonly announced: Announced[];
  readonly released: Map<string, Released>;
  readonly refunds: Map<string, number>;
  /** The number of movements so far. */
  moves: number;
}

type Movement = (life: Life, vendor: Vendor, by: string) => Promise<unknown>;

const moneyOf = ({ money }: Pick<Life, "money">, vendor: Vendor): Money => {
  const found = money.get(vendor);
  if (found === undefined) throw new Error("the life has no such vendor");
  return found;
};

/** An amount that no other movement of the life has. */
const amountIn = ({ check, moves }: Life): number => check.profile.ordinary.amount * 2 + 37 * moves;

const allocate: Movement = async (life, vendor, by) => {
  const amount = amountIn(life);
  const answer = await sendAllocation(life.check, vendor, amount);
  if (!answer.succeeded) return;
  const allocation = allocationOf(vendor, amount, answer);
  const { allocations, pending } = moneyOf(life, vendor);
  allocations.push({ allocation, reversed: 0 });
  pending.least += allocation.amount;
  pending.most += allocation.amount;
  life.announced.push({
    by,
    type: EVENT.transferCreated,
    acct: vendor.acct,
    identity: { id: allocation.id },
    data: { amount: allocation.amount, fee: allocation.fee },
  });
};

/** How much of what is left is asked for: a part, all of it without an amount, or more. */
type Asked = "part" | "rest" | "too much";

const ASKED: Readonly<Record<Asked, (left: number) => number | undefined>> = {
  part: (left) => Math.max(1, Math.floor(left / 3)),
  rest: () => undefined,
  "too much": (left) => left + 1,
};

/** Reverses the vendor's first allocation, or its last one. */
const reverse =
  (asked: Asked, which: 0 | -1): Movement =>
  async (life, vendor, by) => {
    const { allocations, pending } = moneyOf(life, vendor);
    const one = allocations.at(which);
    if (one === undefined) return;
    const { id, amount } = one.allocation;
    const answer: Answer = await sendReversal(one.allocation, ASKED[asked](amount - one.reversed));
    const { acct } = vendor;
    if (!answer.succeeded) {
      announceBlocked(life, { by, type: EVENT.reversalBlocked, acct, answer, names: { allocation: id } });
      return;
    }
    const { id: reversal, amount: taken } = answer.body as Readonly<Record<string, unknown>>;
    one.reversed += numberOf(taken);
    pending.least = Math.max(0, pending.least - numberOf(taken));
    const identity = { id: textOf(reversal) };
    life.announced.push({
      ...{ by, type: EVENT.transferReversed, acct, identity },
      data: { connectTransferId: id, amount: numberOf(taken) },
    });
  };

/** The figures that the refusal of a movement for lack of funds shares with its event. */
const FIGURES = ["required", "seller_available", "shortfall"];

/** The event of a refusal for lack of funds; other refusals have none. */
function announceBlocked(
  life: Life,
  {
    answer,
    names,
    ...rest
  }: Pick<Announced, "by" | "type" | "acct"> & {
    readonly answer: Answer;
    readonly names: Readonly<Record<string, unknown>>;
  },
): void {
  if (answer.status !== 402) return;
  const body = answer.body as Readonly<Record<string, unknown>>;
  const figures = Object.fromEntries(FIGURES.map((figure) => [figure, body[figure]]));
  life.announced.push({ ...rest, identity: { ...names, ...figures }, data: {} });
}

const capture: Movement = async (life, vendor, by) => {
  const { check } = life;
  for (const port of ["createDirectCharge", "captureCharge", "refundCharge"]) check.require(`port.${port}`);
  check.require("fixture.commission-rates");
  const charge = await givenCaptured(check, vendor, { amount: amountIn(life) * 5 });
  const { charges, pending } = moneyOf(life, vendor);
  charges.push({ ...charge, refunded: 0 });
  pending.most += charge.amount;
  const { acct } = vendor;
  life.announced.push({ by, type: EVENT.feeCreated, acct, identity: {}, data: { connectedAccountId: acct } });
};

/** Refunds the vendor's first charge, or its last one. */
const refund =
  (asked: Asked, which: 0 | -1): Movement =>
  async (life, vendor, by) => {
    const { charges, pending } = moneyOf(life, vendor);
    const charge = charges.at(which);
    if (charge === undefined) return;
    const left = charge.amount - charge.refunded;
    const amount = ASKED[asked](left);
    const { answer }: PortAnswer = await sendRefund(life.check, charge, amount);
    const { acct } = vendor;
    // The document does not say what the event of the rest states as asked for.
    const names = amount === undefined && charge.refunded > 0 ? {} : { refund_amount: amount ?? left };
    if (answer.succeeded) {
      charge.refunded += amount ?? left;
      pending.least = Math.max(0, pending.least - (amount ?? left));
      life.refunds.set(acct, (life.refunds.get(acct) ?? 0) + 1);
    } else announceBlocked(life, { by, type: EVENT.refundBlocked, acct, answer, names });
  };

/** Makes all funds of both vendors available. */
const mature: Movement = async (life) => {
  await advanceTimeBy(life.check, life.vendors[0], MATURITY_MS);
  release(life, ({ least }) => least);
};

/** Adds what was pending to what became available. @param leastOf how much certainly did */
function release({ vendors, money, released }: Life, leastOf: (pending: Bounds) => number): void {
  for (const vendor of vendors) {
    const { pending } = moneyOf({ money }, vendor);
    const sofar = released.get(vendor.acct) ?? { least: 0, most: 0, times: 0 };
    const least = leastOf(pending);
    released.set(vendor.acct, {
      least: sofar.least + least,
      most: sofar.most + pending.most,
      times: sofar.times + (least > 0 ? 1 : 0),
    });
    Object.assign(pending, { least: 0, most: 0 });
  }
}

const settle =
  (outcome: "succeeded" | "failed"): Movement =>
  ({ check }, { acct, merchant }) =>
    check.control.call("settleWithdrawal", {
      path: { accountId: merchant.accountId, id: acct },
      json: { outcome },
    });

const MOVEMENTS: Readonly<Record<string, Movement>> = {
  allocate,
  "allocate nothing": ({ check }, vendor) => sendAllocation(check, vendor, 0),
  "reverse part": reverse("part", -1),
  "reverse rest": reverse("rest", -1),
  "reverse part of first": reverse("part", 0),
  "reverse rest of first": reverse("rest", 0),
  "reverse too much": reverse("too much", -1),
  capture,
  "refund part": refund("part", -1),
  "refund rest": refund("rest", -1),
  "refund part of first": refund("part", 0),
  "refund too much": refund("too much", 0),
  mature,
  withdraw: (_life, vendor) => sendWithdrawal(vendor),
  "paid out": settle("succeeded"),
  returned: settle("failed"),
};

/** Movements of the first vendor; with an asterisk, of the second one. */
const USUAL: readonly (readonly string[])[] = [
  [
    ...[
      "allocate",
      "reverse part",
      "mature",
      "allocate",
      "reverse part of first",
      "withdraw",
      "reverse rest of first",
    ],
    ...["reverse too much", "allocate*", "reverse rest", "mature", "returned", "reverse rest of first"],
  ],
  [
    ...[
      "capture",
      "refund part",
      "capture*",
      "mature",
      "refund part",
      "withdraw",
      "refund part of first",
      "paid out",
    ],
    ...["refund too much", "capture", "mature", "refund rest", "refund part*"],
  ],
  [
    ...[
      "withdraw",
      "allocate",
      "capture",
      "mature",
      "withdraw",
      "allocate",
      "reverse part of first",
      "mature",
    ],
    ...["paid out", "withdraw", "reverse rest of first", "refund rest", "allocate", "reverse rest"],
  ],
];
/** How many more the seed draws. */
const DRAWN = 2;
const LENGTH = 12;

function drawnPlans(seed: number): readonly (readonly string[])[] {
  const name = fc
    .tuple(fc.constantFrom(...Object.keys(MOVEMENTS)), fc.nat({ max: 3 }))
    .map(([one, whose]) => (whose === 0 ? `${one}*` : one));
  const plan = fc.array(name, { minLength: LENGTH, maxLength: LENGTH, size: "max" });
  return fc
    .sample(plan, { numRuns: DRAWN, seed, unbiased: true })
    .map((one) => ["allocate", "capture", ...one]);
}

/** Lives of two vendors each, of marketplaces of their own: rich ones, and one that cannot pay every refund. */
export function vendorLives(check: Check): Promise<readonly VendorLife[]> {
  return check.once("lives of vendors", async (maker) => {
    for (const need of ["control.createMerchant", "control.moveWallClock", "events"]) maker.require(need);
    const plans = [...USUAL, ...drawnPlans(maker.seed)];
    const lives = await together(
      maker,
      plans.map((plan, at) => () => ifPossible(() => lived(maker, { plan, isPoor: at % 3 === 1 }))),
    );
    const recorded = lives.filter((life) => life !== null);
    if (recorded.length === 0) throw new Inconclusive("no life of a vendor could be recorded");
    return recorded;
  });
}

async function lived(
  check: Check,
  { plan, isPoor }: { readonly plan: readonly string[]; readonly isPoor: boolean },
): Promise<VendorLife> {
  const merchant = await check.ownMerchant({ connectMode: "marketplace", ...(isPoor ? { funds: 0 } : {}) });
  const made = async (): Promise<Vendor> => ({ acct: await makeVendor(check, merchant), merchant });
  const vendors = [await made(), await made()] as const;
  const inbox = await listening(check, vendors[0]);
  const life: Life = {
    ...{ check, vendors, announced: [], released: new Map(), refunds: new Map(), moves: 0 },
    money: new Map(
      vendors.map((vendor) => [vendor, { allocations: [], charges: [], pending: { least: 0, most: 0 } }]),
    ),
  };
  for (const name of plan) {
    life.moves += 1;
    const movement = MOVEMENTS[name.replace("*", "")];
    if (movement === undefined) throw new Error(`a plan has an unknown movement: ${name}`);
    const vendor = vendors[name.endsWith("*") ? 1 : 0];
    // What the profile does not bind, or the target refuses, is left out.
    await ifPossible(() => movement(life, vendor, `${name} (${life.moves})`));
  }
  // Credits may have a short delay.
  release(life, () => 0);
  const awaited = [...new Set(life.announced.map(({ type }) => type))].map((type) => ({
    type,
    count: life.announced.filter((one) => one.type === type).length,
  }));
  const releasing = [...life.released].map(([acct, { times: count }]) => ({
    ...{ type: EVENT.fundsAvailable, count },
    where: ({ account }: ReceivedEvent) => account === acct,
  }));
  const recorded = await gathered(inbox, [...awaited, ...releasing]);
  if (recorded.events.length === 0) throw new NeedMissing("events");
  const { announced, released, refunds } = life;
  return { plan: plan.join(", "), vendors, announced, released, refunds, recorded };
}
