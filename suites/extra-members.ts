import { textOf } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { openapi, type OperationName, ports } from "../spec/index.ts";
import { isObject, pointed } from "../spec/json.ts";
import type { Subject } from "./subjects.ts";

export type Members = Readonly<Record<string, unknown>>;
export type Place = "body" | "query";

const LONG_AGO = "2001-02-03T04:05:06.000Z";
/** The same time in ms since 1970, and the day of it. */
const LONG_AGO_MS = Date.parse(LONG_AGO);
const DAY_LONG_AGO = LONG_AGO.slice(0, 10);

/** Names of an account that other operations, answers and events have. */
const ACCOUNTS =
  "account accountId account_id acct controllerAccountId connectedAccountId destination on_behalf_of onBehalfOf";

const accounts = (acct: string): Members =>
  Object.fromEntries(ACCOUNTS.split(" ").map((name) => [name, acct]));

/** Stands for a time to come, because a target may ignore what is past anyway. */
const SOON = Symbol("soon");
const soonDate = (): string => new Date(Date.now() + 20 * 86_400_000).toISOString();
const TIMES = [LONG_AGO, LONG_AGO_MS, DAY_LONG_AGO, SOON];

/**
 * What other operations take, or answers state: a value, one of another type, and one that faults take for absent or for another state. Of a
 * time, one that is to come, too. No value is one that an answer has by itself.
 */
const OTHERS: Readonly<Record<string, readonly unknown[]>> = {
  amount: [7, "7", 0],
  total: [7, "7", 0],
  fee: [3, "3", 0],
  amount_fee: [3, "3", 0],
  reversed_total: [9, "9", 0],
  currency: ["eur", 0, "USD"],
  status: ["failed", true, "canceled"],
  id: ["extra_1", 1, ""],
  object: ["extra", 0, "connect_account"],
  label: ["extra", 0, ""],
  type: [99, "live", false],
  connect_mode: ["platform", false, "none"],
  cadence: ["weekly", 0, "monthly"],
  fee_payer: ["account", 0, "controller"],
  liveMode: [true, "true", 1],
  live_mode: [true, "true", 1],
  mode: ["live", 1, "production"],
  operatorName: ["extra", 0, "orange"],
  phone: ["999999999", 999_999_999, ""],
  country: ["FR", 0, "fr"],
  allocation: ["ctr_extra", 0, ""],
  trial_days: [30, "30", true],
  createdAt: TIMES,
  created_at: TIMES,
  available_at: TIMES,
  expiresAt: TIMES,
  frozenTime: TIMES,
  clientSecret: ["extra_secret_extra", 0, ""],
  orderId: ["ord_extra", 0, ""],
  description: ["extra", 0, ""],
  name: ["extra", 0, ""],
  first_name: ["Extra", 0, ""],
  last_name: ["Extra", 0, ""],
  email: ["extra@example.com", 0, ""],
  successUrl: ["https://extra.example.com/ok", 0, ""],
  cancelUrl: ["https://extra.example.com/ko", 0, ""],
  metadata: [{ extra: "extra" }, "extra", []],
  quantity: [7, "7", 0],
  enabled: [true, "false", false],
  range: ["30d", 30, "6m"],
  granularity: ["day", 1, "week"],
  comparison: ["previous_period", 0, "none"],
  limit: [1, "1", 0],
  page: [2, "2", 0],
  advanceTo: TIMES,
  startFrom: TIMES,
  cancelImmediately: [true, "true", 1],
  cancelAtPeriodEnd: [true, "true", false],
  cancelAt: [LONG_AGO, LONG_AGO_MS, "now", SOON],
  pauseUntil: [LONG_AGO, LONG_AGO_MS, "now", SOON],
  application_fee_rate: [0.5, "0.5", 0],
  remaining: [1, "1", 0],
  msisdn: ["999999999", 999_999_999, ""],
};

/** A new clock is `ready`. */
const CLOCK_STATUSES = ["completed", true, "advancing"];

/** Which values are sent in a place. In a query all are text. */
export const SENT: Readonly<Record<Place, readonly number[]>> = { body: [0, 1, 2, 3], query: [0, 2, 3] };

