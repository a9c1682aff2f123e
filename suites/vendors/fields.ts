import type { Answer, Check, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, NothingToJudge, rule, textOf } from "../kit.ts";
import { isTimestamp } from "../../harness/timestamps.ts";
import { givenReadableVendor, givenVendor, type Vendor } from "../fixtures/vendors.ts";
import { givenAllocation, givenReversal } from "../fixtures/money-movements.ts";
import { givenVendorIn } from "../fixtures/vendor-conditions.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import { code, soon } from "../fixtures/reading.ts";
import { HOUR, MINUTE, parseTimestamp } from "../fixtures/times.ts";
import { listed, pageAt } from "../fixtures/vendor-lists.ts";
import { pointed } from "../../spec/json.ts";

/** Attributes of a vendor under the names in the profile (§2.10), read alone and in the list. */
export default [
  attribute("vendors/name-is-text", "vendor-name", "text", isText),
  attribute("vendors/email-text-or-null", "vendor-email", "text or null", isTextOrNull),
  attribute("vendors/organisation-text-or-null", "vendor-organisation", "text or null", isTextOrNull),
  attribute("vendors/state-text-or-null", "vendor-state", "text or null", isTextOrNull),
  attribute("vendors/created-text-or-null", "vendor-created", "text or null", isTextOrNull),
  attribute(
    "vendors/created-iso-8601",
    "vendor-created",
    "an ISO 8601 timestamp, if present",
    (value) => typeof value !== "string" || isTimestamp(value),
  ),
  attribute("vendors/mode-is-test-or-live", "vendor-mode", "test or live", (value) =>
    ["test", "live"].includes(textOf(value)),
  ),

  rule("vendors/controller-is-the-marketplace", async (check) => {
    const vendor = await givenReadableVendor(check);
    for (const [view, shown] of await viewsOf(check, vendor)) {
      const controller = pointed(shown, check.profile.fields["vendor-controller"] ?? "");
      check.expect.that(`the controller of ${view}`, controller).toBe(vendor.merchant.accountId);
    }
  }),

  /** Compares the vendor before and after money movements. */
  rule("vendors/controller-never-changes", async (check) => {
    const vendor = await givenVendor(check);
    const controllers = async (): Promise<readonly unknown[]> => {
      const read = check.succeeded(
        await vendor.merchant.api.retrieveAccount({ path: { acct: vendor.acct } }),
      );
      const inList = await listed(check, vendor.merchant, vendor.acct);
      return [read.body, inList].map((shown) =>
        pointed(shown, check.profile.fields["vendor-controller"] ?? ""),
      );
    };
    const before = await controllers();
    const allocation = await givenAllocation(check, vendor);
    check.expect.that("the controller after an allocation", await controllers()).toBe(before);
    await givenReversal(check, allocation);
    check.expect.that("the controller after its reversal", await controllers()).toBe(before);
  }),

  /** Compares each attribute that the list and the vendor read alone both show. The list may be updated late. */
  rule("vendors/read-agrees-with-list", async (check) => {
    const { acct, merchant } = await onAPage(check, await givenVendor(check));
    const { read, own, entry } = await soon(check, {
      read: async () => {
        const alone = check.succeeded(await merchant.api.retrieveAccount({ path: { acct } }));
        const shown = comparedIn(check, await listed(check, merchant, acct));
        return { read: alone, own: comparedIn(check, alone.body), entry: shown };
      },
      holds: (both) => differing(both.own, both.entry).length === 0,
    });
    for (const [name] of differing(own, entry))
      check.expect.that(`${name} of the vendor read alone`, own.get(name), read).toBe(entry.get(name));
  }),

  /** Uses the other routes that read a vendor as well, as far as they answer for a vendor that may have a wallet. */
  rule("vendors/no-wallet-no-balances", async (check) => {
    const { acct, merchant } = await givenVendorIn(check, "vendor-without-wallet", { wallet: false });
    const { api } = merchant;
    const read = await api.retrieveAccount({ path: { acct } });
    check.expect(read).toAnswer(200);
    check.expect.field("balances", (read.body as { balances?: unknown }).balances, read).toBe([]);
    for (const reads of [readTransactions, readCompliance]) {
      const answer = await reads({ acct, merchant });
      if (answer.succeeded) continue;
      const other = await ifPossible(() => givenReadableVendor(check));
      if (other !== null && (await reads(other)).succeeded) check.expect(answer).toAnswer(200);
    }
    // A rule about all traffic judges what it has after its first allocation, when it was read before.
    if ((await ifPossible(() => givenAllocation(check, { acct, merchant }))) !== null)
      await api.retrieveAccount({ path: { acct } });
  }),

  /** Judges the balances after several credits and a debit. */
  rule("vendors/one-balance-per-currency", async (check) => {
    const vendor = await givenVendor(check);
    const currencies = async (): Promise<readonly string[]> => {
      const read = check.succeeded(
        await vendor.merchant.api.retrieveAccount({ path: { acct: vendor.acct } }),
      );
      const pointer = check.profile.fields["balance-currency"] ?? "";
      return read.field("balances").map((entry) => code(pointed(entry, pointer)));
    };
    const first = await givenAllocation(check, vendor);
    await givenAllocation(check, vendor);
    await givenReversal(check, first, 1);
    // The document does not say when a wallet is shown.
    const observed = await soon(check, { read: currencies, holds: (shown) => shown.length > 0 });
    if (observed.length === 0) throw new Inconclusive("the vendor that was allocated money shows no balance");
    check.expect.that("the currencies of the balances", observed).toBe([...new Set(observed)]);
  }),
];

