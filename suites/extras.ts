import type { Answer, Check, RuleCheck, RuleId } from "./kit.ts";
import { NothingToJudge, rule, textOf, Violation } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { openapi, type OperationName, operationRows, resources, ruleIdOf } from "../spec/index.ts";
import { isObject, pointed } from "../spec/json.ts";
import { isRefusal } from "./fixtures/reading.ts";
import { merchantOfEveryRoute } from "./every-route.ts";
import { scheduleOf } from "./guards.ts";
import { request, REQUESTS } from "./requests.ts";
import { type Subject, SUBJECTS } from "./subjects.ts";

type Members = Readonly<Record<string, unknown>>;

const LONG_AGO = "2001-02-03T04:05:06.000Z";

/** Names of the account that other operations, answers and events have. */
const accounts = (acct: string): Members =>
  Object.fromEntries(
    ["account", "accountId", "account_id", "acct", "controllerAccountId", "connectedAccountId"].map(
      (name) => [name, acct],
    ),
  );

/** What other operations take, or answers state. No value is one that an answer has by itself. */
const OTHERS: Members = {
  amount: 7,
  total: 7,
  fee: 3,
  amount_fee: 3,
  reversed_total: 9,
  currency: "eur",
  status: "failed",
  id: "extra_1",
  object: "extra",
  label: "extra",
  type: 99,
  connect_mode: "platform",
  cadence: "weekly",
  fee_payer: "account",
  liveMode: true,
  live_mode: true,
  mode: "live",
  operatorName: "extra",
  phone: "999999999",
  country: "FR",
  allocation: "ctr_extra",
  trial_days: 30,
  createdAt: LONG_AGO,
  created_at: LONG_AGO,
  available_at: LONG_AGO,
  expiresAt: LONG_AGO,
  frozenTime: LONG_AGO,
  clientSecret: "extra_secret_extra",
  orderId: "ord_extra",
};

/** What a request whose parameters the document does not show certainly does not take. */
const NEVER_TAKEN = ["id", "object", "status", "liveMode", "live_mode", "createdAt", "created_at"];

/** The operations whose parameters the document does not show, so that a name may be one of them. */
const UNSHOWN: readonly OperationName[] = ["createAccount"];

/** A name without its notation. */
const bare = (name: string): string => name.replace(/_/g, "").toLowerCase();

/** The names of an operation's parameters, at any depth of its body. */
function takenBy(name: OperationName): ReadonlySet<string> {
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
  visit(pointed(operation, "/requestBody/content/application~1json/schema"));
  const parameters = pointed(operation, "/parameters");
  for (const parameter of Array.isArray(parameters) ? (parameters as unknown[]) : [])
    found.add(bare(textOf(pointed(parameter, "/name"))));
  return found;
}

function extrasOf(name: OperationName, acct: string): Members {
  const taken = takenBy(name);
  // An account that the operation takes has one name only, but another notation may be an alias.
  const all = [...Object.entries(accounts(acct)), ...Object.entries(OTHERS)];
  const isAccountTaken = [...taken].some((one) => ["account", "accountid"].includes(one));
  return Object.fromEntries(
    all.filter(
      ([member, value]) =>
        !taken.has(bare(member)) &&
        !(value === acct && isAccountTaken) &&
        !(UNSHOWN.includes(name) && value !== acct && !NEVER_TAKEN.includes(member)),
    ),
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
  readonly leaves: ReadonlyMap<string, string>;
}

/** Sends a request, and reads what it created. */
async function shownBy(
  check: Check,
  name: OperationName,
  about: { readonly subject: Subject; readonly extra?: Members; readonly query?: Members },
): Promise<Shown> {
  const { subject, extra, query } = about;
  const asked = query === undefined ? {} : { query: query as Readonly<Record<string, string>> };
  const oddity = { ...(extra === undefined ? {} : { extra }), ...asked };
  const answer = await request(check, name, { subject, oddity });
  const leaves = new Map(leavesOf(answer.body));
  const read = READS.get(name);
  const id = pointed(answer.body, "/id");
  if (answer.succeeded && read !== undefined && typeof id === "string") {
    const found = await request(check, read, { subject: { ...subject, values: { id } } });
    // What is created may be shown late, and change by itself.
    if (found.succeeded)
      for (const [path, value] of leavesOf(found.body)) leaves.set(`read back ${path}`, value);
  }
  return { answer, leaves };
}

/** Where the answer to a request with extras differs from what both answers around it agree on. */
function differences(before: Shown, between: Shown, after: Shown): readonly string[] {
  return [...before.leaves].flatMap(([path, value]) => {
    const other = between.leaves.get(path);
    // A status may change by itself at any time.
    const isFixed = path === "/status" && before.answer.exchange.operation === "createDisbursement";
    if (path.endsWith("/status") && !isFixed) return [];
    // So does a time: only the one that was asked for shows a fault.
    if (/^"\d{4}-/.test(value) && other?.startsWith(JSON.stringify(LONG_AGO).slice(0, 11)) !== true)
      return [];
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
    const { given, once } = REQUESTS[name];
    const [own, other] = check.has("control.createMerchant")
      ? [await merchantOfEveryRoute(check), await check.ownMerchant()]
      : [];
    // Checks share the ordinary creations of the profile's merchant.
    if (name === "createAccount") check.require("control.createMerchant");
    const first = await SUBJECTS[given](check, own);
    const subject = async (): Promise<Subject> => (once === true ? SUBJECTS[given](check, own) : first);
    // What another account has must not come into the list.
    if (isList(name) && other !== undefined)
      await SUBJECTS[name === "listTestClocks" ? "clock" : given](check, other);
    const extras = extrasOf(name, other?.accountId ?? "acct_00000000000000000000");
    const isRead = contractOperations.get(name)?.method === "GET";
    const kinds: readonly ((extra: Members) => { extra?: Members; query?: Members })[] = [
      (extra) => ({ query: Object.fromEntries(Object.entries(extra).map(([n, v]) => [n, textOf(v)])) }),
      ...(isRead ? [] : [(extra: Members) => ({ extra })]),
    ];
    let accepted = 0;
    for (const kind of kinds) {
      const plain = async (): Promise<Shown> => {
        const shown = await shownBy(check, name, { subject: await subject() });
        check.succeeded(shown.answer);
        return shown;
      };
      let before = await plain();
      const tryOut = async (extra: Members): Promise<boolean> => {
        const between = await shownBy(check, name, { subject: await subject(), ...kind(extra) });
        if (isRefusal(between.answer)) return false;
        check.succeeded(between.answer);
        accepted += 1;
        const after = await plain();
        const found = isList(name) ? foreign(before, between, after) : differences(before, between, after);
        before = after;
        if (found.length === 0) return true;
        // What changes by itself does not change at the same place again.
        const again = await shownBy(check, name, { subject: await subject(), ...kind(extra) });
        const last = await plain();
        const [path] = isList(name)
          ? found
          : differences(before, again, last).filter((one) => found.includes(one));
        before = last;
        if (path === undefined) return true;
        throw new Violation({
          expected: `${path} to be ${last.leaves.get(path) ?? "absent"}, as without the members that the operation does not take`,
          actual: `it is ${again.leaves.get(path) ?? ""}`,
          exchange: again.answer.exchange.sequence,
        });
      };
      if (await tryOut(extras)) continue;
      for (const [member, value] of Object.entries(extras)) await tryOut({ [member]: value });
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
    if (guard !== guards || except.includes(row) || !contractOperations.has(name)) return [];
    return [obeysNothingElse(ruleIdOf(`${area}/${row}-obeys-nothing-else`), name)];
  });
}
