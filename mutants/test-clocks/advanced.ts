import { type TestClock, testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { type Mutant, named, perEmulator, type Replace } from "../mutant.ts";
import { answerFaults } from "../faults/answers.ts";
import { parseReply, rewriteReply, treating } from "../faults/exchange.ts";
import { as, day } from "../faults/values.ts";
import { type Body, changingSuccess, isObject } from "../shared/answers.ts";
import { clocks, guarding, readFaults, remembering, unguarded } from "../shared/clocks.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { takesNull } from "../shared/nulls.ts";
import { committing } from "../shared/committing.ts";
import { asRead, coded, respelling, soonIfInvalid, soonIfMissing } from "./parts.ts";

const SECOND = 1_000;

const textOf = (time: number): string => new Date(time).toISOString().replace(".000Z", "Z");

const advance = answerFaults(
  "advance of a clock",
  { operations: ["advanceTestClock"], status: 200 },
  "test-clocks/advance-tells-",
);
const itsEnd = as<Body>("its end", (_usual, { advancedTo }) => advancedTo);

/** Changes the clock by an advance to an earlier time, which is refused. */
const changedBackwards = (change: (to: number) => Partial<TestClock>): Replace =>
  guarding("advance", (input) => {
    const { command, parts: own } = input;
    const clock = own.lookups.clock(input);
    const to = Date.parse(String((command.body as { frozenTime?: unknown } | undefined)?.frozenTime));
    if (clock === undefined || !(to < clock.frozenTime)) return undefined;
    return {
      writes: [put(testClocks, { ...clock, ...change(to) })],
      answer: own.refusals.notLater("frozenTime", "the clock's"),
    };
  });

const read = readFaults("advance");
const withTenthsAsMilliseconds = asRead("with milliseconds instead of a tenth", (time) =>
  time.replace(/\.(?=\dZ$)/, ".00"),
);

export const mutants: readonly Mutant[] = [
  read.gives("frozenTime", "advance-by-one-millisecond", withTenthsAsMilliseconds),
  read.gives("frozenTime", "advance-to-no-date", soonIfInvalid(900)),
  read.gives("frozenTime", "advance-without-an-instant", soonIfMissing(900)),
  advance.gives("advancedFrom", "whence", itsEnd),
  advance.gives("advancedTo", "whither", day),
  ...named({
    "clock-advanced-to-equal": {
      violates: ["test-clocks/advance-to-equal-instant"],
      summary: "An advance to the same time is accepted.",
      replace: clocks(() => ({ isLater: (to, from) => to >= from })),
    },
    "clock-advanced-back": {
      violates: ["test-clocks/invalid-never-accepted", "test-clocks/advance-to-earlier-instant"],
      summary: "A clock can be advanced to an earlier time.",
      replace: clocks(() => ({ isLater: (to, from) => to !== from })),
    },
    "clock-advanced-back-within-a-second": {
      violates: ["test-clocks/advance-to-earlier-instant"],
      summary: "A clock can be advanced to a time that is less than a second earlier.",
      replace: clocks(() => ({ isLater: (to, from) => to > from - SECOND && to !== from })),
    },
    "clock-advanced-by-a-second-at-least": {
      violates: ["test-clocks/advance-by-one-millisecond"],
      summary: "An advance by less than a second is refused.",
      replace: clocks(() => ({ isLater: (to, from) => to - from >= SECOND })),
    },
    "clock-times-compared-as-text": {
      violates: ["test-clocks/advance-to-earlier-instant"],
      summary: "Times are compared as texts without zero fractions.",
      replace: clocks(() => ({ isLater: (to, from) => textOf(to) > textOf(from) })),
    },
    "clock-advanced-to-equal-elsewhere": {
      violates: ["test-clocks/advance-to-equal-instant-elsewhere"],
      summary: "The same time is accepted when it is written with another offset.",
      replace: respelling("frozenTime"),
    },
    "clock-advance-refusal-coded": {
      violates: ["test-clocks/advance-refusal-has-no-code"],
      summary: "The refusal of an advance has a code.",
      replace: coded("frozenTime"),
    },
    "clock-advanced-though-completed": {
      violates: ["test-clocks/advance-completed", "test-clocks/completed-for-good"],
      summary: "A completed clock can be advanced.",
      replace: unguarded("advance", "completed"),
    },
    "clock-moved-by-a-refused-advance": {
      violates: ["test-clocks/advance-refusal-moves-nothing"],
      summary: "An advance to an earlier time is refused, but sets the clock.",
      replace: changedBackwards((frozenTime) => ({ frozenTime })),
    },
    "clock-advancing-after-a-refused-advance": {
      violates: ["test-clocks/advance-refusal-moves-nothing"],
      summary: "An advance to an earlier time is refused, but the clock is advancing since.",
      replace: changedBackwards(() => ({ status: "advancing" })),
    },
    "clock-moves-though-completed": {
      violates: ["test-clocks/advance-refusal-moves-nothing"],
      summary: "An advance of a completed clock is refused, but moves the clock.",
      replace: guarding("advance", (input) => {
        const clock = input.parts.lookups.clock(input);
        const { frozenTime } = (input.command.body ?? {}) as { frozenTime?: string };
        const to = Date.parse(String(frozenTime));
        if (clock?.status !== "completed" || Number.isNaN(to)) return undefined;
        const writes = [put(testClocks, { ...clock, frozenTime: to })];
        return { writes, answer: input.parts.refusals.completed() };
      }),
    },
    "clock-advanced-by-minutes": {
      violates: ["test-clocks/advance-by-one-second"],
      summary: "A clock moves by at least one minute.",
      replace: clocks(() => ({ isLater: (to, from) => to - from >= 60 * SECOND })),
    },
    "clock-advanced-to-the-minute": {
      violates: ["test-clocks/advance-moves-the-clock", "test-clocks/changed-as-requested"],
      summary: "The time of a clock is rounded to a full minute.",
      replace: clocks(({ advanced: usual }) => ({
        advanced: (clock, to, now) => usual(clock, Math.floor(to / 60_000) * 60_000, now),
      })),
    },
    "clock-third-advance-from-its-creation": {
      violates: ["test-clocks/advance-tells-whence"],
      summary: "From the third advance of a clock on, advancedFrom is where it began.",
      replace: perEmulator(() => {
        const known = new Map<unknown, { readonly first: unknown; count: number }>();
        return changingSuccess("advanceTestClock", (body) => {
          const id = isObject(body["testClock"]) ? body["testClock"]["id"] : undefined;
          const clock = known.get(id) ?? { first: body["advancedFrom"], count: 0 };
          known.set(id, clock);
          clock.count += 1;
          if (clock.count > 2) body["advancedFrom"] = clock.first;
        });
      }),
    },
    "clock-advance-triggers-itself": {
      violates: ["test-clocks/advance-of-nothing-triggers-nothing"],
      summary: "An empty clock lists its own advance.",
      replace: changingSuccess("advanceTestClock", (body) => {
        const events = body["triggeredEvents"];
        if (Array.isArray(events) && events.length === 0)
          body["triggeredEvents"] = [{ event: "test_clock/advanced", subscriptionId: "none" }];
      }),
    },
    "clock-advances-with-the-others": {
      violates: ["test-clocks/advance-moves-one-clock", "test-clocks/changed-by-request-only"],
      summary: "All clocks of an account move together.",
      replace: remembering((served) =>
        committing("advanceTestClock", (decision) => {
          const context = served();
          const { advance } = decision;
          if (advance === undefined || context === undefined) return decision;
          const others = context.state
            .find(testClocks, "owner", ownerOf(context.command.caller))
            .filter(({ id, frozenTime }) => id !== advance.clock && frozenTime < advance.to);
          const moved = others.map((clock) => put(testClocks, { ...clock, frozenTime: advance.to }));
          return { ...decision, writes: [...(decision.writes ?? []), ...moved] };
        }),
      ),
    },
    "clock-advanced-twice-at-once": {
      violates: ["test-clocks/advance-concurrently", "test-clocks/advance-concurrently-apart"],
      summary: "Simultaneous advances each read the clock before another one has moved it.",
      socket: true,
      replace: (parts) => ({
        ...parts,
        transact: (decide, commit, operationId) => {
          if (operationId !== "advanceTestClock") return parts.transact(decide, commit, operationId);
          const decision = decide();
          return new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
            parts.transact(() => decision, commit, operationId),
          );
        },
      }),
    },
    "clock-advance-reported-as-it-was": {
      violates: ["test-clocks/advance-concurrently-apart"],
      summary: "An advance reports the time at which it found the clock before simultaneous advances.",
      wrap: treating("advanceTestClock", () => {
        const found = new Map<string, unknown>();
        return async ({ url, forward }) => {
          const before = found.get(url.pathname);
          await new Promise((resolve) => setTimeout(resolve, 5));
          const answer = await forward();
          const reply = answer.ok ? await parseReply(answer) : null;
          if (reply === null || !isObject(reply.body)) return answer;
          const { advancedFrom, advancedTo } = reply.body;
          const first = found.get(url.pathname) === undefined ? advancedFrom : found.get("first");
          found.set("first", first).set(url.pathname, advancedTo);
          return rewriteReply(answer, reply, {
            ...reply,
            body: { ...reply.body, advancedFrom: before ?? first },
          });
        };
      }),
    },
    "cut-advance-goes-further": {
      violates: ["test-clocks/advance-concurrently-apart"],
      summary: "An advance whose client gave up is executed twice, as an advance by days.",
      wrap: treating("advanceTestClock", () => async ({ signal, body, forward }) => {
        const answer = await forward();
        const to = isObject(body) ? Date.parse(String(body["frozenTime"])) : Number.NaN;
        if (signal.aborted && answer.ok)
          await forward({ body: { frozenTime: new Date(to + 9 * 86_400_000).toISOString() } });
        return answer;
      }),
    },
  }),
  strangeRefusedTooLate("advanceTestClock", "test-clocks/advance-refusal-moves-nothing"),
  takesNull("advanceTestClock", "frozenTime", "test-clocks/advance-to-no-date", "2027-12-01T00:00:00Z"),
];
