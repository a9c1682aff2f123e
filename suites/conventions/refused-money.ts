import {
  type Answer,
  type Check,
  Inconclusive,
  type Merchant,
  NeedMissing,
  rule,
  type RuleCheck,
} from "../kit.ts";
import { type OperationName, ruleIdOf } from "../../spec/index.ts";
import { EVENT } from "../expect/connect-events.ts";
import { merchantOfEveryRoute } from "../every-route.ts";
import { type ChargeRequest, ratesOf, sendCharge } from "../fixtures/charges.ts";
import { isStillPending, matured } from "../fixtures/funds.ts";
import { held } from "../fixtures/held-requests.ts";
import { keyed, keyOfLength } from "../fixtures/idempotency-keys.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { endInFlightWithdrawals, givenEmptied } from "../fixtures/in-flight-withdrawals.ts";
import { ownMarketplace } from "../fixtures/marketplaces.ts";
import {
  type Allocation,
  givenAllocation,
  sendReversal,
  sendWithdrawal,
} from "../fixtures/money-movements.ts";
import { makeVendor, type VendorCondition } from "../fixtures/new-vendors.ts";
import { ordinaryDisbursement } from "../fixtures/ordinary-requests.ts";
import { isRefusal, soon } from "../fixtures/reading.ts";
import { ownKey, unknownKey } from "../fixtures/secret-keys.ts";
import { idsOn } from "../fixtures/transaction-pages.ts";
import { outage } from "../fixtures/vendor-conditions.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { everyWallet, totalOf } from "../fixtures/wallets.ts";
import { send } from "../fixtures/withdrawals.ts";
import { type Oddity, request } from "../requests.ts";
import type { Subject } from "../subjects.ts";

/** More than any account of a run has. */
const TOO_MUCH = 900_000_000_000;

/** A vendor with available and pending funds, another one of its marketplace, and one of another marketplace. */
interface Funded {
  readonly vendor: Vendor;
  /** The allocation of its available funds, which are more than the pending ones. */
  readonly ripe: Allocation;
  readonly pending: Allocation;
  /** The last allocation to the other vendor. */
  readonly ofOther: Allocation;
  readonly foreign: Allocation;
  /** All credits that are not available yet. */
  readonly delayed: readonly Allocation[];
}

type Send = () => Promise<Answer>;

/** Requests after which all balances are read. */
interface Group {
  readonly given: () => Promise<readonly Send[]>;
  /** Whether what they need moves money. */
  readonly moving?: true;
  /** Whether it leaves a request in progress, which may move money at any time. */
  readonly last?: true;
  /** A vendor whose funds change by themselves. */
  readonly except?: string;
  /** Another account whose balances are read, too. */
  readonly also?: Merchant;
}

/** An operation that moves money of vendors. */
interface Moving {
  readonly name: OperationName;
  readonly values: (funded: Funded) => Subject["values"];
  /** Requests that are refused for another reason than their members. */
  readonly refused: (check: Check, funded: Funded) => readonly Group[];
  /** A request that is valid unless its marketplace has one of some properties. */
  readonly valid?: (check: Check, vendor: Vendor) => Promise<Answer>;
  readonly unable?: readonly ((check: Check) => Readonly<Record<string, unknown>>)[];
}

const UNACTIVATED = () => ({ connectMode: null });
const WITHOUT_OPERATOR = () => ({ connectMode: "marketplace", country: "AQ" });
/** Nothing of an ordinary amount is left for the vendor. */
const ABSORBING = ({ profile }: Check) => ({
  connectMode: "platform",
  surcharge: { fixed: profile.ordinary.amount, percent: 0 },
});

