import { customers } from "../../emulator/areas/customers/record.ts";
import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { follow, followAs } from "../../emulator/areas/test-clocks/follow.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { put, remove } from "../../emulator/kernel/table.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { clocks, guarding, remembering, unguarded } from "../shared/clocks.ts";

/** The equal time counts as later when the field of this name is not written in UTC. */
function respelling(parts: Parameters<Mutant["replace"]>[0], field: string) {
  return remembering(parts, (seen, served) =>
    clocks(seen, ({ isLater }) => ({
      isLater: (to, from) => {
        const body = served()?.command.body;
        const text = isObject(body) ? body[field] : undefined;
        return isLater(to, from) || (to === from && typeof text === "string" && !text.endsWith("Z"));
      },
    })),
  );
}

function coded(parts: Parameters<Mutant["replace"]>[0], about: string) {
  return clocks(parts, ({ refusals }) => ({
    refusals: {
      ...refusals,
      notLater: (field, other) => {
        const answer = refusals.notLater(field, other);
        return field === about && isObject(answer.body)
          ? { ...answer, body: { ...answer.body, code: "TEST_CLOCK_NOT_LATER" } }
          : answer;
      },
    },
  }));
}

const instants: readonly Mutant[] = [
  mutant(
    {
      id: "clock-advanced-to-equal",
      violates: "test-clocks/advance-to-equal-instant",
      summary: "An advance to the same time is accepted.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to >= from })),
  ),
  mutant(
    {
      id: "clock-advanced-back",
      violates: "test-clocks/advance-to-earlier-instant",
      summary: "A clock can be put back.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to !== from })),
  ),
  mutant(
    {
      id: "clock-advanced-to-equal-elsewhere",
      violates: "test-clocks/advance-to-equal-instant-elsewhere",
      summary: "The equal time is accepted when it is written with another offset.",
      subtle: true,
    },
    (parts) => respelling(parts, "frozenTime"),
  ),
  mutant(
    {
      id: "clock-simulated-to-equal",
      violates: "test-clocks/simulate-to-its-start",
      summary: "A simulation of no length is accepted.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to >= from })),
  ),
  mutant(
    {
      id: "clock-simulated-back",
      violates: "test-clocks/simulate-to-before-its-start",
      summary: "A simulation can end before its start.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to !== from })),
  ),
  mutant(
    {
      id: "clock-simulated-to-equal-elsewhere",
      violates: "test-clocks/simulate-to-its-start-elsewhere",
      summary: "A simulation to its start is accepted when that is written with another offset.",
      subtle: true,
    },
    (parts) => respelling(parts, "advanceTo"),
  ),
  mutant(
    {
      id: "clock-simulated-back-by-default",
      violates: "test-clocks/simulate-to-the-default-start",
      summary: "Only a start that is given is compared with the end of a simulation.",
      subtle: true,
    },
    (parts) =>
      remembering(parts, (seen, served) =>
        clocks(seen, ({ isLater }) => ({
          isLater: (to, from) => {
            const { operationId, body } = served()?.command ?? {};
            const byDefault =
              operationId === "simulateTestClock" && isObject(body) && body["startFrom"] === undefined;
            return byDefault || isLater(to, from);
          },
        })),
      ),
  ),
  mutant(
    {
      id: "clock-advance-refusal-coded",
      violates: "test-clocks/advance-refusal-has-no-code",
      summary: "The refusal of an advance has a code.",
    },
    (parts) => coded(parts, "frozenTime"),
  ),
  mutant(
    {
      id: "clock-simulation-refusal-coded",
      violates: "test-clocks/simulate-refusal-has-no-code",
      summary: "The refusal of a simulation has a code.",
    },
    (parts) => coded(parts, "advanceTo"),
  ),
  mutant(
    {
      id: "clock-advanced-though-completed",
      violates: "test-clocks/advance-completed",
      summary: "A completed clock goes on.",
    },
    (parts) => unguarded(parts, "advance", "completed"),
  ),
  mutant(
    {
      id: "clock-attached-though-completed",
      violates: "test-clocks/attach-to-completed",
      summary: "A completed clock takes attachments.",
    },
    (parts) => unguarded(parts, "attach", "completed"),
  ),
];

const traces: readonly Mutant[] = [
  mutant(
    {
      id: "clock-moved-by-a-refused-advance",
      violates: "test-clocks/advance-refusal-moves-nothing",
      summary: "An advance to an earlier time is refused, and the clock put there.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "advance", (input) => {
        const { command, parts: own } = input;
        const clock = own.lookups.clock(input);
        const to = Date.parse(String((command.body as { frozenTime?: unknown } | undefined)?.frozenTime));
        if (clock === undefined || !(to < clock.frozenTime)) return undefined;
        return {
          writes: [put(testClocks, { ...clock, frozenTime: to })],
          answer: own.refusals.notLater("frozenTime", "the clock's"),
        };
      }),
  ),
  mutant(
    {
      id: "clock-left-by-a-refused-creation",
      violates: "test-clocks/refused-creation-leaves-no-clock",
      summary: "A creation with a name that is too long is refused and made all the same.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "create", ({ command, now, ids, parts: own }) => {
        const { name } = (command.body ?? {}) as { name?: unknown };
        if (typeof name !== "string" || name.length <= 255) return undefined;
        const clock = {
          id: ids.id("clock_"),
          ...command.caller,
          name,
          frozenTime: now,
          status: "ready",
          createdAt: now,
          updatedAt: now,
        } as const;
        return { writes: [put(testClocks, clock)], answer: json(own.invalidStatus, { error: "name" }) };
      }),
  ),
  mutant(
    {
      id: "clock-left-by-a-refused-simulation",
      violates: "test-clocks/simulate-refused-creates-nothing",
      summary: "A simulation that ends before its start is refused, its clock stays.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "simulate", ({ command, now, ids, parts: own }) => {
        const { startFrom, advanceTo } = (command.body ?? {}) as { startFrom?: string; advanceTo?: string };
        const frozenTime = Date.parse(String(startFrom));
        if (!(Date.parse(String(advanceTo)) <= frozenTime)) return undefined;
        const clock = {
          id: ids.id("clock_"),
          ...command.caller,
          name: null,
          frozenTime,
          status: "ready",
          createdAt: now,
          updatedAt: now,
        } as const;
        return { writes: [put(testClocks, clock)], answer: own.refusals.notLater("advanceTo", "startFrom") };
      }),
  ),
  mutant(
    {
      id: "clock-keeps-half-an-attachment",
      violates: "test-clocks/attach-refused-attaches-nothing",
      summary: "The customer of a refused attachment is attached, its subscription being unknown.",
      subtle: true,
    },
    (parts) =>
      guarding(
        parts,
        "attach",
        (input) => {
          const { lookups, refusals } = input.parts;
          const named = (input.command.body as { subscriptionId?: unknown } | undefined)?.subscriptionId;
          if (named === undefined || lookups.subscription(input) !== undefined) return undefined;
          const customer = lookups.customer(input);
          const clock = lookups.clock(input);
          const writes =
            customer === undefined || clock === undefined ? [] : (followAs(customer, clock.id).writes ?? []);
          return { writes, answer: refusals.subscriptionNotFound() };
        },
        "subscription",
      ),
  ),
  mutant(
    {
      id: "clock-left-by-a-refused-live-key",
      violates: "test-clocks/refused-creation-leaves-no-clock",
      summary: "A creation by a live key is refused, its clock stays.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "create", ({ command, now, ids, parts: own }) => {
        if (command.caller.mode !== "live") return undefined;
        const { name, frozenTime } = (command.body ?? {}) as { name?: string; frozenTime?: string };
        const clock = {
          id: ids.id("clock_"),
          accountId: command.caller.accountId,
          mode: "test",
          name: name ?? null,
          frozenTime: Date.parse(String(frozenTime)),
          status: "ready",
          createdAt: now,
          updatedAt: now,
        } as const;
        return { writes: [put(testClocks, clock)], answer: own.refusals.notAvailable() };
      }),
  ),
  mutant(
    {
      id: "clock-moves-though-completed",
      violates: "test-clocks/advance-refusal-moves-nothing",
      summary: "An advance of a completed clock is refused, and the clock moved.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "advance", (input) => {
        const clock = input.parts.lookups.clock(input);
        const { frozenTime } = (input.command.body ?? {}) as { frozenTime?: string };
        const to = Date.parse(String(frozenTime));
        if (clock?.status !== "completed" || Number.isNaN(to)) return undefined;
        const writes = [put(testClocks, { ...clock, frozenTime: to })];
        return { writes, answer: input.parts.refusals.completed() };
      }),
  ),
  mutant(
    {
      id: "clock-takes-what-a-live-key-attaches",
      violates: "test-clocks/attach-refused-attaches-nothing",
      summary: "An attachment by a live key is refused, and done.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "attach", ({ state, command, parts: own }) => {
        if (command.caller.mode !== "live") return undefined;
        const { subscriptionId } = (command.body ?? {}) as { subscriptionId?: string };
        const named = state.get(subscriptions, subscriptionId ?? "");
        const effects = named === undefined ? {} : follow(named, command.params["id"] ?? "");
        return { ...effects, answer: own.refusals.notAvailable() };
      }),
  ),
  mutant(
    {
      id: "clock-takes-somebody-elses-customer",
      violates: "test-clocks/attach-refused-attaches-nothing",
      summary: "The attachment of another account's customer is refused, and done.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "attach", (input) => {
        const { lookups, refusals } = input.parts;
        const { customerId } = (input.command.body ?? {}) as { customerId?: string };
        const named = input.state.get(customers, customerId ?? "");
        const clock = lookups.clock(input);
        if (named === undefined || clock === undefined || lookups.customer(input) !== undefined)
          return undefined;
        return { writes: followAs(named, clock.id).writes ?? [], answer: refusals.customerNotFound() };
      }),
  ),
  mutant(
    {
      id: "clock-deleted-by-a-refused-live-key",
      violates: "test-clocks/live-key-changes-nothing",
      summary: "A live key is refused, and the clock deleted.",
      subtle: true,
    },
    (parts) =>
      guarding(parts, "delete", ({ command, parts: own }) =>
        command.caller.mode === "live"
          ? { writes: [remove(testClocks, command.params["id"] ?? "")], answer: own.refusals.notAvailable() }
          : undefined,
      ),
  ),
];

/** Times that are accepted although they are not later, and refusals that leave a trace (§4.8, §7.9). */
export const instantMutants: readonly Mutant[] = [...instants, ...traces];
