import { type Answer, type Check, Inconclusive, NeedMissing, type ReceivedEvent, textOf } from "../kit.ts";
import { emptied } from "./blocked-refunds.ts";
import { givenTwoVendors, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { freshKey } from "../fixtures/idempotency-keys.ts";
import { givenFunds, matured } from "../fixtures/funds.ts";
import {
  allocationOf,
  givenAllocation,
  givenReversal,
  sendAllocation,
  sendReversal,
} from "../fixtures/money-movements.ts";
import {
  EVENT,
  type EventName,
  expectCount,
  gathered,
  listening,
  present,
  type Recorded,
  emittedBefore,
} from "../expect/connect-events.ts";
import { ifPossible } from "../fixtures/if-possible.ts";

/** The values of an answer that its event must repeat. */
export interface Stated {
  readonly id: string;
  readonly amount: unknown;
  readonly currency: unknown;
  readonly fee?: unknown;
  /** When the funds become available, as written in the answer; null or absent if the answer does not say. */
  readonly availableAt?: unknown;
  /** When the object was created, as written in the answer; null or absent if the answer does not say. */
  readonly createdAt?: unknown;
}

/** Reversals of one vendor's allocations. */
export interface Reversing {
  readonly reversals: readonly Stated[];
  /** A partial reversal of the repeated allocation. */
  readonly otherReversal: Stated;
  readonly refusedReversal: number;
}

/** Allocations and reversals of one vendor, accepted and refused ones, with their events. */
export interface Transfers {
  readonly vendor: Vendor;
  /** Reversed in two parts, then fully, if reversals are possible. */
  readonly reversed: Stated;
  /** Never reversed. */
  readonly kept: Stated;
  /** Sent twice with one key. */
  readonly repeated: Stated;
  readonly refusedAllocation: number;
  /** The reversals; an error if they are not possible, which prevents only the rules about them. */
  readonly reversing: Reversing | Inconclusive | NeedMissing;
  /** The ids of events that arrived before anything was refused. */
  readonly earlier: ReadonlySet<string>;
  readonly recorded: Recorded;
}

export const aboutTransfer =
  (id: string) =>
  ({ data }: ReceivedEvent): boolean =>
    data["id"] === id;

export function givenTransfers(check: Check): Promise<Transfers> {
  return check.once("connect-events/transfers", async (maker) => {
    const vendor = await givenVendor(maker);
    const inbox = await listening(maker, vendor);
    const { amount } = maker.profile.ordinary;
    const first = await givenAllocation(maker, vendor, amount + 31);
    // Most late events of earlier actions arrive before this event.
    const before = await gathered(inbox, [{ type: EVENT.transferCreated, where: aboutTransfer(first.id) }], {
      moreExpected: true,
    });

    const refusedAllocation = await sendAllocation(maker, vendor, -amount);
    const key = freshKey();
    const keyed = allocationOf(
      vendor,
      amount + 7,
      maker.succeeded(await sendAllocation(maker, vendor, amount + 7, key)),
    );
    await sendAllocation(maker, vendor, amount + 7, key);
    const reversing = await orReason(async (): Promise<Reversing> => {
      // By now the vendor has enough funds, so the remainder is the only reason to refuse.
      const refusedReversal = await sendReversal(first, first.amount + 1);
      const reversals = [
        await givenReversal(maker, first, Math.floor(first.amount / 3)),
        await givenReversal(maker, first, Math.floor(first.amount / 4)),
        await givenReversal(maker, first),
      ];
      const other = await givenReversal(maker, keyed, Math.floor(keyed.amount / 5));
      return {
        reversals: reversals.map(statedIn),
        otherReversal: statedIn(other),
        refusedReversal: refusedReversal.status,
      };
    });
    const reversed = reversing instanceof Error ? [] : [...reversing.reversals, reversing.otherReversal];
    const last = await givenAllocation(maker, vendor, amount + 57);

    const recorded = await gathered(inbox, [
      ...[keyed, last].map(({ id }) => ({ type: EVENT.transferCreated, where: aboutTransfer(id) })),
      ...reversed.map(({ id }) => ({ type: EVENT.transferReversed, where: aboutTransfer(id) })),
    ]);
    return {
      vendor,
      reversed: statedIn(first.answer),
      repeated: statedIn(keyed.answer),
      kept: statedIn(last.answer),
      refusedAllocation: refusedAllocation.status,
      reversing,
      earlier: new Set(before.events.map(({ id }) => id)),
      recorded,
    };
  });
}

/** What `make` returns, or why it is not possible. */
async function orReason<T>(make: () => Promise<T>): Promise<T | Inconclusive | NeedMissing> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof NeedMissing) return error;
    throw error;
  }
}

