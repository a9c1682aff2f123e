import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { endedFlights } from "../connect/flights.ts";
import { givenVendor, type Vendor } from "../connect/given.ts";
import { type Held, held } from "../connect/holds.ts";
import { freshKey } from "../connect/keys.ts";
import {
  canMoveTime,
  givenFunds,
  isDelayed,
  matured,
  moveBy,
  pendingAfter,
  tellsDate,
  tellsInstant,
  vendorWithDelay,
} from "../connect/maturity.ts";
import { codeOf, givenAllocation, givenWithdrawal } from "../connect/money.ts";

/** A withdrawal as it goes over the wire: what a check breaks about it. */
export interface Sent {
  /** Undefined sends a new one, null none. */
  readonly key?: string | null;
  /** Undefined sends no body at all (§4.7). */
  readonly json?: unknown;
}

/** Sends a withdrawal, whatever it is like. */
export function send({ acct, merchant }: Vendor, { key, json }: Sent = {}): Promise<Answer> {
  return merchant.api.createWithdrawal({
    path: { acct },
    ...(key === null ? {} : { headers: { "Idempotency-Key": key ?? freshKey() } }),
    ...(json === undefined ? {} : { json }),
  });
}

/** A vendor that can withdraw at once: it has a payout destination and available funds. */
export async function givenReady(check: Check): Promise<Vendor> {
  const vendor = await givenVendor(check, { withdrawable: true });
  await givenFunds(check, vendor);
  return vendor;
}

/** A withdrawal that control holds in flight (§7.6). */
export function heldWithdrawal(check: Check, vendor: Vendor): Promise<Held<unknown>> {
  return held(check, vendor.merchant, "createWithdrawal", (key) => send(vendor, { key }));
}

/**
 * Sends until no earlier withdrawal is in the way: an earlier check may have left one in flight on a leased vendor, and
 * which of two refusals comes is open.
 * @throws Inconclusive when the wallet never gets free
 */
export async function sentWhenFree(
  check: Check,
  vendor: Vendor,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (vendor.merchant.own) return act();
  try {
    return await check.eventually({
      expected: "the wallet to have no withdrawal in flight",
      read: act,
      holds: (answer) => codeOf(answer) !== "E_PENDING_WITHDRAW",
      show: (answer) => answer.summary,
    });
  } catch (error) {
    if (error instanceof Violation) throw new Inconclusive(error.message);
    throw error;
  }
}

/** How far apart in time two credits are made of which the second is to mature soon after the first; ms. A flight may be short. */
const APART_MS = 5_000;

/** A vendor whose withdrawal was made just now, under a key, and which has available funds again. */
export async function givenInFlight(
  check: Check,
): Promise<{ readonly vendor: Vendor; readonly key: string; readonly answer: Answer }> {
  let vendor = await givenVendor(check, { withdrawable: true });
  let first = await givenAllocation(check, vendor);
  if (canMoveTime(check, vendor) && !tellsDate(first)) {
    // A delay that control was asked for is shorter than the farthest that credits may wait: the flight has to outlast it.
    vendor = await vendorWithDelay(check);
    first = await givenAllocation(check, vendor);
  }
  if (canMoveTime(check, vendor) && tellsInstant(first) && isDelayed(first)) {
    // Both credits wait for their dates together, so that little time passes after the withdrawal.
    await moveBy(check, vendor, APART_MS);
    const second = await givenAllocation(check, vendor);
    const start = performance.now();
    await matured(check, [first]);
    const made = await givenWithdrawal(check, vendor);
    // Credits that become available at the same time, at midnight say, were withdrawn together.
    const isLeft = performance.now() - start < pendingAfter(second, first);
    if (isLeft) await matured(check, [second]);
    else await givenFunds(check, vendor);
    return { vendor, ...made };
  }
  await matured(check, [first]);
  const made = await givenWithdrawal(check, vendor);
  await givenFunds(check, vendor);
  return { vendor, ...made };
}

/** Allocates and withdraws with nothing between them, as far as the target lets new funds be withdrawn at once. */
export async function sentWithNewFunds(check: Check, vendor: Vendor): Promise<Answer> {
  const credit = await givenAllocation(check, vendor);
  const answer = await send(vendor);
  if (codeOf(answer) !== "E_CONNECT_VENDOR_EMPTY_BALANCE") return answer;
  await matured(check, [credit]);
  return send(vendor);
}

/** Ends a withdrawal in flight by control, or waits until the next one is let through. @throws NeedMissing */
export async function settledFlight(
  check: Check,
  vendor: Vendor,
  next: () => Promise<Answer>,
): Promise<Answer> {
  if (check.has("control.settleWithdrawal")) {
    await endedFlights(check, vendor);
    return next();
  }
  try {
    return await check.eventually({
      expected: "the withdrawal in flight to end",
      read: next,
      holds: (answer) => codeOf(answer) !== "E_PENDING_WITHDRAW",
    });
  } catch (error) {
    if (error instanceof Violation) throw new NeedMissing("control.settleWithdrawal");
    throw error;
  }
}
