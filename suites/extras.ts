import type { Answer, Check, RuleCheck, RuleId } from "./kit.ts";
import { NothingToJudge, rule, textOf, Violation } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { openapi, type OperationName, operationRows, ports, resources, ruleIdOf } from "../spec/index.ts";
import { isObject, pointed } from "../spec/json.ts";
import { listen } from "./fixtures/every-event.ts";
import { ifPossible } from "./fixtures/if-possible.ts";
import { isRefusal, readBack, soon } from "./fixtures/reading.ts";
import { everyTotal } from "./fixtures/wallets.ts";
import { merchantOfEveryRoute } from "./every-route.ts";
import { scheduleOf } from "./guards.ts";
import { request, REQUESTS } from "./requests.ts";
import { type Subject, SUBJECTS } from "./subjects.ts";

type Members = Readonly<Record<string, unknown>>;
type Place = "body" | "query";

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
const SENT: Readonly<Record<Place, readonly number[]>> = { body: [0, 1, 2, 3], query: [0, 2, 3] };

/** Other names of the objects that requests are about, by those of the values of subjects. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  allocationId: ["allocation", "id"],
  subscriptionId: ["subscription", "id"],
  invoiceId: ["invoice", "id"],
  customerId: ["customer"],
};

/** The names of another object, of the same account or of another one, which the operation does not take here. */
function namesOf({ values }: Subject, taken: ReadonlySet<string>): Members {
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

/** Acts on a subscription after which its state stays the same by itself. */
const STEADY: readonly OperationName[] = ["cancelSubscription", "pauseSubscription", "resumeSubscription"];

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

/** How often a difference has to come and go with the members: what the document leaves open may change with each request, or by chance. */
const ROUNDS = 2;

/** The operations whose effect makes a second one on the same object impossible, or another one. */
const SPENT: readonly OperationName[] = [...STEADY, "createWithdrawal", "retryPayment", "voidInvoice"];

/** A name without its notation. */
const bare = (name: string): string => name.replace(/_/g, "").toLowerCase();

/** The names of an operation's parameters: at any depth of its body, or in its query. */
function takenBy(name: OperationName, place: Place): ReadonlySet<string> {
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
function extrasOf(
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
function partsOf(members: Members): readonly Members[] {
  const all = Object.entries(members);
  const size = Math.max(1, Math.floor(Math.sqrt(all.length)));
  const count = all.length < 2 ? 0 : Math.ceil(all.length / size);
  return Array.from({ length: count }, (_unused, at) =>
    Object.fromEntries(all.slice(at * size, (at + 1) * size)),
  );
}

/** Each leaf of an answer, as text. */
function leavesOf(value: unknown, at = "", found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) leavesOf(member, `${at}/${name}`, found);
  else found.set(at, JSON.stringify(value));
  return found;
}

/** The operations whose answers show what they changed, and how it is read. */
const READS = new Map(
  resources.flatMap(({ answers = {} }): [string, OperationName][] => {
    const [creation] = Object.keys(answers);
    const read = Object.keys(answers).find((name) => contractOperations.get(name)?.path.endsWith("{id}"));
    return creation === undefined || read === undefined ? [] : [[creation, read as OperationName]];
  }),
);

interface Shown {
  readonly answer: Answer;
  /** What was sent as an extra. */
  readonly asked: Members;
  readonly leaves: ReadonlyMap<string, string>;
}

/** The operations that move money as soon as they are answered. */
const MOVING: readonly OperationName[] = ["createAllocation", "createAllocationReversal", "createWithdrawal"];

/** Sends a request, and reads what it created, changed and moved. */
async function shownBy(
  check: Check,
  name: OperationName,
  about: {
    readonly subject: Subject;
    readonly extra?: Members;
    readonly query?: Members;
    /** What the request shows without the members. */
    readonly like?: Shown["leaves"];
  },
): Promise<Shown> {
  const { subject, extra, query } = about;
  const asked = query === undefined ? {} : { query: query as Readonly<Record<string, string>> };
  const oddity = { ...(extra === undefined ? {} : { extra }), ...asked };
  const moves = MOVING.includes(name) && subject.merchant?.own === true && check.has("control.readBalances");
  const totals = async (): Promise<ReadonlyMap<string, number>> =>
    moves ? everyTotal(check, subject.merchant.accountId) : new Map();
  const held = await totals();
  const answer = await request(check, name, { subject, oddity });
  const leaves = new Map(leavesOf(answer.body));
  let toVendors = 0;
  for (const [wallet, total] of await totals()) {
    const moved = total - (held.get(wallet) ?? 0);
    leaves.set(`moved ${wallet}`, `${moved}`);
    if (wallet !== "marketplace") toVendors += moved;
  }
  leaves.set("moved to vendors", `${toVendors}`);
  const { subscriptionId } = subject.values;
  if (STEADY.includes(name) && check.ports.bound("retrieveSubscription")) {
    const call = { inputs: { subscriptionId }, ...(subject.merchant && { key: subject.merchant.testKey }) };
    // Changes may show late.
    const read = await soon(check, {
      read: () => check.ports.call("retrieveSubscription", call),
      holds: ({ output }) =>
        about.like === undefined || about.like.get("now /status") === JSON.stringify(output("status")),
    });
    leaves.set("now /status", JSON.stringify(read.output("status")));
  }
  const read = READS.get(name);
  const id = pointed(answer.body, "/id");
  if (answer.succeeded && read !== undefined && typeof id === "string") {
    const found = await request(check, read, { subject: { ...subject, values: { id } } });
    // What is created may be shown late, and change by itself.
    if (found.succeeded)
      for (const [path, value] of leavesOf(found.body)) leaves.set(`read back ${path}`, value);
  }
  return { answer, leaves, asked: { ...extra, ...query } };
}

/** Where the answer to a request with extras differs from what both answers around it agree on. */
function differences(before: Shown, between: Shown, after: Shown): readonly string[] {
  const times = Object.values(between.asked).flatMap((one) =>
    typeof one === "string" && /^\d{4}-\d\d-\d\d/.test(one) ? [JSON.stringify(one).slice(0, 11)] : [],
  );
  return [...before.leaves].flatMap(([path, value]) => {
    const other = between.leaves.get(path);
    // A status may change by itself at any time, but not to the one that was asked for.
    const isFixed =
      path === "now /status" ||
      (other !== undefined && other === JSON.stringify(between.asked["status"])) ||
      (path === "/status" && before.answer.exchange.operation === "createDisbursement");
    if (/status$/.test(path) && !isFixed) return [];
    // So does a time: only the one that was asked for shows a fault.
    if (/^"\d{4}-/.test(value) && !times.some((time) => other?.startsWith(time))) return [];
    return value === after.leaves.get(path) && other !== undefined && other !== value ? [path] : [];
  });
}

/** A list may have further parameters, which leave entries out. */
const isList = (name: OperationName): boolean => name === "listRemittances" || name === "listTestClocks";

/** Entries that only the list with extras has: the own merchant creates none meanwhile. */
function foreign(before: Shown, between: Shown, after: Shown): readonly string[] {
  const known = new Set([...before.leaves.values(), ...after.leaves.values()]);
  return [...between.leaves].flatMap(([path, value]) =>
    /\/\d+\/id$/.test(path) && !known.has(value) ? [path] : [],
  );
}

/**
 * Sends requests with members, or parameters of the query, that the operation does not take, between two that have none. A target may refuse
 * or store them, but what both others agree on stays the same.
 */
function obeysNothingElse(id: RuleId, name: OperationName): RuleCheck {
  return rule(id, scheduleOf(name), async (check) => {
    const { given } = REQUESTS[name];
    const once = REQUESTS[name].once === true || SPENT.includes(name);
    const [own, other] = check.has("control.createMerchant")
      ? [await merchantOfEveryRoute(check), await merchantOfEveryRoute(check)]
      : [];
    // Checks share the ordinary creations of the profile's merchant.
    if (name === "createAccount") check.require("control.createMerchant");
    if (own?.own === true) await ifPossible(() => listen(check, own));
    const first = await SUBJECTS[given](check, own);
    const subject = async (): Promise<Subject> => (once ? SUBJECTS[given](check, own) : first);
    // What another account has must not come into the list.
    if (isList(name) && other !== undefined)
      await SUBJECTS[name === "listTestClocks" ? "clock" : given](check, other);
    // An account of the own ones, if possible: the request could move its money.
    const another =
      name === "createAllocationReversal" && own?.own === true
        ? textOf((await SUBJECTS.vendor(check, own)).values["acct"])
        : (other?.accountId ?? "acct_00000000000000000000");
    const isRead = contractOperations.get(name)?.method === "GET";
    const read = READS.get(name);
    const kind =
      read === undefined || REQUESTS[read].given === "readable-vendor" ? given : REQUESTS[read].given;
    const [sibling, ofOther] = await Promise.all(
      [own, other].map((owner) =>
        owner?.own === true ? ifPossible(() => SUBJECTS[kind](check, owner)) : Promise.resolve(null),
      ),
    );
    const plain = async (): Promise<Shown> => {
      const shown = await shownBy(check, name, { subject: await subject() });
      check.succeeded(shown.answer);
      return shown;
    };
    // A new object may be found late.
    if (isRead) await readBack(check, () => request(check, name, { subject: first }));
    let before = await plain();
    let accepted = 0;
    for (const place of isRead ? (["query"] as const) : (["query", "body"] as const)) {
      const taken = takenBy(name, place);
      const namesIn = (one: Subject | null | undefined): Members => (one == null ? {} : namesOf(one, taken));
      const sent = once && place === "query" ? [0] : SENT[place];
      const [extras = {}, ...further] = sent.map((which): Members => ({
        ...extrasOf(name, { acct: another, place, which }),
        ...(which === 0 ? namesIn(sibling) : {}),
      }));
      const placed = (extra: Members): { extra?: Members; query?: Members } =>
        place === "body"
          ? { extra }
          : { query: Object.fromEntries(Object.entries(extra).map(([n, v]) => [n, textOf(v)])) };
      const expectSame = async (
        extra: Members,
        { between, found: differing }: { readonly between: Shown; readonly found: readonly string[] },
      ): Promise<void> => {
        let found = differing;
        let again = between;
        for (let round = 0; round < ROUNDS && found.length > 0; round += 1) {
          const without = await plain();
          again = await shownBy(check, name, { subject: await subject(), ...placed(extra) });
          const last = await plain();
          const same = isList(name)
            ? foreign(without, again, last)
            : differences(without, again, last).filter(
                (one) => without.leaves.get(one) === before.leaves.get(one),
              );
          found = found.filter((path) => same.includes(path));
          before = last;
        }
        const [path] = found;
        if (path === undefined) return;
        throw new Violation({
          expected: `${path} to be ${before.leaves.get(path) ?? "absent"}, as without the members that the operation does not take`,
          actual: `it is ${again.leaves.get(path) ?? ""}`,
          exchange: again.answer.exchange.sequence,
        });
      };
      /** Sends requests with these members, between two without. @returns those that were refused */
      const tryOut = async (sets: readonly Members[]): Promise<readonly Members[]> => {
        const shown: { readonly extra: Members; readonly between: Shown }[] = [];
        for (const extra of sets) {
          const like = before.leaves;
          const between = await shownBy(check, name, { subject: await subject(), like, ...placed(extra) });
          if (isRefusal(between.answer)) continue;
          check.succeeded(between.answer);
          shown.push({ extra, between });
        }
        accepted += shown.length;
        const [first, last] = [before, shown.length === 0 ? before : await plain()];
        before = last;
        const compare = isList(name) ? foreign : differences;
        for (const { extra, between } of shown)
          await expectSame(extra, { between, found: compare(first, between, last) });
        return sets.filter((set) => !shown.some(({ extra }) => extra === set));
      };
      /** Of what was refused together, one member may be the reason. */
      const tryParts = async (set: Members): Promise<void> => {
        for (const refused of await tryOut(partsOf(set))) await tryParts(refused);
      };
      const known = accepted;
      const sets = [namesIn(ofOther), extras, ...further].filter((set) => Object.keys(set).length > 0);
      for (const refused of await tryOut(sets)) {
        // A target may refuse whatever it does not know.
        if (accepted > known || !further.includes(refused)) await tryParts(refused);
      }
    }
    if (accepted === 0)
      throw new NothingToJudge("every request with another member was refused, which is permitted");
  });
}

/** The rules about the operations whose keys an area guards, except some. */
export function obeysNothingElseIn(
  area: string,
  { guards, except }: { readonly guards: string; readonly except: readonly string[] },
): readonly RuleCheck[] {
  return (Object.keys(REQUESTS) as OperationName[]).flatMap((name) => {
    const { guards: guard, row = "" } = operationRows[name];
    if (guard !== guards || except.includes(row)) return [];
    return [obeysNothingElse(ruleIdOf(`${area}/${row}-obeys-nothing-else`), name)];
  });
}
