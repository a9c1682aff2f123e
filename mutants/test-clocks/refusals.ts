import { maxLength, required } from "../../emulator/kernel/rules.ts";
import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { finishing, isObject } from "../shared/answers.ts";
import { DAY } from "../shared/billing.ts";
import { fielding, findingAll, misreading, type Route, unguarded } from "../shared/clocks.ts";

/** A live key that is let in. */
const letIn = (route: Route): Mutant =>
  mutant(
    {
      id: `clock-${route}-with-a-live-key`,
      violates: ruleIdOf(`test-clocks/${route}-with-a-live-key`),
      summary: `The route ${route} does not look at the kind of key.`,
    },
    (parts) => unguarded(parts, route, "liveKey"),
  );

/** What belongs to somebody else is found. */
const found = (violates: RuleId, what: "clock" | "subscription" | "customer", operationId: string): Mutant =>
  mutant(
    {
      id: `${violates.replace("/", "-")}-found`,
      violates,
      summary: `${operationId} finds any account's ${what}.`,
      subtle: true,
    },
    (parts) => findingAll(parts, what, operationId),
  );

/** What is unknown is reported with a code of another kind. */
const miscoded = (violates: RuleId, operationId: string, code: string): Mutant =>
  mutant(
    {
      id: `${violates.replace("/", "-")}-miscoded`,
      violates,
      summary: `${operationId} reports ${code} in other words.`,
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

const noText = (value: unknown): boolean =>
  value !== undefined && (typeof value !== "string" || Number.isNaN(Date.parse(value)));

const lenient: readonly Mutant[] = [
  mutant(
    {
      id: "clock-created-with-no-date",
      violates: "test-clocks/create-with-no-date",
      summary: "What is no date is read as tomorrow.",
    },
    (parts) =>
      misreading(parts, "create", (body) => {
        if (noText(body["frozenTime"])) body["frozenTime"] = soon();
      }),
  ),
  mutant(
    {
      id: "clock-created-with-a-month-too-many",
      violates: "test-clocks/create-with-no-date",
      summary: "A thirteenth month is the first one of the year after.",
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
      violates: "test-clocks/create-without-an-instant",
      summary: "A clock without a time starts tomorrow.",
    },
    (parts) =>
      misreading(parts, "create", (body) => {
        body["frozenTime"] ??= soon();
      }),
  ),
  mutant(
    {
      id: "clock-name-of-256",
      violates: "test-clocks/create-with-256-characters",
      summary: "A name can have 256 characters.",
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
      violates: "test-clocks/create-with-255-characters",
      summary: "A name can have 254 characters.",
      subtle: true,
    },
    (parts) => fielding(parts, "create", "name", (rules) => [...rules, maxLength(254)]),
  ),
  mutant(
    {
      id: "clock-name-required",
      violates: "test-clocks/create-without-a-name",
      summary: "A clock has to have a name.",
    },
    (parts) => fielding(parts, "create", "name", (rules) => [required, ...rules]),
  ),
  mutant(
    {
      id: "clock-advanced-with-no-date",
      violates: "test-clocks/advance-to-no-date",
      summary: "An advance reads what is no date as far ahead.",
    },
    (parts) =>
      misreading(parts, "advance", (body) => {
        if (noText(body["frozenTime"])) body["frozenTime"] = soon(900);
      }),
  ),
  mutant(
    {
      id: "clock-advanced-by-a-default",
      violates: "test-clocks/advance-without-an-instant",
      summary: "An advance without a time goes far ahead.",
    },
    (parts) =>
      misreading(parts, "advance", (body) => {
        body["frozenTime"] ??= soon(900);
      }),
  ),
  mutant(
    {
      id: "clock-simulated-to-no-date",
      violates: "test-clocks/simulate-to-no-date",
      summary: "A simulation reads what is no date as far ahead.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        if (noText(body["advanceTo"])) body["advanceTo"] = soon(300);
      }),
  ),
  mutant(
    {
      id: "clock-simulated-from-no-date",
      violates: "test-clocks/simulate-from-no-date",
      summary: "A simulation from no date starts with the period.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        if (noText(body["startFrom"])) delete body["startFrom"];
      }),
  ),
  mutant(
    {
      id: "clock-simulated-by-a-default",
      violates: "test-clocks/simulate-without-a-target",
      summary: "A simulation without an end goes far ahead.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        body["advanceTo"] ??= soon(300);
      }),
  ),
  mutant(
    {
      id: "clock-simulated-for-nobody",
      violates: "test-clocks/simulate-without-a-subscription",
      summary: "A simulation that names no subscription is reported that there is none.",
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        body["subscriptionId"] ??= "sub_none";
      }),
  ),
  mutant(
    {
      id: "clock-attached-to-nothing",
      violates: "test-clocks/attach-neither",
      summary: "An attachment of nothing is accepted.",
    },
    (parts) => unguarded(parts, "attach", "somethingNamed"),
  ),
];

/** What is refused although it may not be, and the other way round (§4.8, §5, §7.9). */
export const clockRefusalMutants: readonly Mutant[] = [
  ...(["advanceTestClock", "attachTestClock"] as const).map((operation) =>
    mutant(
      {
        id: `clock-completed-code-alone-at-${operation}`,
        violates: "test-clocks/completed-refusal-has-an-error",
        summary: `The refusal of a completed clock by ${operation} is its code alone.`,
        subtle: true,
      },
      (parts) =>
        finishing(parts, operation, (answer) =>
          isObject(answer.body) && answer.body["code"] === "TEST_CLOCK_COMPLETED"
            ? { ...answer, body: { code: answer.body["code"] } }
            : answer,
        ),
    ),
  ),
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
];
