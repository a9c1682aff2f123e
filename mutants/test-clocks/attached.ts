import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { follow } from "../../emulator/areas/test-clocks/follow.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { type Body, changesSuccess, isObject } from "../shared/answers.ts";
import { later, timing } from "../shared/billing.ts";
import { clocks, guarding, misreading, remembering } from "../shared/clocks.ts";

const withoutIds = (body: Body, type: string): void => {
  if (Array.isArray(body["attached"]))
    body["attached"] = body["attached"].filter((entry) => !isObject(entry) || entry["type"] !== type);
};

const attached: readonly Mutant[] = [
  mutant(
    {
      id: "clock-attaches-one-kind",
      violates: "test-clocks/attach-both",
      summary: "A subscription and a customer cannot be attached together.",
    },
    (parts) =>
      guarding(parts, "attach", ({ command, parts: own }) => {
        const { subscriptionId, customerId } = (command.body ?? {}) as Body;
        const both = subscriptionId !== undefined && customerId !== undefined;
        return both ? only(json(own.invalidStatus, { error: "Give one of the two" })) : undefined;
      }),
  ),
  mutant(
    {
      id: "clock-attaches-customers-alone",
      violates: "test-clocks/attach-customer-brings-subscriptions",
      summary: "A customer comes without subscriptions.",
    },
    (parts) => clocks(parts, () => ({ broughtAlong: () => [] })),
  ),
  mutant(
    {
      id: "clock-attaches-two-of-a-customer",
      violates: "test-clocks/attach-customer-brings-subscriptions",
      summary: "Of a customer's subscriptions the first two come along.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ broughtAlong }) => ({
        broughtAlong: (state, customer) => broughtAlong(state, customer).slice(0, 2),
      })),
  ),
  mutant(
    {
      id: "clock-attaches-the-whole-account",
      violates: "test-clocks/attach-customer-leaves-others",
      summary: "With a customer come all subscriptions of the account.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, () => ({
        broughtAlong: (state, customer) => state.find(subscriptions, "owner", ownerOf(customer)),
      })),
  ),
  mutant(
    {
      id: "clock-moved-by-an-attachment",
      violates: "test-clocks/attach-keeps-the-instant",
      summary: "An attachment moves the clock to the start of the period.",
      subtle: true,
    },
    (parts) =>
      remembering(parts, (seen, served) =>
        clocks(seen, ({ attach, lookups }) => ({
          attach: (subscription, clockId) => {
            const effects = attach(subscription, clockId);
            const context = served();
            const clock = context === undefined ? undefined : lookups.clock(context);
            if (clock === undefined) return effects;
            const moved = put(testClocks, { ...clock, frozenTime: subscription.periodStart });
            return { ...effects, writes: [...(effects.writes ?? []), moved] };
          },
        })),
      ),
  ),
  changesSuccess(
    {
      id: "clock-attached-without-customer",
      violates: "test-clocks/attach-names-the-customer",
      summary: "The answer to an attachment lists no customers.",
    },
    "attachTestClock",
    (body) => withoutIds(body, "customer"),
  ),
  changesSuccess(
    {
      id: "clock-attached-without-subscription",
      violates: "test-clocks/attach-names-the-subscription",
      summary: "The answer to an attachment lists no subscriptions.",
    },
    "attachTestClock",
    (body) => withoutIds(body, "subscription"),
  ),
  mutant(
    {
      id: "clock-attached-in-name",
      violates: "test-clocks/attached-ignores-real-time",
      summary: "What is attached is still billed in real time.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, () => ({ attach: (one, clockId) => ({ writes: follow(one, clockId).writes ?? [] }) })),
  ),
];

const simulated: readonly Mutant[] = [
  mutant(
    {
      id: "clock-simulation-unlisted",
      violates: "test-clocks/simulate-creates-a-clock",
      summary: "The clocks of simulations are not listed.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ select }) => ({
        select: (context) => select(context).filter(({ name }) => name !== null),
      })),
  ),
  mutant(
    {
      id: "clock-simulation-detached",
      violates: "test-clocks/simulate-attaches-the-subscription",
      summary: "A simulation lets its subscription go again.",
    },
    (parts) =>
      clocks(parts, ({ listed }) => ({
        listed: {
          ...listed,
          subscriptions: (state, clock) => (clock.name === null ? [] : listed.subscriptions(state, clock)),
        },
      })),
  ),
  mutant(
    {
      id: "clock-simulation-nameless",
      violates: "test-clocks/simulate-keeps-its-name",
      summary: "The name of a simulation is lost.",
    },
    (parts) => misreading(parts, "simulate", (body) => delete body["name"]),
  ),
  mutant(
    {
      id: "clock-simulation-stays",
      violates: "test-clocks/simulate-moves-its-clock",
      summary: "The clock of a simulation stays at its start.",
      subtle: true,
    },
    (parts) =>
      remembering(parts, (seen, served) =>
        clocks(seen, ({ advanced: usual }) => ({
          advanced: (clock, to, now) =>
            served()?.command.operationId === "simulateTestClock" ? clock : usual(clock, to, now),
        })),
      ),
  ),
  mutant(
    {
      id: "clock-simulation-without-due",
      violates: "test-clocks/simulate-replays-the-due-date",
      summary: "A simulation bills nothing.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, { state }, one) =>
        one?.clockId != null && state.get(testClocks, one.clockId)?.name === null ? {} : effects,
      ),
  ),
  mutant(
    {
      id: "clock-simulation-from-midnight",
      violates: "test-clocks/simulate-starts-where-told",
      summary: "A simulation starts at the midnight before.",
      subtle: true,
    },
    (parts) =>
      misreading(parts, "simulate", (body) => {
        if (typeof body["startFrom"] === "string")
          body["startFrom"] = `${body["startFrom"].slice(0, 10)}T00:00:00Z`;
      }),
  ),
  mutant(
    {
      id: "clock-simulation-an-hour-late",
      violates: "test-clocks/simulate-starts-with-the-period",
      summary: "A simulation starts an hour into the period.",
    },
    (parts) => clocks(parts, () => ({ simulationStart: ({ periodStart }) => periodStart + 3_600_000 })),
  ),
  changesSuccess(
    {
      id: "clock-simulation-to-the-next-day",
      violates: "test-clocks/simulate-tells-whither",
      summary: "A simulation reports an end that is a day later.",
    },
    "simulateTestClock",
    (body) => (body["advancedTo"] = later(body["advancedTo"], 1)),
  ),
  changesSuccess(
    {
      id: "clock-simulation-triggers-nothing",
      violates: "test-clocks/simulate-triggers-billing-due",
      summary: "A simulation lists nothing.",
    },
    "simulateTestClock",
    (body) => (body["triggeredEvents"] = []),
  ),
];

/** Attachments and simulations that are otherwise than documented (§4.8). */
export const attachedMutants: readonly Mutant[] = [...attached, ...simulated];
