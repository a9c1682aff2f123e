import { type Answer, type Check, Inconclusive, type Merchant } from "../kit.ts";
import { type Charge, givenCaptured, sendRefund } from "../fixtures/charges.ts";
import { givenEmptied } from "../fixtures/in-flight-withdrawals.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { canAdvanceTime, MATURITY_MS, advanceTimeBy, waitedFor } from "../fixtures/funds.ts";
import { EVENT, gathered, listening, type Recorded } from "../expect/connect-events.ts";
import { makeVendor } from "../fixtures/new-vendors.ts";
import { type Held, heldBy, marketplaceTotal, showsBalances, unknownFunds } from "../fixtures/wallets.ts";

/** A vendor of a marketplace without funds. */
async function givenUnfundedMarketplace(check: Check): Promise<Vendor> {
  const merchant: Merchant = await check.ownMerchant({ connectMode: "marketplace", funds: 0 });
  return { acct: await makeVendor(check, merchant), merchant };
}

/** A charge that neither its vendor nor the marketplace can refund: the vendor withdrew everything, and the marketplace has no funds. */
export async function givenUnrefundable(check: Check, of?: Vendor): Promise<Charge> {
  const vendor = of ?? (await givenUnfundedMarketplace(check));
  const charge = await givenCaptured(check, vendor, { amount: check.profile.ordinary.amount * 4 });
  await emptied(check, vendor);
  const funds = await marketplaceFunds(check, vendor);
  if (funds !== null && funds >= charge.amount)
    throw new Inconclusive(`the marketplace that should have no funds has ${funds}`);
  return charge;
}

/** The balance of a vendor's marketplace; null if control does not report it or other clients may change it. */
export async function marketplaceFunds(check: Check, vendor: Vendor): Promise<number | null> {
  return vendor.merchant.own && check.has("control.readBalances") ? marketplaceTotal(check, vendor) : null;
}

/** Withdraws a vendor's whole balance once it is available. */
export async function emptied(check: Check, vendor: Vendor): Promise<void> {
  if (canAdvanceTime(check, vendor)) await advanceTimeBy(check, vendor, MATURITY_MS);
  else await waitedFor(check, vendor);
  await givenEmptied(check, vendor);
}

/**
 * Sends a refund that neither the vendor nor the marketplace can pay.
 * @throws Inconclusive if it is accepted while balances are unknown, because a withdrawal may debit the funds only when it completes
 */
export async function unpaidRefund(check: Check, charge: Charge, amount?: number): Promise<Answer> {
  const { answer } = await sendRefund(check, charge, amount);
  if (answer.succeeded && !showsBalances(check)) throw unknownFunds();
  return answer;
}

/** A refused refund. */
export interface BlockedRefund {
  readonly requested: number;
  readonly answer: Answer;
}

/** Refused refunds of one charge, and their events. */
export interface BlockedRefunds {
  readonly vendor: Vendor;
  readonly refusals: readonly BlockedRefund[];
  /** The vendor's balances before and after, if the profile gives their location. */
  readonly held: { readonly before: Held; readonly after: Held } | null;
  /** Null if the profile does not describe how events arrive. */
  readonly recorded: Recorded | null;
}

export function givenBlockedRefunds(check: Check): Promise<BlockedRefunds> {
  return check.once("connect/blocked-refunds", async (maker) => {
    const vendor = await givenUnfundedMarketplace(maker);
    const inbox = maker.has("events") ? await listening(maker, vendor) : null;
    const { id, amount } = await givenUnrefundable(maker, vendor);
    const canRead = showsBalances(maker);
    const before = canRead ? await heldBy(maker, vendor) : null;
    const refusals: BlockedRefund[] = [];
    // The full refund with and without an amount, and almost the full amount.
    for (const part of [undefined, amount, amount - 1, amount - 1, amount - 2, undefined]) {
      const answer = await unpaidRefund(maker, { id, vendor, amount }, part);
      refusals.push({ requested: part ?? amount, answer });
    }
    const after = canRead ? await heldBy(maker, vendor) : null;
    const refused = refusals.filter(({ answer }) => answer.status === 402).length;
    return {
      vendor,
      refusals,
      held: before === null || after === null ? null : { before, after },
      recorded:
        inbox === null
          ? null
          : await gathered(inbox, [{ type: EVENT.refundBlocked, count: Math.max(1, refused) }]),
    };
  });
}
