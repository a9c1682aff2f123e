import { randomUUID } from "node:crypto";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchant.ts";
import { addressOf } from "../../suites/fixtures/addresses.ts";
import { STATUSES } from "../../suites/fixtures/compliance.ts";
import { sendAllocation, sendWithdrawal } from "../../suites/fixtures/money-movements.ts";
import { givenReady } from "../../suites/fixtures/withdrawals.ts";
import { triedMerchant } from "../doctor/own-merchant.ts";
import { type Leaf, leavesOf } from "./outputs.ts";

/** A setting of `fields`, with how it was found. */
export interface SeenField {
  readonly name: string;
  readonly value: string;
  readonly how: string;
}

const CREATED = 3;
const ALLOCATED = 3;
const AMOUNT = 1_000;

/** Usual names of query parameters: each is tried. */
const LIMITS = ["limit", "per_page", "perPage", "page_size", "pageSize", "size", "count", "take", "first"];
const CURSORS = [
  "cursor",
  "after",
  "starting_after",
  "startingAfter",
  "next_cursor",
  "page_token",
  "pageToken",
  "from",
  "next",
];
const PAGES = ["page", "page_number", "pageNumber", "p"];

/** The vendors that were created to look at. */
interface Vendors {
  readonly merchant: Merchant;
  readonly created: readonly { readonly acct: string; readonly name: string; readonly email: string }[];
}

/** Finds the names that the document leaves open, on vendors that it creates. Money moves only if control created the merchant. */
export async function seenFields(check: Check): Promise<readonly SeenField[]> {
  const vendors = await createVendors(check).catch(() => null);
  const [first] = vendors?.created ?? [];
  if (vendors === null || first === undefined) return [];
  const seen: SeenField[] = [];
  const parts = [vendorFields, complianceFields, listParameters, moneyFields, withdrawalField];
  for (const part of parts) seen.push(...(await part(check, vendors).catch(() => [])));
  return seen;
}

async function createVendors(check: Check): Promise<Vendors> {
  const merchant = await triedMerchant(check);
  const { country, currency } = check.profile.ordinary;
  const created: Vendors["created"][number][] = [];
  for (let made = 0; made < CREATED; made += 1) {
    const name = check.name("vendor");
    const inputs = { name, email: addressOf(name), country, currency };
    const acct = check.has("control.createVendor")
      ? (
          (await check.control.call("createVendor", {
            path: { accountId: merchant.accountId },
            json: { name, email: inputs.email },
          })) as { acct: string }
        ).acct
      : (
          await check.ports.call("createVendor", {
            inputs,
            key: merchant.testKey,
            headers: { "idempotency-key": randomUUID() },
          })
        ).text("acct");
    created.push({ acct, name, email: inputs.email });
  }
  return { merchant, created };
}

const pick = (
  name: string,
  leaves: readonly Leaf[],
  how: string,
  is: (leaf: Leaf) => boolean,
): readonly SeenField[] => {
  const found = leaves.filter(is);
  // Several candidates: which one it is cannot be seen.
  const [only] = found;
  return only === undefined || found.length > 1 ? [] : [{ name, value: only.pointer, how }];
};

async function vendorFields(check: Check, { merchant, created }: Vendors): Promise<readonly SeenField[]> {
  const [first] = created;
  const { body } = check.succeeded(await merchant.api.retrieveAccount({ path: { acct: first?.acct ?? "" } }));
  const leaves = leavesOf(body).filter(({ pointer }) => !pointer.startsWith("/balances/"));
  const text = (pattern: RegExp) => (leaf: Leaf) => typeof leaf.value === "string" && pattern.test(leaf.name);
  return [
    ...pick("vendor-name", leaves, "it has the name of a new vendor", ({ value }) => value === first?.name),
    ...pick(
      "vendor-email",
      leaves,
      "it has the address of a new vendor",
      ({ value }) => value === first?.email,
    ),
    ...pick(
      "vendor-controller",
      leaves,
      "it has your account's id",
      ({ value }) => value === merchant.accountId,
    ),
    ...pick("vendor-mode", leaves, "it is `test`", ({ value }) => value === "test"),
    ...pick("vendor-created", leaves, "it is a recent time", ({ value }) => isRecent(value)),
    ...pick("vendor-state", leaves, "by its name", text(/^(account_?)?(state|status)$/i)),
    ...pick("vendor-organisation", leaves, "by its name", ({ name }) =>
      /^organi[sz]ation(_?id)?$/i.test(name),
    ),
  ];
}

const RECENT_MS = 15 * 60_000;

const isRecent = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT/.test(value) &&
  Math.abs(Date.now() - Date.parse(value)) < RECENT_MS;

