import { randomUUID } from "node:crypto";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/api.ts";
import { addressOf } from "../../suites/fixtures/addresses.ts";
import { STATUSES } from "../../suites/fixtures/compliance.ts";
import { sendAllocation, sendWithdrawal } from "../../suites/fixtures/money-movements.ts";
import { givenReady } from "../../suites/fixtures/withdrawals.ts";
import { trialMerchant } from "./trial-merchant.ts";
import { type Leaf, leavesOf } from "./outputs.ts";

/** A setting of `fields`, and how it was found. */
export interface ObservedField {
  readonly name: string;
  readonly value: string;
  readonly how: string;
}

const VENDOR_COUNT = 3;
const ALLOCATION_COUNT = 3;
/** The amount of each allocation, francs. */
const AMOUNT = 1_000;

/** Usual names of query parameters, tried in this order. */
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

/** The vendors that were created to observe them. */
interface Vendors {
  readonly merchant: Merchant;
  readonly created: readonly { readonly acct: string; readonly name: string; readonly email: string }[];
}

/** The fields that each part finds. */
const PARTS: readonly (readonly [
  (check: Check, vendors: Vendors) => Promise<readonly ObservedField[]>,
  readonly string[],
])[] = [
  [
    vendorFields,
    [
      "vendor-name",
      "vendor-email",
      "vendor-controller",
      "vendor-mode",
      "vendor-created",
      "vendor-state",
      "vendor-organisation",
    ],
  ],
  [complianceFields, ["compliance-status", "compliance-capability", "compliance-operations"]],
  [listParameters, ["accounts-limit-parameter", "accounts-cursor-parameter"]],
  [
    moneyFields,
    [
      "balance-available",
      "balance-pending",
      "balance-currency",
      "transactions-limit-parameter",
      "transactions-page-parameter",
    ],
  ],
  [withdrawalField, ["withdrawal-amount"]],
];

/**
 * Finds the names that the document leaves open and the profile lacks by observing new vendors. Money moves only if control created the
 * merchant.
 */
export async function observedFields(check: Check): Promise<readonly ObservedField[]> {
  const isUnknown = (name: string): boolean => check.profile.fields[name] === undefined;
  const parts = PARTS.filter(([, names]) => names.some(isUnknown));
  if (parts.length === 0) return [];
  const vendors = await createVendors(check).catch(() => null);
  const [first] = vendors?.created ?? [];
  if (vendors === null || first === undefined) return [];
  const seen: ObservedField[] = [];
  for (const [part] of parts) seen.push(...(await part(check, vendors).catch(() => [])));
  return seen.filter(({ name }) => isUnknown(name));
}

