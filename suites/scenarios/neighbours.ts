import {
  type Answer,
  type Check,
  type Merchant,
  type PortAnswer,
  type ReceivedEvent,
  Violation,
} from "../kit.ts";
import { ifPossible } from "../fixtures/if-possible.ts";
import {
  type GivenCustomer,
  type GivenSubscription,
  namesakeOf,
  type Reading,
  readSubscription,
} from "../fixtures/subscriptions.ts";
import {
  advance,
  around,
  attach,
  type ClockId,
  deleteClock,
  type Due,
  dueAt,
  givenClockFor,
} from "../fixtures/test-clocks.ts";
import { parseTimestamp } from "../fixtures/times.ts";
import { EVENT_NAMES, explains } from "../model/billing.ts";
import { type Before, expectedOf, type Expected, isPromised, type Occurrence } from "../model/neighbours.ts";
import { created } from "./acts.ts";
import { occurrenceOf, type Recorder } from "./recorder.ts";
import { passRealTime } from "./renewals-on-clocks.ts";
import { isLaterCycles } from "./later-cycles.ts";

/** A subscription of a small world, with what is known of it. */
export interface Member {
  /** For violations. */
  readonly name: string;
  readonly subscription: GivenSubscription;
  /** Null in real time. */
  clock: ClockId | null;
  /** The time of its clock, epoch ms. */
  now: number;
  /** To which its clock may have moved, if a step of it failed, epoch ms. */
  latest: number;
  reading: Reading;
  isPaused: boolean;
  /** The end of the period whose next invoice was voided or settled ahead, epoch ms. */
  settledAhead: number | null;
  /** Since when it owes a payment, epoch ms, and whether a step since then may have requested or settled it. */
  debt: { readonly since: number; readonly isOpen: boolean } | null;
  /** Whether its reading is certainly not of before its last step. */
  isCertain: boolean;
}

/** What one step did to one subscription. */
export interface Passage {
  readonly step: string;
  readonly member: Member;
  readonly what: Occurrence;
  readonly expected: Expected;
  /** Whether the document says that the request succeeds. */
  readonly isPromised: boolean;
  readonly answer: Answer | null;
  readonly before: Reading;
  readonly after: Reading;
  readonly events: readonly ReceivedEvent[];
  /** When it happened, in real time and by its clock, of which data may show either: first and last, epoch ms. */
  readonly times: readonly (readonly [number, number])[];
}

/** A difference between what the model expects and what is observed. */
export interface Finding {
  readonly passage: Passage;
  /** The name of the event; null for a state. */
  readonly type: string | null;
  readonly violation: Violation;
}

interface StepOf<T> {
  readonly name: string;
  readonly do: () => Promise<T>;
  /** What it does to each member, as its answer says. */
  readonly occurs: (member: Member, done: T) => Occurrence;
}

/** Less than a period, ms. */
const SHORT_DEBT = 20 * 86_400_000;

/** More than the time by which an advance exceeds what was planned, ms. */
const MOST_BEYOND = 2 * 86_400_000;

/** The subject of a life, and its neighbours. */
export class World {
  readonly #check: Check;
  readonly #log: Recorder;
  readonly members: Member[] = [];
  readonly passages: Passage[] = [];
  /** By customer, whether the next payment succeeds; null if that is unknown. */
  readonly #pays = new Map<string | null, boolean | null>();
  #turns = 0;
  /** How far control has moved real time ahead of ours, ms. */
  ahead = 0;
  /** The invoices of which it is known whose they are, because their events need not name a subscription. */
  readonly invoices = new Map<unknown, Member>();

  constructor(check: Check, log: Recorder) {
    this.#check = check;
    this.#log = log;
  }

  pays(customer: GivenCustomer, pays: boolean | null): void {
    this.#pays.set(customer.id, pays);
  }