/** By the names of the operations in rules. */
const MOVING: Readonly<Record<string, Moving>> = {
  "create-allocation": {
    name: "createAllocation",
    values: ({ vendor: { acct } }) => ({ acct }),
    refused: (check, { vendor, foreign }) => {
      const { merchant } = vendor;
      const to = (acct: string) => () => allocating(check, { acct, merchant });
      return [
        { ...group(to(foreign.vendor.acct), to(merchant.accountId)), also: foreign.vendor.merchant },
        ofVendors(check, merchant, [{ mode: "live" }, { currency: "xof" }], (acct) => to(acct)),
        during(check, vendor, "pricing", to(vendor.acct)),
        inProgress(check, merchant, "createAllocation", (key) => allocating(check, vendor, key)),
      ];
    },
    valid: (check, vendor) => allocating(check, vendor),
    unable: [UNACTIVATED, WITHOUT_OPERATOR, ABSORBING],
  },
  "reverse-allocation": {
    name: "createAllocationReversal",
    values: ({ pending }) => ({ allocationId: pending.id }),
    refused: (check, { vendor, ripe, pending, ofOther, foreign }) => {
      const of = (id: string) => () => sendReversal({ ...pending, id }, 1);
      return [
        { ...group(of(foreign.id), of("ctr_0")), also: foreign.vendor.merchant },
        group(() => sendReversal(pending, pending.amount + 1)),
        {
          given: async () => {
            await givenEmptied(check, vendor);
            return [() => sendReversal(ripe)];
          },
          moving: true,
        },
        {
          // What is available is less than what is asked for. The other vendor's credit is hardly younger, and must not become available later.
          given: async () => {
            await matured(check, [pending, ofOther]);
            return [() => sendReversal(ripe)];
          },
          moving: true,
        },
        {
          given: async () => {
            if (!check.has("control.deleteVendor")) return [];
            const path = { accountId: vendor.merchant.accountId, id: ofOther.vendor.acct };
            await check.control.call("deleteVendor", { path });
            return [() => sendReversal(ofOther)];
          },
          moving: true,
        },
      ];
    },
  },
  withdraw: {
    name: "createWithdrawal",
    values: ({ vendor: { acct } }) => ({ acct }),
    refused: (check, { vendor, foreign }) => {
      const { acct, merchant } = vendor;
      const of = (other: string) => () => sendWithdrawal({ acct: other, merchant });
      return [
        { ...group(of(foreign.vendor.acct)), also: foreign.vendor.merchant },
        group(...[null, keyOfLength(check, 256)].map((key) => () => send(vendor, { key }))),
        ofVendors(check, merchant, [{ mode: "live" }], of),
        during(check, vendor, "upstream", of(acct)),
        {
          given: async () => {
            check.succeeded(await sendWithdrawal(vendor));
            return [of(acct)];
          },
          moving: true,
          except: acct,
        },
        {
          // Its pending funds are left.
          given: async () => {
            await endInFlightWithdrawals(check, vendor);
            return [of(acct)];
          },
          moving: true,
        },
        {
          given: async () => {
            if (!check.has("control.setPayoutMethod")) return [];
            const path = { accountId: merchant.accountId, id: acct };
            await check.control.call("setPayoutMethod", { path, json: { available: false } });
            return [of(acct)];
          },
        },
        inProgress(check, merchant, "createWithdrawal", (key) => sendWithdrawal(vendor, key)),
      ];
    },
  },
  "create-charge": {
    name: "createDirectCharge",
    values: ({ vendor: { acct } }) => ({ acct }),
    refused: (check, { vendor, foreign }) => {
      const { tooLow, tooHigh } = ratesOf(check);
      const charge = (wanted: ChargeRequest) => () => charging(check, vendor, wanted);
      return [
        {
          ...group(charge({ onBehalfOf: foreign.vendor.acct }), charge({ onBehalfOf: "acct_0" })),
          also: foreign.vendor.merchant,
        },
        group(charge({ rate: tooLow }), charge({ rate: tooHigh })),
        group(charge({ rate: null }), charge({ onBehalfOf: null })),
        during(check, vendor, "pricing", charge({})),
      ];
    },
    valid: (check, vendor) => charging(check, vendor),
    unable: [UNACTIVATED],
  },
};

/** The operations that move only the account's own money. */
const PAYOUTS: Readonly<Record<string, OperationName>> = {
  "create-disbursement": "createDisbursement",
  "create-remittance": "createRemittance",
};

/** Requests that are wrong in one thing each. */
async function faults(check: Check): Promise<readonly (readonly Oddity[])[]> {
  return [
    [{ key: null }, { key: unknownKey(check, await ownKey(check)) }],
    [
      { extra: { amount: "plenty" } },
      { extra: { amount: null, destination: undefined, currency: undefined } },
    ],
  ];
}

/** Other ones, which a target or a route may accept. Other rules judge that. */
function doubtful({ profile }: Check): readonly (readonly Oddity[])[] {
  const header = profile.fields["service-account-header"];
  return [
    [{ extra: { amount: TOO_MUCH } }],
    [{ extra: { amount: `${TOO_MUCH}`, destination: "acct_0" } }, { extra: { amount: -1_000 } }],
    header === undefined ? [] : [{ headers: { [header]: "acct_0" } }],
  ];
}

