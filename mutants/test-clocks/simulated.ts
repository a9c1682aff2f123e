import type { ClockInput } from "../../emulator/areas/test-clocks/guards.ts";
import { follow, testClocks } from "../../emulator/areas/test-clocks/record.ts";
import type { Answer } from "../../emulator/kernel/request.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { only } from "../../emulator/kernel/answers.ts";
import { alsoViolating, inOrder, type Mutant, named, part, perEmulator, type Replace } from "../mutant.ts";
import { answerFaults } from "../faults/answers.ts";
import { as, constantly, DAY, moved } from "../faults/values.ts";
import { changingSuccess, isObject } from "../shared/answers.ts";
import { timing } from "../shared/billing.ts";
import { clocks, guarding, misreading, readFaults, remembering } from "../shared/clocks.ts";
import { refusedTooLate, strangeRefusedTooLate } from "../shared/late-refusals.ts";
import { takesNull } from "../shared/nulls.ts";
import { asRead, coded, leavingAClock, respelling, soonIfInvalid, soonIfMissing } from "./parts.ts";

const simulation = answerFaults(
  "simulation",
  { operations: ["simulateTestClock"], status: 200 },
  "test-clocks/",
);

/** Changes the refusal of a simulation that ends before its start. */
const refusingBackwards = (
  change: (input: ClockInput, answer: Answer, startFrom: number) => Decision,
): Replace =>
  guarding("simulate", (input) => {
    const { startFrom, advanceTo } = (input.command.body ?? {}) as Record<string, unknown>;
    const from = Date.parse(String(startFrom));
    return Date.parse(String(advanceTo)) <= from
      ? change(input, input.parts.refusals.notLater("advanceTo", "startFrom"), from)
      : undefined;
  });

const read = readFaults("simulate");
const aDayLater = asRead("a day later than a midnight", (time) =>
  Date.parse(time) % DAY === 0 ? new Date(Date.parse(time) + DAY).toISOString() : time,
);
const atMidnight = asRead("at the midnight before", (time) => `${time.slice(0, 10)}T00:00:00Z`);
const absentIfInvalid = as("absent instead of an invalid date", (time) =>
  soonIfInvalid(1).value(time, undefined) === time ? time : undefined,
);
const unknownIfMissing = as("an unknown one instead of none", (id) => id ?? "sub_none");

