import type { Check } from "../../harness/check.ts";
import { pointed } from "../../harness/ports.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import { code, soon } from "../shared/reading.ts";
import type { Vendor } from "./given.ts";

/** What a vendor holds, whole francs. */
export interface Held {
  readonly pending: number;
  readonly available: number;
}

/** Whether the profile tells where balances stand. */
export const tellsBalances = (check: Check): boolean =>
  check.has("field.balance-pending") && check.has("field.balance-available");

/** In place of a verdict that relies on a vendor having nothing else, where nobody tells its balances. */
export const unknownFunds = (): Inconclusive =>
  new Inconclusive(
    "the vendor may hold other funds than this check reckons with: tell fields.balance-pending and fields.balance-available",
  );

export const totalOf = (held: Held): number => held.pending + held.available;

/**
 * What a vendor holds in the account's currency, by the pointers of the profile; nothing without a wallet.
 * @throws NeedMissing when the profile does not tell where balances stand, or which of several is in the account's currency
 */
export async function heldBy(check: Check, { acct, merchant }: Vendor): Promise<Held> {
  check.require("field.balance-pending");
  check.require("field.balance-available");
  const read = check.succeeded(await merchant.api.retrieveAccount({ path: { acct } }));
  const { balances } = read.body as { balances?: unknown };
  if (!Array.isArray(balances)) throw new Inconclusive("the vendor shows no list of balances");
  const entries = inCurrency(check, balances as readonly unknown[]);
  const sum = (field: string): number =>
    entries.reduce<number>((total, entry) => total + francsAt(check, entry, field), 0);
  return { pending: sum("balance-pending"), available: sum("balance-available") };
}

function inCurrency(check: Check, entries: readonly unknown[]): readonly unknown[] {
  if (entries.length < 2) return entries;
  // Francs and other money are never added up: one entry is there for each currency (§2.10).
  check.require("field.balance-currency");
  const pointer = check.profile.fields["balance-currency"] ?? "";
  const wanted = code(check.profile.ordinary.currency);
  return entries.filter((entry) => code(pointed(entry, pointer)) === wanted);
}

function francsAt(check: Check, entry: unknown, field: string): number {
  return francs(pointed(entry, check.profile.fields[field] ?? ""), field);
}

/** An amount as a number, however it is written: its type is another rule's matter. @throws Inconclusive */
export function francs(value: unknown, what: string): number {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof amount === "number" && Number.isFinite(amount)) return amount;
  throw new Inconclusive(`${what} is no amount: ${JSON.stringify(value) ?? "absent"}`);
}

/**
 * Reads until the vendor holds what it has to, for as long as the profile lets a target be inconsistent.
 * @throws Violation of basis "deadline"
 */
export function heldUntil(
  check: Check,
  vendor: Vendor,
  expected: string,
  holds: (held: Held) => boolean,
): Promise<Held> {
  return check.eventually({
    expected,
    withinMs: check.profile.deadlines.consistencyMs,
    read: () => heldBy(check, vendor),
    holds,
    show: (held) => `pending ${held.pending}, available ${held.available}`,
  });
}

/**
 * What a vendor holds, once the money that the check moved before shows in it, or once the target has had its time: a start
 * to reckon from.
 */
export function heldOnce(check: Check, vendor: Vendor, shows: (held: Held) => boolean): Promise<Held> {
  return soon(check, { read: () => heldBy(check, vendor), holds: shows });
}

/** The vendor's balances together come to this. @throws Violation of basis "deadline" */
export async function expectTotal(
  check: Check,
  vendor: Vendor,
  total: number,
  because: string,
): Promise<Held> {
  return heldUntil(
    check,
    vendor,
    `the vendor to hold ${total} francs ${because}`,
    (held) => totalOf(held) === total,
  );
}