/** Payouts without one member each. Whether those of the payment method are required is open (`payment-method-required-members`). */
function incomplete(check: Check): readonly (readonly Oddity[])[] {
  const { payment_method_data: method, ...others } = ordinaryDisbursement(check);
  const { momo } = method as { momo: object };
  const withoutEach = (object: object): readonly object[] =>
    Object.keys(object).map((name) => ({ ...object, [name]: undefined }));
  const methods = [...withoutEach(method), ...withoutEach(momo).map((odd) => ({ ...method, momo: odd }))];
  return [
    Object.keys(others).map((name) => ({ extra: { [name]: undefined } })),
    ...methods.map((odd) => [{ extra: { payment_method_data: odd } }]),
  ];
}

/** Compares all balances of the accounts, as control reports them, and the vendor's transactions, around refusals of each kind (§3, §7). */
export default [
  ...Object.entries(MOVING).map(([row, { name, values, refused, valid, unable = [] }]) =>
    leavesAllBalances(row, async (check, merchant) => {
      const funded = await givenFunded(check, merchant);
      const about = { check, name, subject: { merchant, values: values(funded) } };
      const groups = [
        ...groupsOf(about, await faults(check)),
        ...refused(check, funded),
        ...groupsOf(about, doubtful(check)),
      ];
      const { acct } = funded.vendor;
      let count = await judge(check, { merchant, acct, delayed: funded.delayed }, groups);
      for (const condition of unable)
        await ifPossible(async () => {
          const known = count;
          const merchant = await check.ownMerchant(condition(check));
          const acct =
            (await ifPossible(() => makeVendor(check, merchant, { wallet: false }))) ??
            (await makeVendor(check, merchant));
          const vendor = { acct, merchant };
          const wallets = async () =>
            check.succeeded(await merchant.api.retrieveAccount({ path: { acct } })).field("balances").length;
          const before = await wallets();
          const only = group(() => (valid as Required<Moving>["valid"])(check, vendor));
          count += await judge(check, { merchant, delayed: [] }, [only]);
          if (count === known) return;
          check.expect
            .that("the number of the vendor's balances after a refusal", await wallets())
            .toBe(before);
        });
      return count;
    }),
  ),
  ...Object.entries(PAYOUTS).map(([row, name]) =>
    leavesAllBalances(row, async (check, merchant) => {
      const credit = await ifPossible(async () =>
        givenAllocation(check, await anotherVendor(check, merchant)),
      );
      const about = { check, name, subject: { merchant, values: {} } };
      const groups = groupsOf(about, [...(await faults(check)), ...incomplete(check), ...doubtful(check)]);
      const known = credit === null ? { delayed: [] } : { delayed: [credit], acct: credit.vendor.acct };
      return judge(check, { merchant, ...known }, groups);
    }),
  ),
];

/** `judged` returns how many requests were refused. */
function leavesAllBalances(
  row: string,
  judged: (check: Check, merchant: Merchant) => Promise<number>,
): RuleCheck {
  return rule(ruleIdOf(`conventions/${row}-refused-moves-no-money`), async (check) => {
    const merchant = await merchantOfEveryRoute(check);
    if (!merchant.own) throw new NeedMissing("control.createMerchant");
    if ((await judged(check, merchant)) === 0) throw new Inconclusive("nothing was refused");
  });
}

type Wallets = Awaited<ReturnType<typeof everyWallet>>;

/**
 * Sends groups of requests and compares all balances after each. Ends with the first request that is accepted, which may move money later.
 * Receives the events meanwhile: rules about all traffic judge that no refusal causes one that it may not.
 * @param delayed what becomes available by itself
 * @returns how many requests were refused
 */
