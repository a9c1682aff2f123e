import { followAs } from "../../emulator/areas/test-clocks/follow.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { json } from "../../emulator/kernel/answers.ts";
import { maxLength, required } from "../../emulator/kernel/rules.ts";
import { put, remove } from "../../emulator/kernel/table.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { finishing, isObject, mutant } from "../shared/answers.ts";
import { DAY } from "../shared/billing.ts";
import {
  clocks,
  fielding,
  findingAll,
  guarding,
  misreading,
  type Route,
  remembering,
  unguarded,
} from "../shared/clocks.ts";

/** A live key that is let in. */
const letIn = (route: Route): Mutant =>
  mutant(
    {
      id: `clock-${route}-with-a-live-key`,
      kills: `test-clocks/${route}-with-a-live-key` as RuleId,
      lie: `The route ${route} does not look at the kind of key.`,
    },
    (parts) => unguarded(parts, route, "liveKey"),
  );

/** What belongs to somebody else is found. */
const found = (kills: RuleId, what: "clock" | "subscription" | "customer", operationId: string): Mutant =>
  mutant(
    {
      id: `${kills.replace("/", "-")}-found`,
      kills,
      lie: `${operationId} finds any account's ${what}.`,
      subtle: true,
    },
    (parts) => findingAll(parts, what, operationId),
  );

/** What is unknown is told with a code of another kind. */
const miscoded = (kills: RuleId, operationId: string, code: string): Mutant =>
  mutant(
    {
      id: `${kills.replace("/", "-")}-miscoded`,
      kills,
      lie: `${operationId} tells ${code} in other words.`,
    },
    (parts) =>
      finishing(parts, operationId, (answer) =>
        isObject(answer.body) && answer.body["code"] === code
          ? { ...answer, body: { ...answer.body, code: "NOT_FOUND" } }
          : answer,
      ),
  );

const CLOCK = "TEST_CLOCK_NOT_FOUND";
const SUBSCRIPTION = "SUBSCRIPTION_NOT_FOUND";
const CUSTOMER = "CUSTOMER_NOT_FOUND";
const soon = (days = 1): string => new Date(Date.now() + days * DAY).toISOString();
const noText = (value: unknown): boolean => value !== undefined && Number.isNaN(Date.parse(String(value)));

const lenient: readonly Mutant[] = [
  mutant(
    {
      id: "clock-created-with-no-date",
      kills: "test-clocks/create-with-no-date",
      lie: "What is no date is read as tomorrow.",
    },
    (parts) =>
      misreading(parts, "create", (body) => {
        if (noText(body["frozenTime"])) body["frozenTime"] = soon();
      }),
  ),
  mutant(
    {
      id: "clock-created-with-a-month-too-many",
      kills: "test-clocks/create-with-no-date",
      lie: "A thirteenth month is the first one of the year after.",
      subtle: true,
    },
    (parts) =>
      misreading(parts, "create", (body) => {
        if (String(body["frozenTime"]).includes("-13-")) body["frozenTime"] = soon(400);
      }),
  ),
  mutant(
    {
      id: "clock-created-without-instant",
      kills: "test-clocks/create-without-an-instant",
      lie: "A clock without an instant starts tomorrow.",
    },
    (parts) =>
      misreading(parts, "create", (body) => {
        body["frozenTime"] ??= soon();
      }),
  ),
  mutant(
    {
      id: "clock-name-of-256",
      kills: "test-clocks/create-with-256-characters",
      lie: "A name can have 256 characters.",
      subtle: true,
    },
    (parts) =>
      fielding(parts, "create", "name", (rules) => [
        ...rules.filter(({ name }) => name !== "maxLength"),
        maxLength(256),
      ]),
  ),
  mutant(
    {
      id: "clock-name-of-254",
      kills: "test-clocks/create-with-255-characters",
      lie: "A name can have 254 characters.",
      subtle: true,
    },
    (parts) => fielding(parts, "create", "name", (rules) => [...rules, maxLength(254)]),
  ),
  mutant(
    {
      id: "clock-name-required",
      kills: "test-clocks/create-without-a-name",
      lie: "A clock has to have a name.",
    },
    (parts) => fielding(parts, "create", "name", (rules) => [required, ...rules]),
  ),
  mutant(
    {
      id: "clock-advanced-with-no-date",
      kills: "test-clocks/advance-to-no-date",
      lie: "An advance reads what is no date as far ahead.",
    },
    (parts) =>
      misreading(parts, "advance", (body) => {
        if (noText(body["frozenTime"])) body["frozenTime"] = soon(900);
      }),
  ),
  mutant(
    {
      id: "clock-advanced-by-a-default",
      kills: "test-clocks/advance-without-an-instant",
      lie: "An advance without an instant goes far ahead.",
    },
    (parts) =>
      misreading(parts, "advance", (body) => {
        body["frozenTime"] ??= soon(900);
      }),
  ),
  mutant(
    {
      id: "clock-simulated-to-no-date",
      kills: "test-clocks/simulate-to-no-date",
      lie: "A simulation reads what is no date as far ahead.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        if (noText(body["advanceTo"])) body["advanceTo"] = soon(300);
      }),
  ),
  mutant(
    {
      id: "clock-simulated-from-no-date",
      kills: "test-clocks/simulate-from-no-date",
      lie: "A simulation from no date starts with the period.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        if (noText(body["startFrom"])) delete body["startFrom"];
      }),
  ),
  mutant(
    {
      id: "clock-simulated-by-a-default",
      kills: "test-clocks/simulate-without-a-target",
      lie: "A simulation without an end goes far ahead.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        body["advanceTo"] ??= soon(300);
      }),
  ),
  mutant(
    {
      id: "clock-simulated-for-nobody",
      kills: "test-clocks/simulate-without-a-subscription",
      lie: "A simulation that names no subscription is told that there is none.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        body["subscriptionId"] ??= "sub_none";
      }),
  ),
  mutant(
    {
      id: "clock-attached-to-nothing",
      kills: "test-clocks/attach-neither",
      lie: "An attachment of nothing is accepted.",
    },
    (parts) => unguarded(parts, "attach", "somethingNamed"),
  ),
];

