import { type Check, NothingToJudge } from "../kit.ts";
import { EVENT, gathered, listening, type Recorded } from "../expect/connect-events.ts";
import { advanceHalfway, isStillPending, maturedBefore } from "../fixtures/funds.ts";
import { type Allocation, givenAllocation } from "../fixtures/money-movements.ts";
import { givenTwoVendors, type Vendor } from "../fixtures/vendors.ts";
import { type Held, heldOnce, showsBalances } from "../fixtures/wallets.ts";

/** A vendor's balances, once only the first of several credits is due. */
interface Shown {
  readonly vendor: Vendor;
  readonly expected: Held;
  /** Null if the profile does not locate them. */
  readonly held: Held | null;
}

/** What a marketplace shows when the first of several credits is due. */
interface Staggered {
  readonly first: Allocation;
  readonly shown: readonly Shown[];
  /** The events of the first vendor; null if the profile does not describe how events arrive. */
  readonly recorded: Recorded | null;
}

/** Makes a credit of a vendor, later one of it and one of another vendor, and advances to the date of the first one. @throws NothingToJudge if their dates do not differ by minutes */
export function givenStaggered(check: Check): Promise<Staggered> {
  return check.once("connect/staggered-credits", async (maker) => {
    const [vendor, other] = await givenTwoVendors(maker, { own: true });
    const inbox = maker.has("events") ? await listening(maker, vendor) : null;
    const { amount } = maker.profile.ordinary;
    const first = await givenAllocation(maker, vendor, amount + 37);
    if (!(await advanceHalfway(maker, first)))
      throw new NothingToJudge("time cannot be moved by minutes before the date of a credit");
    const second = await givenAllocation(maker, vendor, amount + 59);
    const another = await givenAllocation(maker, other, amount + 83);
    const later = [second, another];
    if (!(await maturedBefore(maker, first, later)))
      throw new NothingToJudge("credits of different times have the same date");
    const read = async (of: Vendor, expected: Held): Promise<Shown> => {
      const isShown = ({ pending, available }: Held): boolean =>
        pending === expected.pending && available === expected.available;
      const held = showsBalances(maker) ? await heldOnce(maker, of, isShown) : null;
      return { vendor: of, expected, held };
    };
    const shown = [
      await read(vendor, { pending: second.amount, available: first.amount }),
      await read(other, { pending: another.amount, available: 0 }),
    ];
    const recorded =
      inbox === null ? null : await gathered(inbox, [{ type: EVENT.fundsAvailable }], { moreExpected: true });
    if (!later.every(isStillPending))
      throw new NothingToJudge("the later credits may have become available meanwhile");
    return { first, shown, recorded };
  });
}
