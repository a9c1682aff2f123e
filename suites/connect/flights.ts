import type { Check } from "../../harness/check.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { givenVendor, type Vendor } from "./given.ts";
import { givenFunds } from "./maturity.ts";
import { codeOf, givenWithdrawal, sendWithdrawal } from "./money.ts";
import { type Held, heldBy, heldOnce, heldUntil, tellsBalances } from "./wallets.ts";

/** Whether a withdrawal takes the funds when it is made or when it ends is open (`withdrawal-debit-moment`). */

/** How many withdrawals of a vendor control finds in flight: it ends them, one after another. */
export async function endedFlights(check: Check, { acct, merchant }: Vendor): Promise<number> {
  for (let ended = 0; ; ended += 1) {
    try {
      await check.control.call("settleWithdrawal", {
        path: { accountId: merchant.accountId, id: acct },
        json: { outcome: "succeeded" },
      });
    } catch (error) {
      if (error instanceof Inconclusive || ended > 10) return ended;
      throw error;
    }
  }
}

/**
 * Reads until the vendor holds what a withdrawal has to leave. One that is in flight may not have taken anything yet: it is
 * ended by control first.
 * @param before what the vendor held before the withdrawal
 * @throws Violation of basis "deadline"
 * @throws Inconclusive when the withdrawal is in flight, nothing was taken so far, and nobody can end it
 */
export async function heldAfterWithdrawal(
  check: Check,
  vendor: Vendor,
  left: { readonly before: Held; readonly expected: string; readonly holds: (held: Held) => boolean },
): Promise<Held> {
  const read = (): Promise<Held> => heldUntil(check, vendor, left.expected, left.holds);
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const { available } = await heldBy(check, vendor);
    if (available === 0 || available !== left.before.available) throw error;
    if (check.has("control.settleWithdrawal") && (await endedFlights(check, vendor)) > 0) {
      check.observe("withdrawal-debit-moment", "when it ends");
      return read();
    }
    if (codeOf(await sendWithdrawal(vendor)) !== "E_PENDING_WITHDRAW") throw error;
    check.observe("withdrawal-debit-moment", "when it ends");
    throw new Inconclusive("the withdrawal is in flight, and has taken nothing so far");
  }
}

/**
 * Lets a vendor withdraw all that is available, so that it has nothing of that left, as far as the profile tells where
 * balances stand. Where it does not, the withdrawal may have taken nothing so far, or older funds: that something is left is
 * then for the caller to reckon with (`unknownFunds`).
 * @throws Inconclusive when something is left
 */
export async function givenEmptied(check: Check, vendor: Vendor): Promise<void> {
  // Funds that do not show yet would look as if they were withdrawn.
  const before = tellsBalances(check)
    ? await heldOnce(check, vendor, ({ available }) => available > 0)
    : null;
  await givenWithdrawal(check, vendor);
  if (before === null) return;
  const expected = "nothing available after a withdrawal";
  try {
    await heldAfterWithdrawal(check, vendor, { before, expected, holds: ({ available }) => available === 0 });
  } catch (error) {
    if (error instanceof Violation) throw new Inconclusive(error.message);
    throw error;
  }
}

/**
 * For checks that reckon with a balance while a withdrawal is in flight. Looked at once a run.
 * @throws Inconclusive when withdrawals take nothing before they end, or are refused altogether
 */
export async function requireDebitAtOnce(check: Check): Promise<void> {
  const isLate = await check.once("connect/debit-moment", async (maker) => {
    try {
      const vendor = await givenVendor(maker, { withdrawable: true });
      await givenFunds(maker, vendor);
      const before = await heldBy(maker, vendor);
      await givenWithdrawal(maker, vendor);
      return await tookNothing(maker, vendor, before);
    } catch (error) {
      // Where funds never mature during a run, none are withdrawn either.
      if (error instanceof NeedMissing) return false;
      throw error;
    }
  });
  if (isLate) throw new Inconclusive("a withdrawal takes nothing before it ends");
}

async function tookNothing(check: Check, vendor: Vendor, before: Held): Promise<boolean> {
  try {
    await heldUntil(check, vendor, "something taken", ({ available }) => available < before.available);
    return false;
  } catch (error) {
    if (error instanceof Violation) return before.available > 0;
    throw error;
  }
}