async function complianceFields(check: Check, { merchant, created }: Vendors): Promise<readonly SeenField[]> {
  const acct = created.at(-1)?.acct ?? "";
  if (merchant.own && check.has("control.setComplianceFile"))
    await check.control.call("setComplianceFile", {
      path: { accountId: merchant.accountId, id: acct },
      json: { status: "in_review", allowedOperations: ["collect"] },
    });
  const { body } = check.succeeded(await merchant.api.retrieveAccountCompliance({ path: { acct } }));
  const leaves = leavesOf(body);
  return [
    ...pick("compliance-status", leaves, "it has a documented status", ({ value }) =>
      (STATUSES as readonly unknown[]).includes(value),
    ),
    ...pick(
      "compliance-capability",
      leaves,
      "it is the only flag",
      ({ value }) => typeof value === "boolean",
    ),
    ...pick(
      "compliance-operations",
      leaves,
      "it is a list of operations",
      ({ name, value }) => Array.isArray(value) && /operation/i.test(name),
    ),
  ];
}

type Query = Readonly<Record<string, string | number>>;
type List = (query: Query) => Promise<Answer>;

/** The list's entries; null where it is refused. */
async function idsOf(list: List, query: Query): Promise<readonly unknown[] | null> {
  const answer = await list(query);
  const { data } = (answer.succeeded ? answer.body : {}) as { data?: unknown };
  return Array.isArray(data) ? data.map((entry) => (entry as { id?: unknown } | null)?.id) : null;
}

async function limitOf(list: List): Promise<string | null> {
  const all = await idsOf(list, {});
  if (all === null || all.length < 2) return null;
  for (const name of LIMITS) if ((await idsOf(list, { [name]: 1 }))?.length === 1) return name;
  return null;
}

async function listParameters(_check: Check, { merchant }: Vendors): Promise<readonly SeenField[]> {
  const list: List = (query) => merchant.api.listAccounts({ query });
  const limit = await limitOf(list);
  if (limit === null) return [];
  const seen = [{ name: "accounts-limit-parameter", value: limit, how: `?${limit}=1 returned one entry` }];
  const first = await list({ [limit]: 1 });
  const { next_cursor: cursor } = first.body as { next_cursor?: unknown };
  const before = await idsOf(list, { [limit]: 1 });
  if (typeof cursor !== "string" && typeof cursor !== "number") return seen;
  for (const name of CURSORS) {
    const next = await idsOf(list, { [limit]: 1, [name]: cursor });
    if (next?.length === 1 && next[0] !== before?.[0])
      return [
        ...seen,
        { name: "accounts-cursor-parameter", value: name, how: `?${name}= returned the next page` },
      ];
  }
  return seen;
}

/** Balances and transactions, after allocations to a new vendor. */
async function moneyFields(check: Check, { merchant, created }: Vendors): Promise<readonly SeenField[]> {
  const [vendor] = created;
  if (!merchant.own || vendor === undefined) return [];
  const path = { acct: vendor.acct };
  const { currency } = check.profile.ordinary;
  for (let made = 0; made < ALLOCATED; made += 1)
    check.succeeded(await sendAllocation(check, { acct: vendor.acct, merchant }, AMOUNT));
  const { body } = check.succeeded(await merchant.api.retrieveAccount({ path }));
  const { balances } = body as { balances?: unknown };
  const leaves = leavesOf(Array.isArray(balances) ? balances[0] : undefined);
  const amount = (pattern: RegExp) => (leaf: Leaf) =>
    typeof leaf.value === "number" && pattern.test(leaf.name);
  const list: List = (query) => merchant.api.listAccountTransactions({ path, query });
  return [
    ...pick("balance-available", leaves, "by its name", amount(/available/i)),
    ...pick("balance-pending", leaves, "by its name", amount(/pending/i)),
    ...pick(
      "balance-currency",
      leaves,
      "it has your currency",
      ({ value }) => typeof value === "string" && value.toLowerCase() === currency.toLowerCase(),
    ),
    ...(await transactionParameters(list)),
  ];
}

async function transactionParameters(list: List): Promise<readonly SeenField[]> {
  const limit = await limitOf(list);
  const query: Query = limit === null ? {} : { [limit]: 1 };
  const seen =
    limit === null
      ? []
      : [{ name: "transactions-limit-parameter", value: limit, how: `?${limit}=1 returned one entry` }];
  const first = JSON.stringify(await idsOf(list, query));
  for (const name of PAGES) {
    const [same, second] = [
      await idsOf(list, { ...query, [name]: 1 }),
      await idsOf(list, { ...query, [name]: 2 }),
    ];
    if (second !== null && JSON.stringify(same) === first && JSON.stringify(second) !== first)
      return [
        ...seen,
        { name: "transactions-page-parameter", value: name, how: `?${name}=2 returned another page` },
      ];
  }
  return seen;
}

async function withdrawalField(check: Check, { merchant }: Vendors): Promise<readonly SeenField[]> {
  if (!merchant.own || check.profile.fixtures["vendor-withdrawable"] !== undefined) return [];
  const { body } = check.succeeded(await sendWithdrawal(await givenReady(check)));
  return pick(
    "withdrawal-amount",
    leavesOf(body),
    "by its name",
    ({ name, value }) => typeof value === "number" && /amount/i.test(name),
  );
}
