import type { Answer, Check, RuleCheck, RuleId } from "./kit.ts";
import { NothingToJudge, rule, textOf, Violation } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { type OperationName, operationRows, resources, ruleIdOf } from "../spec/index.ts";
import { pointed } from "../spec/json.ts";
import { extrasOf, type Members, namesOf, partsOf, SENT, takenBy } from "./extra-members.ts";
import { listen } from "./fixtures/every-event.ts";
import { ifPossible } from "./fixtures/if-possible.ts";
import { isRefusal, readBack, soon } from "./fixtures/reading.ts";
import { clockIn, listClocks } from "./fixtures/test-clock-lists.ts";
import { frozenTimeOf } from "./fixtures/test-clocks.ts";
import { everyTotal } from "./fixtures/wallets.ts";
import { merchantOfEveryRoute } from "./every-route.ts";
import { scheduleOf } from "./guards.ts";
import { request, REQUESTS } from "./requests.ts";
import { type Subject, SUBJECTS } from "./subjects.ts";

/** Acts on a subscription after which its state stays the same by itself. */
const STEADY: readonly OperationName[] = ["cancelSubscription", "pauseSubscription", "resumeSubscription"];

/** How often a difference has to come and go with the members: what the document leaves open may change with each request, or by chance. */
const ROUNDS = 2;

/** The operations whose effect makes a second one on the same object impossible, or another one. */
const SPENT: readonly OperationName[] = [...STEADY, "createWithdrawal", "retryPayment", "voidInvoice"];

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

/** How far a request moved the clock that it names, ms, and how many objects the list shows with the clock in its answer. */
async function clockAround(
  check: Check,
  { merchant, values }: Subject,
  send: () => Promise<Answer>,
): Promise<readonly [Answer, ReadonlyMap<string, string>]> {
  const owner = merchant ?? (await check.merchant());
  const timeOf = async (): Promise<number> =>
    frozenTimeOf(check, { merchant: owner, id: textOf(values["id"]) });
  const before = values["id"] === undefined ? 0 : await timeOf();
  const answer = await send();
  const shown = new Map<string, string>();
  const id = values["id"] ?? pointed(answer.body, "/testClock/id");
  if (!answer.succeeded || typeof id !== "string") return [answer, shown];
  if (values["id"] !== undefined) shown.set("moved by ms", `${(await timeOf()) - before}`);
  const listed = clockIn(await listClocks(check, owner), id);
  for (const name of ["subscriptions", "customers"]) {
    const attached = listed?.[name];
    if (Array.isArray(attached)) shown.set(`number of ${name}`, `${attached.length}`);
  }
  return [answer, shown];
}

/** The operations on clocks that move none as far as they are asked to, and show attached objects. */
const ON_CLOCKS: readonly OperationName[] = ["attachTestClock", "simulateTestClock"];

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
  const send = (): Promise<Answer> => request(check, name, { subject, oddity });
  const [answer, ofClock] = ON_CLOCKS.includes(name)
    ? await clockAround(check, subject, send)
    : [await send(), new Map<string, string>()];
  const leaves = new Map([...leavesOf(answer.body), ...ofClock]);
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

/** The schedule of a merchant of the check's own without its switch, whose default something else could replace. */
const withoutDefaults = (subject: Subject): Subject =>
  subject.merchant?.own === true && subject.values["schedule"] !== undefined
    ? { ...subject, values: { schedule: { cadence: "daily" } } }
    : subject;

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
    const first = withoutDefaults(await SUBJECTS[given](check, own));
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
    const nearby =
      own?.own === true && ON_CLOCKS.includes(name)
        ? await ifPossible(() => SUBJECTS.customer(check, own))
        : null;
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
        ...(which === 0 ? { ...namesIn(nearby), ...namesIn(sibling) } : {}),
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