/** Other names of the objects that requests are about, by those of the values of subjects. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  allocationId: ["allocation", "id"],
  subscriptionId: ["subscription", "id"],
  invoiceId: ["invoice", "id"],
  customerId: ["customer"],
};

/** The names of another object, of the same account or of another one, which the operation does not take here. */
export function namesOf({ values }: Subject, taken: ReadonlySet<string>): Members {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, id]) =>
      typeof id === "string" && /^[a-z]+_\w+$/.test(id)
        ? [name, ...(ALIASES[name] ?? [])].filter((one) => !taken.has(bare(one))).map((one) => [one, id])
        : [],
    ),
  );
}

/** What a request whose parameters the document does not show certainly does not take: what answers state, and the names that §4.9 ignores. */
const NEVER_TAKEN = [
  ...["id", "object", "status", "liveMode", "live_mode", "createdAt", "created_at"],
  ...["cancelAtPeriodEnd", "pauseUntil"],
];

/** What a withdrawal refuses by its name (§7.4). */
const UNSUPPORTED = ["amount", "phone", "type", "fee_payer", "destination", "account_id"];

/** The operations whose parameters the document does not show, so that a name may be one of them. */
const UNSHOWN: readonly OperationName[] = [
  "createAccount",
  "createOnboardingLink",
  "createSubscription",
  "retryPayment",
  "voidInvoice",
];

/** A name without its notation. */
const bare = (name: string): string => name.replace(/_/g, "").toLowerCase();

/** The names of an operation's parameters: at any depth of its body, or in its query. */
export function takenBy(name: OperationName, place: Place): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: unknown): void => {
    if (!isObject(schema)) return;
    const { $ref: reference, properties } = schema;
    if (typeof reference === "string") visit(pointed(openapi, reference.slice(1)));
    if (isObject(properties))
      for (const [property, inner] of Object.entries(properties)) {
        found.add(bare(property));
        visit(inner);
      }
    for (const part of ["allOf", "anyOf", "oneOf"]) {
      const parts = schema[part];
      if (Array.isArray(parts)) (parts as unknown[]).forEach(visit);
    }
  };
  const { path = "", method = "" } = contractOperations.get(name) ?? {};
  const operation = pointed(openapi, `/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}`);
  if (place === "body") {
    visit(pointed(operation, "/requestBody/content/application~1json/schema"));
    for (const { name: input } of ports.find((port) => port.name === name)?.inputs ?? [])
      found.add(bare(input));
  }
  const parameters = pointed(operation, "/parameters");
  for (const parameter of Array.isArray(parameters) ? (parameters as unknown[]) : [])
    found.add(bare(textOf(pointed(parameter, "/name"))));
  return found;
}

/** What the operation does not take. @param which of the values of each name; the first with the names of another account, too */
export function extrasOf(
  name: OperationName,
  { acct, place, which }: { readonly acct: string; readonly place: Place; readonly which: number },
): Members {
  const taken = takenBy(name, place);
  const toCome = soonDate();
  const others = Object.entries(OTHERS).flatMap(([member, values]): [string, unknown][] => {
    const some = member === "status" && name === "createTestClock" ? CLOCK_STATUSES : values;
    return which >= some.length ? [] : [[member, some[which] === SOON ? toCome : some[which]]];
  });
  // An account that the operation takes has one name only, but another notation may be an alias.
  const all = [...(which === 0 ? Object.entries(accounts(acct)) : []), ...others];
  const isAccountTaken = [...taken].some((one) => ["account", "accountid"].includes(one));
  return Object.fromEntries(
    all.filter(
      ([member, value]) =>
        !taken.has(bare(member)) &&
        !(name === "createWithdrawal" && place === "body" && UNSUPPORTED.includes(member)) &&
        !(value === acct && isAccountTaken) &&
        !(UNSHOWN.includes(name) && value !== acct && !NEVER_TAKEN.includes(member)),
    ),
  );
}

/** Some of the members each; none of a single one. */
export function partsOf(members: Members): readonly Members[] {
  const all = Object.entries(members);
  const size = Math.max(1, Math.floor(Math.sqrt(all.length)));
  const count = all.length < 2 ? 0 : Math.ceil(all.length / size);
  return Array.from({ length: count }, (_unused, at) =>
    Object.fromEntries(all.slice(at * size, (at + 1) * size)),
  );
}