export const mutants: readonly Mutant[] = [
  alsoViolating(
    read.gives("advanceTo", "simulate-tells-whither", aDayLater),
    "test-clocks/simulate-moves-its-clock",
  ),
  read.drops("name", "simulate-keeps-its-name"),
  read.gives("startFrom", "simulate-starts-where-told", atMidnight),
  read.gives("advanceTo", "simulate-to-no-date", soonIfInvalid(300)),
  read.gives("startFrom", "simulate-from-no-date", absentIfInvalid),
  read.gives("advanceTo", "simulate-without-a-target", soonIfMissing(300)),
  read.gives("subscriptionId", "simulate-without-a-subscription", unknownIfMissing),
  simulation.gives("advancedTo", "simulate-tells-whither", moved(DAY)),
  simulation.gives("triggeredEvents", "simulate-triggers-billing-due", constantly([])),
  ...named({
    "clock-simulation-unlisted": {
      violates: ["test-clocks/simulate-creates-a-clock"],
      summary: "The clocks of simulations are not listed.",
      replace: clocks(({ select }) => ({
        select: (context) => select(context).filter(({ name }) => name !== null),
      })),
    },
    "clock-simulated-back-within-a-second": {
      violates: ["test-clocks/simulate-to-before-its-start"],
      summary: "A simulation can end less than a second before its start.",
      replace: clocks(() => ({ isLater: (to, from) => to > from - 1_000 && to !== from })),
    },
    "clock-simulation-detached": {
      violates: ["test-clocks/simulate-attaches-the-subscription"],
      summary: "A simulation detaches its subscription.",
      replace: part(["testClocks", "listed"], (listed) => ({
        subscriptions: (state, clock) => (clock.name === null ? [] : listed.subscriptions(state, clock)),
      })),
    },
    "clock-simulation-leaves-the-attached": {
      violates: ["test-clocks/simulate-attaches-the-subscription"],
      summary: "A simulation of a subscription that is on another clock leaves it there.",
      replace: remembering((served) =>
        clocks(({ attach }) => ({
          attach: (subscription, id) => {
            const isSimulated = served()?.command.operationId === "simulateTestClock";
            const effects = attach(subscription, id);
            return isSimulated && subscription.clockId !== null ? { ...effects, writes: [] } : effects;
          },
        })),
      ),
    },
    "clock-simulation-stays": {
      violates: ["test-clocks/simulate-moves-its-clock"],
      summary: "The clock of a simulation stays at its start.",
      replace: remembering((served) =>
        clocks(({ advanced: usual }) => ({
          advanced: (clock, to, now) =>
            served()?.command.operationId === "simulateTestClock" ? clock : usual(clock, to, now),
        })),
      ),
    },
    "clock-simulation-without-due": {
      violates: ["test-clocks/simulate-replays-the-due-date"],
      summary: "A simulation bills nothing.",
      replace: timing("due", (effects, { state }, one) =>
        one?.clockId != null && state.get(testClocks, one.clockId)?.name === null ? {} : effects,
      ),
    },
    "clock-simulation-an-hour-late": {
      violates: ["test-clocks/simulate-starts-with-the-period"],
      summary: "A simulation starts an hour into the period.",
      replace: clocks(() => ({ simulationStart: ({ periodStart }) => periodStart + 3_600_000 })),
    },
    "clock-simulation-of-an-attached-one-late": {
      violates: ["test-clocks/simulate-starts-with-the-period"],
      summary: "A simulation of a subscription that is on a clock starts a day into the period.",
      replace: clocks(({ simulationStart }) => ({
        simulationStart: (one) => simulationStart(one) + (one.clockId === null ? 0 : DAY),
      })),
    },
    "clock-simulation-is-the-last-advance": {
      violates: ["test-clocks/simulate-moves-its-clock"],
      summary: "The clock of a simulation is ready but refuses a further advance as completed.",
      replace: perEmulator(() => {
        const simulated = new Set<unknown>();
        return inOrder(
          changingSuccess("simulateTestClock", ({ testClock }) => {
            if (isObject(testClock)) simulated.add(testClock["id"]);
          }),
          guarding("advance", ({ command, parts: own }) =>
            simulated.has(command.params["id"]) ? only(own.refusals.completed()) : undefined,
          ),
        );
      }),
    },
    "clock-simulated-to-equal": {
      violates: ["test-clocks/simulate-to-its-start"],
      summary: "A simulation that ends at its start is accepted.",
      replace: clocks(() => ({ isLater: (to, from) => to >= from })),
    },
    "clock-simulated-back": {
      violates: ["test-clocks/simulate-to-before-its-start"],
      summary: "A simulation can end before its start.",
      replace: clocks(() => ({ isLater: (to, from) => to !== from })),
    },
    "clock-simulated-to-equal-elsewhere": {
      violates: ["test-clocks/simulate-to-its-start-elsewhere"],
      summary: "A simulation that ends at its start is accepted when the times have different offsets.",
      replace: respelling("advanceTo"),
    },
    ...Object.fromEntries(
      (
        [
          ["clock-simulated-back-by-default", "is compared with its start only", () => true],
          ["clock-simulated-to-equal-by-default", "must be after its start only", Object.is],
        ] as const
      ).map(([id, words, isAccepted]) => [
        id,
        {
          violates: ["test-clocks/simulate-to-the-default-start"],
          summary: `The end of a simulation ${words} if \`startFrom\` is given.`,
          replace: remembering((served) =>
            clocks(({ isLater }) => ({
              isLater: (to, from) => {
                const { operationId, body } = served()?.command ?? {};
                const byDefault =
                  operationId === "simulateTestClock" && isObject(body) && body["startFrom"] === undefined;
                return (byDefault && isAccepted(to, from)) || isLater(to, from);
              },
            })),
          ),
        },
      ]),
    ),
    "clock-simulation-refusal-coded": {
      violates: ["test-clocks/simulate-refusal-has-no-code"],
      summary: "The refusal of a simulation has a code.",
      replace: coded("advanceTo"),
    },
    "clock-left-by-a-refused-simulation": {
      violates: ["test-clocks/simulate-refused-creates-nothing"],
      summary: "A simulation that ends before its start is refused, but its clock is kept.",
      replace: refusingBackwards((input, answer, frozenTime) => leavingAClock(input, answer, { frozenTime })),
    },
    "subscription-detached-by-a-refused-simulation": {
      violates: ["test-clocks/simulate-refused-creates-nothing"],
      summary: "A simulation that ends before its start is refused, but detaches its subscription.",
      replace: refusingBackwards((input, answer) => {
        const subscription = input.parts.lookups.subscription(input);
        return { ...(subscription === undefined ? {} : follow(subscription, null)), answer };
      }),
    },
    "clock-left-by-a-simulation-of-nothing": {
      violates: ["test-clocks/simulate-refused-creates-nothing"],
      summary: "A simulation of an unknown subscription is refused, but its clock is kept.",
      replace: guarding(
        "simulate",
        (input) =>
          input.parts.lookups.subscription(input) === undefined
            ? leavingAClock(input, input.parts.refusals.subscriptionNotFound())
            : undefined,
        "subscription",
      ),
    },
    "clock-simulation-from-the-creation": {
      violates: ["test-clocks/simulate-starts-with-the-period"],
      summary: "A simulation always starts at the first period of the subscription.",
      replace: clocks(() => ({ simulationStart: ({ createdAt }) => createdAt })),
    },
    "simulation-with-a-name-starts-late": {
      violates: ["test-clocks/simulate-starts-with-the-period"],
      summary: "A simulation with a name and without `startFrom` begins one second before its end.",
      replace: misreading("simulate", (body) => {
        const end = Date.parse(String(body["advanceTo"]));
        if (body["name"] !== undefined && Number.isFinite(end))
          body["startFrom"] ??= new Date(end - 1_000).toISOString();
      }),
    },
    "simulation-leaves-the-attached-where-it-is": {
      violates: ["test-clocks/simulate-triggers-billing-due"],
      summary: "A simulation does not move a subscription that is attached to another clock.",
      replace: remembering((served) =>
        clocks(({ attach }) => ({
          attach: (subscription, clockId) =>
            served()?.command.operationId === "simulateTestClock" && subscription.clockId !== null
              ? {}
              : attach(subscription, clockId),
        })),
      ),
    },
    "live-simulation-refused-too-late": {
      violates: ["test-clocks/simulate-refused-creates-nothing"],
      summary: "A simulation with a live key is refused after it took effect.",
      wrap: refusedTooLate({ operation: "simulateTestClock", status: 403 }),
    },
  }),
  strangeRefusedTooLate("simulateTestClock", "test-clocks/simulate-refused-creates-nothing"),
  takesNull("simulateTestClock", "advanceTo", "test-clocks/simulate-to-no-date", "2027-12-01T00:00:00Z"),
  takesNull("simulateTestClock", "subscriptionId", "test-clocks/simulate-without-a-subscription"),
];