async function judge(
  check: Check,
  {
    merchant,
    delayed,
    acct,
  }: { readonly merchant: Merchant; readonly delayed: readonly Allocation[]; readonly acct?: string },
  groups: readonly Group[],
): Promise<number> {
  const transactions = async (): Promise<readonly string[]> => {
    if (acct === undefined) return [];
    const page = await merchant.api.listAccountTransactions({ path: { acct } });
    return page.succeeded && delayed.every(isStillPending) ? idsOn(page) : [];
  };
  const shown = (wallets: Wallets, except?: string): readonly string[] =>
    wallets
      .filter(([holder, now]) => holder !== except && (now.pending !== 0 || now.available !== 0))
      .map(([holder, now]) =>
        delayed.every(isStillPending)
          ? `${holder}: ${now.pending} pending, ${now.available} available`
          : `${holder}: ${totalOf(now)}`,
      );
  if (check.has("events")) await ifPossible(() => check.inbox({ merchant, names: Object.values(EVENT) }));
  let refused = 0;
  let hasMoved = false;
  const known = new Map<string, Wallets>();
  const inOrder = [
    ...groups.filter(({ last }) => last !== true),
    ...groups.filter(({ last }) => last === true),
  ];
  for (const { given, moving, except, also } of inOrder) {
    const sends = await given();
    const accounts = [merchant, ...(also === undefined ? [] : [also])].map(({ accountId }) => accountId);
    for (const account of accounts)
      if (moving === true || !known.has(account)) known.set(account, await everyWallet(check, account));
    const listed = await transactions();
    let last: Answer | null = null;
    for (const sending of sends) {
      last = await sending();
      if (!isRefusal(last) && ![402, 503].includes(last.status)) return refused;
      refused += 1;
    }
    const more = (await transactions()).filter((id) => !listed.includes(id));
    // What a preparation moved may be listed late.
    hasMoved ||= moving === true;
    if (listed.length > 0 && !hasMoved)
      check.expect.that("the vendor's transactions since the refusals", more, last ?? undefined).toBe([]);
    for (const account of last === null ? [] : accounts) {
      const before = known.get(account) ?? [];
      const after = await soon(check, {
        read: () => everyWallet(check, account),
        holds: (now) => shown(now, except).join() === shown(before, except).join(),
      });
      check.expect
        .that("the balances after the refusals", shown(after, except), last ?? undefined)
        .toBe(shown(before, except));
    }
  }
  return refused;
}

async function givenFunded(check: Check, merchant: Merchant): Promise<Funded> {
  const { amount } = check.profile.ordinary;
  const [vendor, other] = [await anotherVendor(check, merchant), await anotherVendor(check, merchant)];
  const ripe = await givenAllocation(check, vendor, amount * 2);
  await matured(check, [ripe, await givenAllocation(check, other)]);
  const pending = await givenAllocation(check, vendor);
  const foreign = await givenAllocation(check, await anotherVendor(check, await ownMarketplace(check)));
  const ofOther = await givenAllocation(check, other);
  return { vendor, ripe, pending, ofOther, foreign, delayed: [pending, foreign, ofOther] };
}

const anotherVendor = async (check: Check, merchant: Merchant): Promise<Vendor> => ({
  acct: await makeVendor(check, merchant),
  merchant,
});

const group = (...sends: readonly Send[]): Group => ({ given: () => Promise.resolve(sends) });

const groupsOf = (
  {
    check,
    name,
    subject,
  }: { readonly check: Check; readonly name: OperationName; readonly subject: Subject },
  oddities: readonly (readonly Oddity[])[],
): readonly Group[] =>
  oddities.map((some) => group(...some.map((oddity) => () => request(check, name, { subject, oddity }))));

/** Requests for vendors that control makes in these conditions. */
const ofVendors = (
  check: Check,
  merchant: Merchant,
  conditions: readonly VendorCondition[],
  sendFor: (acct: string) => Send,
): Group => ({
  given: async () => {
    const made = await Promise.all(
      conditions.map((condition) => ifPossible(() => makeVendor(check, merchant, condition))),
    );
    return made.flatMap((acct) => (acct === null ? [] : [sendFor(acct)]));
  },
});

/** A request during an outage that may stop it. */
const during = (check: Check, vendor: Vendor, service: string, sending: Send): Group =>
  group(
    ...(check.has("control.declareOutage")
      ? [
          async () => {
            const end = await outage(check, vendor, service);
            const answer = await sending();
            await end();
            return answer;
          },
        ]
      : []),
  );

/** The repetition of a request that control holds until the check ends. */
const inProgress = (
  check: Check,
  merchant: Merchant,
  operation: OperationName,
  sendWith: (key: string) => Promise<Answer>,
): Group => ({
  given: async () => {
    if (!check.has("control.holdIdempotentRequest")) return [];
    const first = await ifPossible(() => held(check, merchant, operation, sendWith));
    return first === null ? [] : [first.repeat];
  },
  moving: true,
  last: true,
});

function allocating(check: Check, { acct, merchant }: Vendor, key?: string): Promise<Answer> {
  const json = { destination: acct, amount: check.profile.ordinary.amount };
  return merchant.api.createAllocation({ json, ...(key === undefined ? {} : keyed(key)) });
}

async function charging(check: Check, vendor: Vendor, wanted: ChargeRequest = {}): Promise<Answer> {
  return (await sendCharge(check, vendor, wanted)).answer;
}