  /**
   * The subject, one of a namesake on the subject's clock, and another one of its customer: in real time, or on a clock of its own with its
   * next invoice issued. Those that the target refuses are left out.
   */
  async populate(
    subject: GivenSubscription,
    {
      clock,
      sibling,
    }: { readonly clock: ClockId & { readonly at: number }; readonly sibling: "clock" | "real time" },
  ): Promise<void> {
    const { customer } = subject;
    await this.#join("the subscription", subject, clock);
    const other = await ifPossible(() => namesakeOf(this.#check, customer));
    const inClock = await this.#made("the namesake's", other);
    if (inClock !== null) {
      this.#check.succeeded(await attach(clock, { subscriptionId: inClock.id }));
      await this.#join("the namesake's", inClock, clock);
    }
    const name = sibling === "clock" ? "the sibling" : "the one in real time";
    const another = await this.#made(name, customer);
    if (another === null) return;
    if (sibling === "real time") {
      await this.#join(name, another, null);
      return;
    }
    const own = await givenClockFor(this.#check, another);
    const member = await this.#join(name, another, own);
    const { afterReminder } = around(dueIn(member.reading) ?? dueAt(own.at));
    await this.#log.act({
      ...{ name: "the sibling's invoice issued", transition: "reminded" },
      do: () => advance(this.#check, own, afterReminder),
    });
    member.now = afterReminder;
    const issued = this.#log.events("invoice.finalized").filter(isLaterCycles(this.#log));
    for (const { data } of issued) this.invoices.set(data["invoiceId"], member);
  }

  async #made(name: string, customer: GivenCustomer | null): Promise<GivenSubscription | null> {
    if (customer === null) return null;
    const like = this.members.find(({ reading }) => reading.status !== "trialing");
    const priceId = like?.subscription.priceId;
    // Each has another quantity, because the items in its events are compared.
    const wanted = { customer, quantity: 1 + this.members.length, ...(priceId == null ? {} : { priceId }) };
    return ifPossible(() => created(this.#check, this.#log, wanted, `${name} created`));
  }

  async #join(
    name: string,
    subscription: GivenSubscription,
    clock: (ClockId & { readonly at: number }) | null,
  ): Promise<Member> {
    this.#log.own(subscription.id);
    const reading = await readSubscription(this.#check, subscription);
    const member: Member = {
      ...{ name, subscription, clock, reading, now: clock?.at ?? Date.now(), latest: 0 },
      ...{ isPaused: false, settledAhead: null, debt: null, isCertain: true },
    };
    this.members.push(member);
    return member;
  }

  /** Carries out a step, and notes what it does to each member. */
  async step<T extends Answer | PortAnswer>({ name, do: carryOut, occurs }: StepOf<T>): Promise<T> {
    const [subject] = this.members as [Member];
    const began = this.#realTime();
    let usual: readonly Expected[] = [];
    let promised: readonly boolean[] = [];
    const done = await this.#log.act({
      ...{ name, transition: "nothing", subject: () => subject.subscription },
      do: async () => {
        const answered = await carryOut();
        usual = this.members.map((member) => expectedOf(occurs(member, answered), this.#beforeOf(member)));
        promised = this.members.map((member) => isPromised(occurs(member, answered), this.#beforeOf(member)));
        return answered;
      },
      each: () =>
        this.members.flatMap(({ subscription }, at) =>
          (usual[at]?.must ?? []).map((type) => ({ type, of: subscription.id })),
        ),
      until: (reading) => agrees(reading, usual[0] as Expected, subject.reading),
    });
    const { after = null, events = [], answer = null } = this.#log.steps.at(-1) ?? {};
    const idle = this.members.filter((member) => occurs(member, done).do === "nothing");
    const isAccepted = answer?.succeeded === true;
    // Those that the step does not concern are read in turn.
    const [turn] = isAccepted ? idle.splice((this.#turns += 1) % Math.max(1, idle.length), 1) : [];
    await Promise.all(
      this.members.map(async (member, at) => {
        const what = occurs(member, done);
        const byStep = usual[at] as Expected;
        // What was open before may show only now.
        const expected =
          what.do === "nothing" && !member.isCertain ? { ...byStep, states: null, isKept: false } : byStep;
        const before = member.reading;
        const isRead = what.do !== "nothing" || member === turn;
        const read =
          member === subject && after !== null
            ? after
            : isRead
              ? await this.#read(member, expected)
              : member.reading;
        const own = events.filter((event) => this.#isOf(member, event));
        const ofClock = [member.now, Math.max(member.now, member.latest)] as const;
        const times = [[began, this.#realTime()] as const, ofClock];
        const isPromised = promised[at] === true;
        this.passages.push({
          ...{ step: name, member, what, expected, isPromised, answer },
          ...{ before, after: read, events: own, times },
        });
        if (isRead) member.isCertain = expected.isKept || !agrees(before, expected, before);
        this.#learn(member, { what, expected, after: read });
      }),
    );
    return done;
  }

  /** Moves the clock of some members, or real time. `move` may return how far it went. */
  async pass(
    name: string,
    [clock, planned]: readonly [ClockId | null, number],
    move: () => Promise<Answer | { readonly answer: Answer; readonly at: number }>,
  ): Promise<void> {
    let to = planned;
    for (const member of this.members)
      if (member.clock?.id === clock?.id) member.latest = Math.max(member.latest, planned + MOST_BEYOND);
    await this.step({
      name,
      do: async () => {
        const moved = await move();
        const answer = "at" in moved ? moved.answer : moved;
        // A completed clock does not move.
        to = !answer.succeeded ? 0 : "at" in moved ? moved.at : to;
        return answer;
      },
      occurs: (member) =>
        member.clock?.id === clock?.id && to > member.now ? { do: "advance", to } : { do: "nothing" },
    });
  }

  /** Lets all others have their next renewal: on the sibling's clock, then in real time, to which all return when the clocks go. */
  async outlive(merchant: Merchant): Promise<void> {
    const sibling = this.members.find(({ name }) => name === "the sibling");
    if (sibling?.clock != null) {
      const { clock } = sibling;
      const due = dueIn(sibling.reading);
      const to = due === null ? 0 : around(due).afterDue;
      if (to > sibling.now)
        await this.pass("the sibling's clock advanced", [clock, to], () => advance(this.#check, clock, to));
    }
    for (const clock of new Set(this.members.flatMap((member) => member.clock ?? []))) {
      await deleteClock(this.#check, clock);
      for (const member of this.members) if (member.clock === clock) this.free(member);
    }
    if (!merchant.own || !this.#check.has("control.moveWallClock")) return;
    const dues = this.members.flatMap(({ reading }) => dueIn(reading) ?? []);
    const to = Math.max(0, ...dues.map((due) => around(due).afterDue));
    await this.pass("real time passed", [null, to], async () => {
      const passed = await passRealTime(this.#check, merchant, to);
      this.ahead = to - Date.now();
      return passed;
    });
  }

  /** The member follows real time from now on. */
  free(member: Member): void {
    member.clock = null;
    member.now = Date.now();
  }

  #realTime(): number {
    return Date.now() + this.ahead;
  }

  #beforeOf({ reading, now, isPaused, settledAhead, debt, subscription }: Member): Before {
    const due = dueIn(reading);
    const pays = this.#pays.get(subscription.customer.id);
    return {
      ...{ status: reading.status, now, isPaused },
      due: due === null || due.first <= now ? null : due,
      cancelAt: parseTimestamp(reading.cancelAt),
      isSettledAhead: settledAhead !== null && reading.end === settledAhead,
      pays: pays === undefined ? true : pays,
      owesOne: debt !== null && !debt.isOpen && now - debt.since < SHORT_DEBT,
      owesNothing: debt === null,
    };
  }

  #learn(member: Member, { what, expected, after }: Pick<Passage, "what" | "expected" | "after">): void {
    if (what.do === "advance") member.now = what.to;
    else if ("accepted" in what && what.accepted) {
      if (what.do === "pause") member.isPaused = true;
      if (what.do === "resume") member.isPaused = false;
      if (what.do === "void" || (what.do === "pay" && member.debt === null)) member.settledAhead = after.end;
    }
    if (after.status === "past_due" || after.status === "unpaid")
      member.debt =
        member.debt === null
          ? { since: member.now, isOpen: false }
          : { ...member.debt, isOpen: member.debt.isOpen || expected.may.length > 0 };
    else if (after.status === "active" && !member.isPaused) member.debt = null;
    member.reading = after;
  }

  #read(member: Member, expected: Expected): Promise<Reading> {
    const before = member.reading;
    return this.#check.eventually({
      expected: "the subscription to have the expected state",
      read: () => readSubscription(this.#check, member.subscription),
      holds: (reading) => agrees(reading, expected, before),
      orLast: true,
    });
  }

  #isOf(member: Member, event: ReceivedEvent): boolean {
    const { subscriptionId, invoiceId } = event.data;
    return subscriptionId === undefined
      ? this.invoices.get(invoiceId) === member
      : subscriptionId === member.subscription.id;
  }
}

/** When the period of a subscription is billed, as it is read. */
export const dueIn = ({ end, nextBilling }: Reading): Due | null =>
  end === null ? null : dueAt(end, nextBilling);

function agrees(
  after: Reading,
  { states, isKept, must, isStillEnding, endsAfter }: Expected,
  before: Reading,
): boolean {
  const ends = parseTimestamp(after.cancelAt);
  if (isStillEnding === true && ends === null && after.status !== "canceled") return false;
  if (endsAfter !== undefined && ends !== null && ends <= endsAfter) return false;
  if (states !== null && after.status !== null && !states.includes(after.status)) return false;
  if (isKept) return isSame(after, before);
  return !must.includes("subscription.updated") || isMoved(after, before);
}

const isMoved = (after: Reading, before: Reading): boolean =>
  after.end === null || before.end === null || after.end > before.end;

const isSame = (after: Reading, before: Reading): boolean =>
  after.end === before.end && (after.cancelAt ?? null) === (before.cancelAt ?? null);

const shown = ({ status, end, cancelAt }: Reading): string =>
  JSON.stringify({
    status,
    end: end === null ? null : new Date(end).toISOString(),
    cancelAt: cancelAt ?? null,
  });

const wordsOf = ({ isKept, states, isStillEnding, endsAfter }: Expected): string =>
  isKept || isStillEnding === true
    ? `the same${isKept ? "" : ", with its cancellation ahead"}`
    : `${(states ?? ["in a later period"]).join(" or ")}${endsAfter === undefined ? "" : `, with a cancellation after ${new Date(endsAfter).toISOString()}`}`;

/** Where what was observed differs from what the document says, in order. */
export function findingsIn(passages: readonly Passage[], words: string): readonly Finding[] {
  const permitted = new Map<string, number>();
  const arrived = new Map<string, Set<string>>();
  return passages.flatMap((passage): Finding[] => {
    const { step, member, expected, before, after, events } = passage;
    const finding = (type: string | null, parts: ConstructorParameters<typeof Violation>[0]): Finding => ({
      ...{ passage, type },
      violation: new Violation({ ...parts, expected: `${parts.expected} ${words}` }),
    });
    const found: Finding[] = [];
    for (const type of expected.must)
      if (!events.some((event) => event.type === type))
        found.push(
          finding(type, {
            basis: "deadline",
            expected: `${type} of ${member.name}, which is ${before.status ?? "unknown"}, at the step "${step}"`,
            actual: "none arrived",
          }),
        );
    for (const type of EVENT_NAMES) {
      const key = `${member.subscription.id} ${type}`;
      const isAny = expected.may === EVENT_NAMES && expected.never?.includes(type) !== true;
      const isOne = expected.may !== EVENT_NAMES && [...expected.must, ...expected.may].includes(type);
      const more = isAny ? Infinity : isOne ? 1 : 0;
      const least = permitted.get(key) ?? (explains("created", type) ? 1 : 0);
      permitted.set(key, least + more);
      const known = arrived.get(key) ?? new Set<string>();
      arrived.set(key, known);
      for (const event of events.filter((one) => one.type === type)) {
        known.add(occurrenceOf(event));
        if (known.size > least + more)
          found.push(
            finding(type, {
              expected: `no ${type} of ${member.name}, which is ${before.status ?? "unknown"}, at the step "${step}"`,
              actual: `this event arrived: ${JSON.stringify(event.body)}`,
              event,
            }),
          );
      }
    }
    if (!agrees(after, expected, before))
      found.push(
        finding(null, {
          basis: "deadline",
          expected: `${member.name}, which was ${shown(before)}, to be ${wordsOf(expected)} after the step "${step}"`,
          actual: `it is ${shown(after)}`,
        }),
      );
    return found;
  });
}