const readTransactions = ({ acct, merchant }: Vendor): Promise<Answer> =>
  merchant.api.listAccountTransactions({ path: { acct } });

const readCompliance = ({ acct, merchant }: Vendor): Promise<Answer> =>
  merchant.api.retrieveAccountCompliance({ path: { acct } });

/** The vendor, or the first one in the list if that has more pages than the profile says how to turn. */
async function onAPage(check: Check, vendor: Vendor): Promise<Vendor> {
  const { merchant } = vendor;
  if ((await ifPossible(() => listed(check, merchant, vendor.acct))) !== null) return vendor;
  const [first] = (await pageAt(check, merchant)).field("data");
  return first === undefined ? vendor : { acct: textOf(first.id), merchant };
}

/** Without the name, as one view may show the legal name and the other the trading name. */
const COMPARED = ["vendor-email", "vendor-organisation", "vendor-created"];

/**
 * The attributes of a vendor that do not change by themselves. Omits null, which means nothing here. Timestamps are compared within the
 * precision of both.
 */
function comparedIn(check: Check, shown: unknown): ReadonlyMap<string, unknown> {
  const pointers = COMPARED.map((field) => [field, check.profile.fields[field]] as const);
  return new Map(
    [...pointers, ["country", "/country"] as const].flatMap(([name, pointer]) => {
      const value = pointer === undefined ? undefined : pointed(shown, pointer);
      return value === undefined || value === null ? [] : [[name, name === "country" ? code(value) : value]];
    }),
  );
}

/** Whether two views of an attribute contradict each other. A timestamp may have any form and be as coarse as a day. */
function isOther(name: string, one: unknown, other: unknown): boolean {
  if (name !== "vendor-created") return one !== other;
  const [at, than] = [parseTimestamp(one), parseTimestamp(other)];
  if (at === null || than === null) return false;
  const isTimed = [one, other].every((time) => /[T ]\d{2}:?\d{2}/.test(textOf(time)));
  return Math.abs(at - than) >= (isTimed ? MINUTE : 38 * HOUR);
}

function differing(
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
): readonly (readonly [string, unknown])[] {
  return [...one].filter(([name, value]) => other.has(name) && isOther(name, value, other.get(name)));
}

/** Judges the attribute in each view of a vendor, and in all vendors that are listed with it. */
function attribute(
  id: RuleId,
  field: string,
  expected: string,
  holds: (value: unknown) => boolean,
): RuleCheck {
  return rule(id, async (check) => {
    const vendor = await givenReadableVendor(check);
    const observed = (await viewsOf(check, vendor)).map(
      ([view, shown]) => [view, pointed(shown, check.profile.fields[field] ?? "")] as const,
    );
    const isAbsent = ([, value]: readonly [string, unknown]): boolean => value === undefined;
    // A nullable attribute has no documented name, so a vendor may omit it.
    const isOptional = holds(null);
    if (isOptional && observed.every(isAbsent)) throw new NothingToJudge(`no vendor shows its ${field}`);
    for (const [view, value] of observed) {
      if (isOptional && value === undefined) continue;
      check.expect.that(`${field} of ${view}`, value).toSatisfy(expected, holds);
    }
  });
}

/** The retrieved vendor, and the entries on the first page of the list. */
async function viewsOf(
  check: Check,
  { acct, merchant }: Vendor,
): Promise<readonly (readonly [string, unknown])[]> {
  const read = check.succeeded(await merchant.api.retrieveAccount({ path: { acct } }));
  check.observe("vendor-field-names", Object.keys(read.body).sort().join(", "));
  const page = await pageAt(check, merchant);
  check.observe("vendor-list-page-size", `${page.field("data").length} on the first page`);
  return [
    [`the vendor ${acct} read alone`, read.body],
    ...page.field("data").map((entry): [string, unknown] => [`the listed vendor ${textOf(entry.id)}`, entry]),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}
