import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { epochOf } from "../../harness/timestamps.ts";
import type { Merchant } from "../../harness/merchants.ts";
import { Inconclusive, NeedMissing, Violation } from "../../harness/verdicts.ts";
import { givenVendor, type Vendor } from "./given.ts";
import { type Allocation, codeOf, givenAllocation } from "./money.ts";
import { canMakeMarketplaces } from "./merchants.ts";
import { makeVendor } from "./vendor-making.ts";
import { type Held, heldBy, heldOnce, tellsBalances } from "./wallets.ts";

const DAY_MS = 86_400_000;
/** Until funds are available, wherever that takes less than a month; ms. */
export const MATURITY_MS = 31 * DAY_MS;
/** The least delay, by the target's own dates, at which a credit counts as delayed; ms. */
const LEAST_DELAY_MS = 500;
/** The delay of credits that control is asked for, where all are available at once; ms. */
const ASKED_DELAY_MS = 3_600_000;
/** How far a time of day may be from the same one in UTC; ms. */
const FARTHEST_ZONE_MS = 14 * 3_600_000;
/** How far ahead of its date a credit is looked at; ms. Its time goes on meanwhile. */
const AHEAD_MS = 30_000;
/** How long after its date a credit is taken for available; ms. */
const AFTER_MS = 1_000;

/** Whether the suite can move the time of a vendor's merchant without disturbing anybody. */
export function canMoveTime(check: Check, { merchant }: Vendor): boolean {
  return merchant.own && check.has("control.moveWallClock");
}

/**
 * Makes credits available: by the clock, or by waiting where that does not take long.
 * @throws NeedMissing when only the clock could
 */
export async function matured(check: Check, allocations: readonly Allocation[]): Promise<void> {
  const [first] = allocations;
  if (first === undefined) return;
  if (canMoveTime(check, first.vendor)) {
    const dates = allocations.map(maturityOf).filter((date) => date !== null);
    if (dates.length > 0) await moveTo(check, first.vendor, Math.max(...dates));
    else if (!(await areAvailable(check, allocations)))
      await moveBy(
        check,
        first.vendor,
        delaying.has(first.vendor.merchant) ? ASKED_DELAY_MS + AFTER_MS : MATURITY_MS,
      );
    return;
  }
  for (const { vendor } of allocations) await waitedFor(check, vendor);
}

/**
 * Waits until nothing of a vendor is pending, where the profile tells where that stands.
 * @throws NeedMissing when it takes so long that only the clock could bring it about
 */
export async function waitedFor(check: Check, vendor: Vendor): Promise<void> {
  if (!tellsBalances(check)) return;
  try {
    await check.eventually<Held>({
      expected: "the vendor's funds to become available",
      read: () => heldBy(check, vendor),
      holds: (held) => held.pending === 0,
    });
  } catch (error) {
    if (error instanceof Violation) throw new NeedMissing("control.moveWallClock");
    throw error;
  }
}

/** A vendor that holds available funds, with the allocation that brought them. */
export async function givenFunds(check: Check, vendor: Vendor, amount?: number): Promise<Allocation> {
  const allocation = await givenAllocation(check, vendor, amount);
  await matured(check, [allocation]);
  await shown(check, allocation);
  return allocation;
}

/**
 * What withdraws funds that a check made available was not refused for having none, as far as anybody could see them: where
 * neither time can be moved nor balances are told, they may be pending.
 * @throws Inconclusive when it was, and nobody saw any
 */
export async function requireFunds(check: Check, vendor: Vendor, answer: Answer): Promise<void> {
  if (codeOf(answer) !== "E_CONNECT_VENDOR_EMPTY_BALANCE") return;
  const areSeen = tellsBalances(check)
    ? (await heldBy(check, vendor)).available > 0
    : canMoveTime(check, vendor);
  if (!areSeen) throw new Inconclusive(`the funds may not be available yet: ${answer.summary}`);
}

/** Waits for an available credit to be in the balance, as far as the profile tells where that stands. */
async function shown(check: Check, { amount, vendor }: Allocation): Promise<void> {
  if (!tellsBalances(check)) return;
  try {
    await heldOnce(check, vendor, ({ available }) => available >= amount);
  } catch (error) {
    if (!(error instanceof NeedMissing)) throw error;
  }
}

/**
 * An allocation whose credit is not available yet, by the target's own dates, and what the vendor held before it. Where the
 * target tells none, by the delay that control was asked for and the balance; unless it is `dated`, as the check is about the date.
 * @throws NeedMissing when every credit is available at once
 */