async function createVendors(check: Check): Promise<Vendors> {
  const merchant = await trialMerchant(check);
  const { country, currency } = check.profile.ordinary;
  const created: Vendors["created"][number][] = [];
  for (let made = 0; made < VENDOR_COUNT; made += 1) {
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

/** How a field is recognized: its name, an explanation for the user, and whether a member of the answer is the field. */
type Sign = readonly [name: string, how: string, is: (leaf: Leaf) => boolean];

/** The fields that exactly one member can be. If there are several candidates, the field remains unknown. */
function fieldsIn(leaves: readonly Leaf[], signs: readonly Sign[]): readonly ObservedField[] {
  return signs.flatMap(([name, how, is]) => {
    const [only, another] = leaves.filter(is);
    return only === undefined || another !== undefined ? [] : [{ name, value: only.pointer, how }];
  });
}

async function vendorFields(check: Check, { merchant, created }: Vendors): Promise<readonly ObservedField[]> {
  const [first] = created;
  const { body } = check.succeeded(await merchant.api.retrieveAccount({ path: { acct: first?.acct ?? "" } }));
  const leaves = leavesOf(body).filter(({ pointer }) => !pointer.startsWith("/balances/"));
  const isState = /^(account_?)?(state|status)$/i;
  return fieldsIn(leaves, [
    ["vendor-name", "it has the name of a new vendor", ({ value }) => value === first?.name],
    ["vendor-email", "it has the address of a new vendor", ({ value }) => value === first?.email],
    ["vendor-controller", "it has your account's id", ({ value }) => value === merchant.accountId],
    ["vendor-mode", "it is `test`", ({ value }) => value === "test"],
    ["vendor-created", "it is a recent time", ({ value }) => isRecent(value)],
    ["vendor-state", "by its name", ({ name, value }) => typeof value === "string" && isState.test(name)],
    ["vendor-organisation", "by its name", ({ name }) => /^organi[sz]ation(_?id)?$/i.test(name)],
  ]);
}

const RECENT_MS = 15 * 60_000;

const isRecent = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT/.test(value) &&
  Math.abs(Date.now() - Date.parse(value)) < RECENT_MS;

async function complianceFields(
  check: Check,
  { merchant, created }: Vendors,
): Promise<readonly ObservedField[]> {
  const acct = created.at(-1)?.acct ?? "";
  if (merchant.own && check.has("control.setComplianceFile"))
    await check.control.call("setComplianceFile", {
      path: { accountId: merchant.accountId, id: acct },
      json: { status: "in_review", allowedOperations: ["collect"] },
    });
  const { body } = check.succeeded(await merchant.api.retrieveAccountCompliance({ path: { acct } }));
  const isStatus = (value: unknown): boolean => (STATUSES as readonly unknown[]).includes(value);
  return fieldsIn(leavesOf(body), [
    ["compliance-status", "it has a documented status", ({ value }) => isStatus(value)],
    ["compliance-capability", "it is the only flag", ({ value }) => typeof value === "boolean"],
    [
      "compliance-operations",
      "it is a list of operations",
      ({ name, value }) => Array.isArray(value) && /operation/i.test(name),
    ],
  ]);
}

type Query = Readonly<Record<string, string | number>>;
type List = (query: Query) => Promise<Answer>;

/** The ids of the entries of a list; null if the request is refused. */
async function idsOf(list: List, query: Query): Promise<readonly unknown[] | null> {
  return idsIn(await list(query));
}

function idsIn(answer: Answer): readonly unknown[] | null {
  const { data } = (answer.succeeded ? answer.body : {}) as { data?: unknown };
  return Array.isArray(data) ? data.map((entry) => (entry as { id?: unknown } | null)?.id) : null;
}

async function limitOf(list: List): Promise<string | null> {
  const all = await idsOf(list, {});
  if (all === null || all.length < 2) return null;
  for (const name of LIMITS) if ((await idsOf(list, { [name]: 1 }))?.length === 1) return name;
  return null;
}

async function listParameters(_check: Check, { merchant }: Vendors): Promise<readonly ObservedField[]> {
  const list: List = (query) => merchant.api.listAccounts({ query });
  const limit = await limitOf(list);
  if (limit === null) return [];
  const seen = [{ name: "accounts-limit-parameter", value: limit, how: `?${limit}=1 returned one entry` }];
  const first = await list({ [limit]: 1 });
  const { next_cursor: cursor } = first.body as { next_cursor?: unknown };
  if (typeof cursor !== "string" && typeof cursor !== "number") return seen;
  for (const name of CURSORS) {
    const next = await idsOf(list, { [limit]: 1, [name]: cursor });
    if (next?.length === 1 && next[0] !== idsIn(first)?.[0])
      return [
        ...seen,
        { name: "accounts-cursor-parameter", value: name, how: `?${name}= returned the next page` },
      ];
  }
  return seen;
}

/** The fields of balances and the parameters of transactions, observed after allocations to a new vendor. */
async function moneyFields(check: Check, { merchant, created }: Vendors): Promise<readonly ObservedField[]> {
  const [vendor] = created;
  if (!merchant.own || vendor === undefined) return [];
  const path = { acct: vendor.acct };
  const { currency } = check.profile.ordinary;
  for (let made = 0; made < ALLOCATION_COUNT; made += 1)
    check.succeeded(await sendAllocation(check, { acct: vendor.acct, merchant }, AMOUNT));
  const { body } = check.succeeded(await merchant.api.retrieveAccount({ path }));
  const { balances } = body as { balances?: unknown };
  const leaves = leavesOf(Array.isArray(balances) ? balances[0] : undefined);
  const isAmount = ({ name, value }: Leaf, pattern: RegExp): boolean =>
    typeof value === "number" && pattern.test(name);
  const list: List = (query) => merchant.api.listAccountTransactions({ path, query });
  return [
    ...fieldsIn(leaves, [
      ["balance-available", "by its name", (leaf) => isAmount(leaf, /available/i)],
      ["balance-pending", "by its name", (leaf) => isAmount(leaf, /pending/i)],
      [
        "balance-currency",
        "it has your currency",
        ({ value }) => typeof value === "string" && value.toLowerCase() === currency.toLowerCase(),
      ],
    ]),
    ...(await transactionParameters(list)),
  ];
}

async function transactionParameters(list: List): Promise<readonly ObservedField[]> {
  const limit = await limitOf(list);
  const query: Query = limit === null ? {} : { [limit]: 1 };
  const seen =
    limit === null
      ? []
      : [{ name: "transactions-limit-parameter", value: limit, how: `?${limit}=1 returned one entry` }];
  const first = JSON.stringify(await idsOf(list, query));
  for (const name of PAGES) {
    const same = await idsOf(list, { ...query, [name]: 1 });
    const second = await idsOf(list, { ...query, [name]: 2 });
    if (second !== null && JSON.stringify(same) === first && JSON.stringify(second) !== first)
      return [
        ...seen,
        { name: "transactions-page-parameter", value: name, how: `?${name}=2 returned another page` },
      ];
  }
  return seen;
}

async function withdrawalField(check: Check, { merchant }: Vendors): Promise<readonly ObservedField[]> {
  if (!merchant.own || check.profile.fixtures["vendor-withdrawable"] !== undefined) return [];
  const { body } = check.succeeded(await sendWithdrawal(await givenReady(check)));
  return fieldsIn(leavesOf(body), [
    [
      "withdrawal-amount",
      "by its name",
      ({ name, value }) => typeof value === "number" && /amount/i.test(name),
    ],
  ]);
}