type Act = (vendor: Vendor) => Promise<unknown>;

interface OfSecondVendor {
  readonly vendor: Vendor;
  readonly recorded: Recorded;
  /** Whether an event concerns the second vendor. */
  readonly where: (event: ReceivedEvent) => boolean;
}

/** The events of a second vendor, after the same action as for a first one of its marketplace; null if there is no second vendor. */
function recordedOfSecondVendor(
  check: Check,
  expected: { readonly type: EventName; readonly count?: number },
  act: Act,
): Promise<OfSecondVendor | null> {
  return ifPossible(async () => {
    const [first, second] = await givenTwoVendors(check);
    await act(first);
    const inbox = await listening(check, second);
    const earlier = await emittedBefore(check, second, inbox);
    await act(second);
    const where = ({ account }: ReceivedEvent): boolean => account === second.acct;
    const recorded = await gathered(inbox, [{ ...expected, where }], { earlier });
    return { vendor: second, recorded, where };
  });
}

/** The event of the second vendor; null if it does not arrive, which another rule judges. */
export async function eventOfSecondVendor(
  check: Check,
  type: EventName,
  act: Act,
): Promise<{ readonly vendor: Vendor; readonly event: ReceivedEvent } | null> {
  const second = await recordedOfSecondVendor(check, { type }, act);
  if (second === null) return null;
  return ifPossible(() =>
    Promise.resolve({ ...second, event: present(second.recorded, type, second.where) }),
  );
}

/** Expects as many events of an action for a second vendor of the marketplace. */
export async function emitsForSecondVendor(
  check: Check,
  { type, count = 1 }: { readonly type: EventName; readonly count?: number },
  act: Act,
): Promise<void> {
  const second = await recordedOfSecondVendor(check, { type, count }, act);
  if (second?.vendor.merchant.own !== true) return;
  expectCount(
    second.recorded,
    { type, where: second.where, count },
    "for the second vendor of a marketplace",
  );
}

/** Reversals that the vendor could not pay, with their events. */
export interface BlockedReversals {
  readonly vendor: Vendor;
  readonly allocation: string;
  readonly refusals: readonly Answer[];
  readonly recorded: Recorded;
}

/** The allocation's money was withdrawn, and less was allocated since. */
export function givenBlockedReversals(check: Check): Promise<BlockedReversals> {
  return check.once("connect-events/blocked-reversals", async (maker) => {
    const vendor = await givenVendor(maker, { withdrawable: true });
    const inbox = await listening(maker, vendor);
    const earlier = await emittedBefore(maker, vendor, inbox);
    const allocation = await givenFunds(maker, vendor, maker.profile.ordinary.amount * 10);
    await emptied(maker, vendor);
    // The vendor has some funds, available ones as well if control can make them so, but too few.
    await ifPossible(async () => matured(maker, [await givenAllocation(maker, vendor)]));
    await givenAllocation(maker, vendor);
    const refusals: Answer[] = [];
    const { amount: all } = allocation;
    for (const amount of [undefined, undefined, all - 1, all - 1, all - 2, undefined]) {
      refusals.push(await sendReversal(allocation, amount));
    }
    const refused = refusals.filter(({ status }) => status === 402).length;
    if (refused === 0) throw new Inconclusive("no reversal was refused for lack of funds");
    return {
      vendor,
      allocation: allocation.id,
      refusals,
      recorded: await gathered(
        inbox,
        [
          { type: EVENT.transferCreated, where: aboutTransfer(allocation.id) },
          {
            type: EVENT.reversalBlocked,
            where: ({ data }) => data["allocation"] === allocation.id,
            count: refused,
          },
        ],
        { earlier },
      ),
    };
  });
}

function statedIn(answer: Answer): Stated {
  const { id, amount, currency, fee, available_at, created_at } = answer.body as Readonly<
    Record<string, unknown>
  >;
  return { id: textOf(id), amount, currency, fee, availableAt: available_at, createdAt: created_at };
}