export async function givenDelayed(
  check: Check,
  options: { readonly dated?: boolean } = {},
): Promise<{ before: Held; allocation: Allocation }> {
  const wishes = [{}, { feePayer: "controller" }, { feePayer: "account" }] as const;
  for (const wish of wishes) {
    let vendor: Vendor;
    try {
      // Only of a marketplace of its own can the time be moved.
      vendor = await givenVendor(check, { ...wish, own: true });
    } catch (error) {
      if (error instanceof NeedMissing && "feePayer" in wish) continue;
      throw error;
    }
    const before = await settledFunds(check, vendor);
    const allocation = await givenAllocation(check, vendor);
    if (isDelayed(allocation)) return { before, allocation };
  }
  const vendor = await vendorWithDelay(check);
  const before = await heldBy(check, vendor);
  const allocation = await givenAllocation(check, vendor);
  const isDated = tellsDate(allocation);
  if (!isDelayed(allocation) || (options.dated === true && !isDated)) throw noDelay(check, allocation);
  if (!isDated) await heldOnce(check, vendor, ({ pending }) => pending >= allocation.amount);
  return { before, allocation };
}

/** Why a credit is not known to wait, though control was asked to delay it where it could be. */
export function noDelay(check: Check, { answer }: Allocation): NeedMissing | Inconclusive {
  if (!canMakeMarketplaces(check)) return new NeedMissing("control.createMerchant");
  const { available_at: at } = answer.body as { available_at?: unknown };
  return new Inconclusive(
    at === null
      ? "the allocation's available_at is null, so that nobody knows until when the credit is pending"
      : `no credit waits: available_at is ${JSON.stringify(at)} though control was asked for a delay`,
  );
}

/** Merchants whose credits control was asked to delay. */
const delaying = new WeakSet<Merchant>();

/** A vendor whose credits control was asked to delay. @throws NeedMissing */
export async function vendorWithDelay(check: Check): Promise<Vendor> {
  if (!canMakeMarketplaces(check)) throw new NeedMissing("control.createMerchant");
  const delay = { availabilityDelayMs: ASKED_DELAY_MS };
  const merchant = await check.ownMerchant({ connectMode: "marketplace", ...delay });
  delaying.add(merchant);
  return { acct: await makeVendor(check, merchant), merchant };
}

/** What a vendor holds, once nothing of it is about to mature by itself: what earlier checks left behind is waited for. */
async function settledFunds(check: Check, vendor: Vendor): Promise<Held> {
  const held = await heldBy(check, vendor);
  if (held.pending === 0 || vendor.merchant.own) return held;
  try {
    return await check.eventually({
      expected: "earlier funds to become available",
      read: () => heldBy(check, vendor),
      holds: ({ pending }) => pending === 0,
    });
  } catch (error) {
    // Funds that take longer than that do not mature while this check runs.
    if (error instanceof Violation) return heldBy(check, vendor);
    throw error;
  }
}

/**
 * Whether less time passed since a credit was asked for than it has to wait by the target's own dates, or since time was moved
 * to right before its date.
 */
export function isPendingYet(allocation: Allocation): boolean {
  const moved = movedBefore.get(allocation);
  if (moved !== undefined) return performance.now() - moved < AHEAD_MS;
  const { calledAt } = allocation.answer.exchange;
  return performance.now() - calledAt < (delayOf(allocation) ?? 0);
}

/** Whether a credit was made to wait, by the target's own dates. */
export function isDelayed(allocation: Allocation): boolean {
  return (delayOf(allocation) ?? 0) >= LEAST_DELAY_MS;
}

/** From a credit's creation to its date, by what the target tells, else by what control was asked for; ms, or null. */
function delayOf({ answer, vendor }: Allocation): number | null {
  const { created_at: created, available_at: available } = answer.body as Record<string, unknown>;
  if (available === null && delaying.has(vendor.merchant)) return ASKED_DELAY_MS;
  if (typeof available !== "string") return null;
  const from = typeof created === "string" ? created : new Date().toISOString();
  // Of two instants in no zone, or in one each, the distance is known; of one of either kind it is not.
  if (isClock(available) && isLocal(available) !== isLocal(from)) return null;
  const delay = epochOf(available) - epochOf(from) - Math.max(precisionOf(available), precisionOf(from));
  return Number.isFinite(delay) ? delay : null;
}

/** When time was moved to right before a credit's date; monotonic ms. */
const movedBefore = new WeakMap<Allocation, number>();