const instants: readonly Mutant[] = [
  mutant(
    {
      id: "clock-advanced-to-equal",
      kills: "test-clocks/advance-to-equal-instant",
      lie: "An advance to the equal instant is accepted.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to >= from })),
  ),
  mutant(
    {
      id: "clock-advanced-back",
      kills: "test-clocks/advance-to-earlier-instant",
      lie: "A clock can be put back.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to !== from })),
  ),
  mutant(
    {
      id: "clock-advanced-to-equal-elsewhere",
      kills: "test-clocks/advance-to-equal-instant-elsewhere",
      lie: "The equal instant is accepted when it is written with another offset.",
      subtle: true,
    },
    (parts) => respelling(parts, "frozenTime"),
  ),
  mutant(
    {
      id: "clock-simulated-to-equal",
      kills: "test-clocks/simulate-to-its-start",
      lie: "A simulation of no length is accepted.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to >= from })),
  ),
  mutant(
    {
      id: "clock-simulated-back",
      kills: "test-clocks/simulate-to-before-its-start",
      lie: "A simulation can end before its start.",
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to !== from })),
  ),
  mutant(
    {
      id: "clock-simulated-to-equal-elsewhere",
      kills: "test-clocks/simulate-to-its-start-elsewhere",
      lie: "A simulation to its start is accepted when that is written with another offset.",
      subtle: true,
    },
    (parts) => respelling(parts, "advanceTo"),
  ),
  mutant(
    {
      id: "clock-simulated-back-by-default",
      kills: "test-clocks/simulate-to-the-default-start",
      lie: "Only a start that is given is compared with the end of a simulation.",
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
      kills: "test-clocks/advance-refusal-has-no-code",
      lie: "The refusal of an advance has a code.",
    },
    (parts) => coded(parts, "frozenTime"),
  ),
  mutant(
    {
      id: "clock-simulation-refusal-coded",
      kills: "test-clocks/simulate-refusal-has-no-code",
      lie: "The refusal of a simulation has a code.",
    },
    (parts) => coded(parts, "advanceTo"),
  ),
  mutant(
    {
      id: "clock-advanced-though-completed",
      kills: "test-clocks/advance-completed",
      lie: "A completed clock goes on.",
    },
    (parts) => unguarded(parts, "advance", "completed"),
  ),
  mutant(
    {
      id: "clock-attached-though-completed",
      kills: "test-clocks/attach-to-completed",
      lie: "A completed clock takes attachments.",
    },
    (parts) => unguarded(parts, "attach", "completed"),
  ),
];

const traces: readonly Mutant[] = [
  mutant(
    {
      id: "clock-moved-by-a-refused-advance",
      kills: "test-clocks/advance-refusal-moves-nothing",
      lie: "An advance to an earlier instant is refused, and the clock put there.",
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
      kills: "test-clocks/refused-creation-leaves-no-clock",
      lie: "A creation with a name that is too long is refused and made all the same.",
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
      kills: "test-clocks/simulate-refused-creates-nothing",
      lie: "A simulation that ends before its start is refused, its clock stays.",
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
      kills: "test-clocks/attach-refused-attaches-nothing",
      lie: "The customer of a refused attachment is attached, its subscription being unknown.",
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
      id: "clock-deleted-by-a-refused-live-key",
      kills: "test-clocks/live-key-changes-nothing",
      lie: "A live key is refused, and the clock deleted.",
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

/** The equal instant counts as later when the field of this name is not written in UTC. */
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

/** What is refused although it may not be, and the other way round; and refusals that leave a trace (§4.8, §5, §7.9). */
export const clockRefusalMutants: readonly Mutant[] = [
  ...(["create", "list", "retrieve", "delete", "attach", "advance", "simulate"] as const).map(letIn),
  miscoded("test-clocks/retrieve-unknown", "retrieveTestClock", CLOCK),
  miscoded("test-clocks/delete-unknown", "deleteTestClock", CLOCK),
  miscoded("test-clocks/advance-unknown", "advanceTestClock", CLOCK),
  miscoded("test-clocks/attach-unknown-clock", "attachTestClock", CLOCK),
  miscoded("test-clocks/attach-unknown-subscription", "attachTestClock", SUBSCRIPTION),
  miscoded("test-clocks/attach-unknown-customer", "attachTestClock", CUSTOMER),
  miscoded("test-clocks/simulate-unknown-subscription", "simulateTestClock", SUBSCRIPTION),
  found("test-clocks/retrieve-foreign", "clock", "retrieveTestClock"),
  found("test-clocks/delete-foreign", "clock", "deleteTestClock"),
  found("test-clocks/advance-foreign", "clock", "advanceTestClock"),
  found("test-clocks/attach-foreign-clock", "clock", "attachTestClock"),
  found("test-clocks/attach-foreign-subscription", "subscription", "attachTestClock"),
  found("test-clocks/attach-foreign-customer", "customer", "attachTestClock"),
  found("test-clocks/simulate-foreign-subscription", "subscription", "simulateTestClock"),
  ...lenient,
  ...instants,
  ...traces,
];