/** Moves time to half a minute before a credit's date; false where time cannot be moved or the date tells no instant. */
export async function moveBefore(check: Check, allocation: Allocation): Promise<boolean> {
  const { available_at: at } = allocation.answer.body as { available_at?: unknown };
  if (!canMoveTime(check, allocation.vendor) || typeof at !== "string") return false;
  if (!isClock(at) || isLocal(at)) return false;
  const instant = epochOf(at) - AHEAD_MS - precisionOf(at);
  if (!Number.isFinite(instant)) return false;
  movedBefore.set(allocation, performance.now());
  await moveTo(check, allocation.vendor, instant);
  return true;
}

/**
 * What holds while a credit is pending, by the target's own dates, counted from the request: a delay may be as short as a
 * second, and then the credit matures while the check looks.
 * @throws Inconclusive in place of a Violation that was found when the credit's date may have passed
 */
export async function whilePending<T>(allocation: Allocation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Violation && !isPendingYet(allocation))
      throw new Inconclusive(`the credit may have become available meanwhile: ${error.message}`);
    throw error;
  }
}

/** Whether the target tells when a credit becomes available. */
export function tellsDate(allocation: Allocation): boolean {
  return maturityOf(allocation) !== null;
}

/** An instant at which a credit is available, epoch ms; null where the target tells none. */
function maturityOf({ answer }: Allocation): number | null {
  const { available_at: at } = answer.body as { available_at?: unknown };
  const instant = typeof at === "string" ? epochOf(at) : Number.NaN;
  if (Number.isNaN(instant)) return null;
  // A calendar date has ended everywhere two days later.
  if (!isClock(String(at))) return instant + 2 * DAY_MS;
  return instant + AFTER_MS + precisionOf(String(at)) + (isLocal(String(at)) ? FARTHEST_ZONE_MS : 0);
}

/** Whether a text tells a time of day, not only a date. */
const isClock = (text: string): boolean => /[T:]/.test(text);

/** Whether a text tells a time of day in no zone: which one is meant is open (`timestamp-forms`). */
const isLocal = (text: string): boolean =>
  isClock(text) && !/(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(afterDate(text));

/** Within how many ms an instant is known: what is told to the minute may be anywhere in it. */
const precisionOf = (text: string): number =>
  isClock(text) && !/^\d{2}:?\d{2}:?\d{2}/.test(afterDate(text)) ? 60_000 : 0;

const afterDate = (text: string): string => /[T ](.*)$/.exec(text)?.[1] ?? text;

/** Whether a credit's date is told to the instant, so that two credits can be told apart by it. */
export function tellsInstant({ answer }: Allocation): boolean {
  const { available_at: at } = answer.body as { available_at?: unknown };
  return typeof at === "string" && isClock(at) && !isLocal(at) && precisionOf(at) === 0;
}

/** For how long a credit is still pending once time was moved to another's, by the target's own dates; ms, 0 where it is not. */
export function pendingAfter(credit: Allocation, other: Allocation): number {
  const [at, than] = [maturityOf(credit), maturityOf(other)];
  return at === null || than === null ? 0 : Math.max(0, at - than - AFTER_MS);
}

/** Moves a merchant's time by so many ms. */
export async function moveBy(check: Check, { merchant }: Vendor, byMs: number): Promise<void> {
  if (!merchant.own) throw new NeedMissing("control.createMerchant");
  const path = { accountId: merchant.accountId };
  await check.control.call("moveWallClock", { path, json: { byMs } });
}

/** Whether nothing is pending, though the target had its time to show it, as far as the profile tells where that stands. */
async function areAvailable(check: Check, allocations: readonly Allocation[]): Promise<boolean> {
  if (!tellsBalances(check)) return false;
  const vendors = [...new Map(allocations.map(({ vendor }) => [vendor.acct, vendor])).values()];
  const held = await Promise.all(
    vendors.map((vendor) => heldOnce(check, vendor, ({ pending }) => pending > 0)),
  );
  return held.every(({ pending }) => pending === 0);
}

/** Moves a merchant's time to an instant if that lies ahead. */
async function moveTo(check: Check, vendor: Vendor, instant: number): Promise<void> {
  const path = { accountId: vendor.merchant.accountId };
  const told = check.has("control.readWallClock")
    ? ((await check.control.call("readWallClock", { path })) as { now?: unknown }).now
    : new Date().toISOString();
  const now = epochOf(String(told));
  if (Number.isNaN(now)) throw new Inconclusive("control tells no time of the wall clock");
  if (now < instant) {
    const to = new Date(instant).toISOString();
    await check.control.call("moveWallClock", { path, json: { to } });
  }
}
