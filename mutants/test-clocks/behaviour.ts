import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { follow } from "../../emulator/areas/test-clocks/follow.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import type { Parts } from "../../emulator/index.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, finishing, isObject, mutant } from "../shared/answers.ts";
import { DAY, hushed, later, storing, timing } from "../shared/billing.ts";
import { clocks, guarding, misreading, remembering, standOf } from "../shared/clocks.ts";

/** Changes the body of an operation's successes. */
const showing = (
  lie: { id: string; kills: RuleId; lie: string; subtle?: boolean },
  operation: string,
  change: (body: Body) => void,
): Mutant =>
  mutant(lie, (parts) =>
    finishing(parts, operation, (answer) => {
      if (answer.status >= 300 || !isObject(answer.body)) return answer;
      const body = structuredClone(answer.body);
      change(body);
      return { ...answer, body };
    }),
  );

/** Changes what a successful decision of one operation writes. */
const deciding = (parts: Parts, operationId: string, change: (decision: Decision) => Decision): Parts => ({
  ...parts,
  transact: (decide, commit, served) =>
    parts.transact(() => (served === operationId ? change(decide()) : decide()), commit, served),
});

const SECOND = 1_000;
const shifted = (value: unknown, ms: number): string =>
  new Date(Date.parse(String(value)) + ms).toISOString();
const withoutIds = (body: Body, type: string): void => {
  if (Array.isArray(body["attached"]))
    body["attached"] = body["attached"].filter((entry) => !isObject(entry) || entry["type"] !== type);
};

const made: readonly Mutant[] = [
  showing(
    {
      id: "clock-created-a-second-late",
      kills: "test-clocks/create-stands-at-the-given-instant",
      lie: "A new clock stands a second later than asked.",
    },
    "createTestClock",
    (body) => (body["frozenTime"] = shifted(body["frozenTime"], SECOND)),
  ),
  showing(
    {
      id: "clock-created-with-a-short-name",
      kills: "test-clocks/create-keeps-its-name",
      lie: "Names are cut after 64 characters.",
      subtle: true,
    },
    "createTestClock",
    (body) => (body["name"] = typeof body["name"] === "string" ? body["name"].slice(0, 64) : null),
  ),
  showing(
    {
      id: "clock-retrieved-under-another-name",
      kills: "test-clocks/retrieve-gives-the-created",
      lie: "A retrieved clock has its name in capitals.",
    },
    "retrieveTestClock",
    (body) => (body["name"] = typeof body["name"] === "string" ? body["name"].toUpperCase() : null),
  ),
  mutant(
    {
      id: "clock-missing-from-the-list",
      kills: "test-clocks/list-has-the-created",
      lie: "The newest clock is not listed.",
    },
    (parts) => clocks(parts, ({ select }) => ({ select: (context) => select(context).slice(1) })),
  ),
  mutant(
    { id: "clock-list-in-words", kills: "test-clocks/list-body", lie: "The list of clocks is a text." },
    (parts) => finishing(parts, "listTestClocks", (answer) => ({ ...answer, body: "no clocks" })),
  ),
  mutant(
    {
      id: "clock-list-of-everybody",
      kills: "test-clocks/list-without-foreign",
      lie: "The list holds the clocks of all accounts.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ select: ({ state }) => state.all(testClocks) })),
  ),
  mutant(
    {
      id: "clock-list-without-subscriptions",
      kills: "test-clocks/list-shows-attached-subscription",
      lie: "The list shows no subscriptions.",
    },
    (parts) => clocks(parts, ({ listed }) => ({ listed: { ...listed, subscriptions: () => [] } })),
  ),
  mutant(
    {
      id: "clock-list-without-customers",
      kills: "test-clocks/list-shows-attached-customer",
      lie: "The list shows no customers.",
    },
    (parts) => clocks(parts, ({ listed }) => ({ listed: { ...listed, customers: () => [] } })),
  ),
  mutant(
    {
      id: "clock-list-with-all-subscriptions",
      kills: "test-clocks/list-shows-nothing-attached",
      lie: "Every listed clock shows all subscriptions of the account.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ listed }) => ({
        listed: {
          ...listed,
          subscriptions: (state, clock) => state.find(subscriptions, "owner", ownerOf(clock)),
        },
      })),
  ),
];

const deleted: readonly Mutant[] = [
  ...(
    [
      ["clock-retrieved-though-deleted", "test-clocks/delete-makes-unknown", "retrieveTestClock"],
      ["clock-advanced-though-deleted", "test-clocks/delete-ends-advances", "advanceTestClock"],
    ] as const
  ).map(([id, kills, operation]) =>
    mutant({ id, kills, lie: `${operation} still knows a deleted clock.`, subtle: true }, (parts) => {
      const gone = new Map<string, ReturnType<typeof parts.testClocks.lookups.clock>>();
      return clocks(parts, ({ lookups }) => ({
        lookups: {
          ...lookups,
          clock: (context) => {
            const { operationId, params } = context.command;
            const clock = lookups.clock(context);
            if (operationId === "deleteTestClock") gone.set(params["id"] ?? "", clock);
            return clock ?? (operationId === operation ? gone.get(params["id"] ?? "") : undefined);
          },
        },
      }));
    }),
  ),
  mutant(
    {
      id: "clock-listed-though-deleted",
      kills: "test-clocks/delete-leaves-the-list",
      lie: "A deleted clock stays in the list.",
    },
    (parts) => {
      const gone: NonNullable<ReturnType<typeof parts.testClocks.lookups.clock>>[] = [];
      return clocks(parts, ({ select, detach }) => ({
        detach: (state, clock) => {
          gone.push(clock);
          return detach(state, clock);
        },
        select: (context) => [
          ...select(context),
          ...gone.filter((clock) => ownerOf(clock) === ownerOf(context.command.caller)),
        ],
      }));
    },
  ),
  mutant(
    {
      id: "clock-deleted-with-its-neighbours",
      kills: "test-clocks/delete-keeps-other-clocks",
      lie: "A deletion takes the clocks made before with it.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => ({
          ...detach(state, clock),
          writes: [
            ...(detach(state, clock).writes ?? []),
            ...state
              .find(testClocks, "owner", ownerOf(clock))
              .filter((other) => other.createdAt <= clock.createdAt && other.id !== clock.id)
              .map((other) => put(testClocks, { ...other, frozenTime: other.frozenTime + DAY })),
          ],
        }),
      })),
  ),
  ...(["subscription", "customer"] as const).map((what) =>
    mutant(
      {
        id: `clock-keeps-the-${what}-of-a-deleted-one`,
        kills:
          what === "subscription"
            ? "test-clocks/delete-frees-subscriptions"
            : "test-clocks/delete-frees-customers",
        lie: `A ${what} whose clock was deleted cannot be attached again.`,
        subtle: true,
      },
      (parts) => {
        const attachedOnce = new Set<string>();
        return guarding(parts, "attach", (input) => {
          const id = String((input.command.body as Body | undefined)?.[`${what}Id`]);
          if (attachedOnce.has(id)) return only(json(409, { error: "attached", code: "ALREADY_ATTACHED" }));
          if (input.parts.lookups[what](input) !== undefined) attachedOnce.add(id);
          return undefined;
        });
      },
    ),
  ),
  mutant(
    {
      id: "clock-deleted-with-its-subscriptions",
      kills: "test-clocks/delete-keeps-subscriptions",
      lie: "A deleted clock cancels what was attached.",
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => {
          const effects = detach(state, clock);
          return { ...effects, writes: storing(effects.writes, () => ({ status: "canceled" })) };
        },
      })),
  ),
  mutant(
    {
      id: "clock-deleted-holds-on",
      kills: "test-clocks/delete-returns-to-real-time",
      lie: "What a deleted clock held stands still for ever.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ detach: () => ({}) })),
  ),
  mutant(
    {
      id: "events-leak-after-detachment",
      kills: "test-clocks/delete-silences-subscriptions",
      lie: "A deletion bills what the clock held at once.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => {
          const effects = detach(state, clock);
          const events = state.find(subscriptions, "clock", clock.id).map((one) => ({
            type: "subscription.updated",
            accountId: one.accountId,
            mode: one.mode,
            envelope: "subscription",
            data: { subscriptionId: one.id, customerId: one.customerId, status: one.status },
            to: [one.accountId],
          }));
          return { ...effects, events };
        },
      })),
  ),
];

const advanced: readonly Mutant[] = [
  mutant(
    {
      id: "clock-advanced-by-minutes",
      kills: "test-clocks/advance-by-one-second",
      lie: "A clock moves by a minute at least.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ isLater: (to, from) => to - from >= 60 * SECOND })),
  ),
  mutant(
    {
      id: "clock-advanced-to-the-minute",
      kills: "test-clocks/advance-moves-the-clock",
      lie: "A clock comes to stand on a full minute.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ advanced: usual }) => ({
        advanced: (clock, to, now) => usual(clock, Math.floor(to / 60_000) * 60_000, now),
      })),
  ),
  showing(
    {
      id: "clock-advance-from-its-end",
      kills: "test-clocks/advance-tells-whence",
      lie: "advancedFrom is the instant that was reached.",
    },
    "advanceTestClock",
    (body) => (body["advancedFrom"] = body["advancedTo"]),
  ),
  showing(
    {
      id: "clock-advance-to-the-day",
      kills: "test-clocks/advance-tells-whither",
      lie: "advancedTo is the day alone.",
      subtle: true,
    },
    "advanceTestClock",
    (body) => (body["advancedTo"] = String(body["advancedTo"]).slice(0, 10)),
  ),
  showing(
    {
      id: "clock-advance-triggers-itself",
      kills: "test-clocks/advance-of-nothing-triggers-nothing",
      lie: "An empty clock lists its own advance.",
    },
    "advanceTestClock",
    (body) => {
      const events = body["triggeredEvents"];
      if (Array.isArray(events) && events.length === 0)
        body["triggeredEvents"] = [{ event: "test_clock/advanced", subscriptionId: "none" }];
    },
  ),
  mutant(
    {
      id: "clock-advances-with-the-others",
      kills: "test-clocks/advance-moves-one-clock",
      lie: "All clocks of an account move together.",
    },
    (parts) =>
      remembering(parts, (seen, served) =>
        deciding(seen, "advanceTestClock", (decision) => {
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
  ),
  {
    ...mutant(
      {
        id: "clock-advanced-twice-at-once",
        kills: "test-clocks/advance-concurrently",
        lie: "Between looking at a clock and moving it others look at it, too.",
        subtle: true,
      },
      (parts) => ({
        ...parts,
        transact: (decide, commit, operationId) => {
          if (operationId !== "advanceTestClock") return parts.transact(decide, commit, operationId);
          const decision = decide();
          return new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
            parts.transact(() => decision, commit, operationId),
          );
        },
      }),
    ),
    socket: true,
  },
  mutant(
    {
      id: "clock-second-advance-forgotten",
      kills: "test-clocks/lives-as-modelled",
      lie: "From the second advance on a clock lags a day behind.",
      subtle: true,
    },
    (parts) => {
      const seen = new Set<string>();
      return clocks(parts, ({ advanced: usual }) => ({
        advanced: (clock, to, now) => {
          const again = seen.has(clock.id);
          seen.add(clock.id);
          return usual(clock, again ? Math.max(clock.frozenTime, to - DAY) : to, now);
        },
      }));
    },
  ),
];

const FAR = 20 * DAY;

const replayed: readonly Mutant[] = [
  mutant(
    {
      id: "clock-long-advance-without-reminders",
      kills: "test-clocks/advance-in-steps-is-one-advance",
      lie: "A long advance leaves reminders out.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "reminder", (effects, { state, now }, subscription) =>
        (standOf(state, subscription) ?? now) - now > FAR ? hushed(effects, "invoice.finalized") : effects,
      ),
  ),
  mutant(
    {
      id: "clock-long-advance-pays-once",
      kills: "test-clocks/advance-over-many-periods",
      lie: "Of several periods in one advance only the last is told as paid.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, { state, now }, subscription) =>
        (standOf(state, subscription) ?? now) - now > FAR ? hushed(effects, "payment.completed") : effects,
      ),
  ),
  mutant(
    {
      id: "clock-replays-the-first-attached",
      kills: "test-clocks/advance-replays-every-attached",
      lie: "Only the subscription that was attached first is billed.",
      subtle: true,
    },
    (parts) =>
      timing(parts, "due", (effects, { state }, one) =>
        one?.clockId != null && state.find(subscriptions, "clock", one.clockId)[0]?.id !== one.id
          ? {}
          : effects,
      ),
  ),
  ...(
    [
      ["reminder", "test-clocks/advance-replays-the-reminder"],
      ["due", "test-clocks/advance-replays-the-due-date"],
      ["trialEnd", "test-clocks/advance-replays-trial-end"],
      ["cancellation", "test-clocks/advance-replays-scheduled-cancellation"],
    ] as const
  ).map(([kind, kills]) =>
    mutant(
      { id: `clock-without-${kind.toLowerCase()}`, kills, lie: `On a clock there is no ${kind}.` },
      (parts) => timing(parts, kind, (effects, _context, one) => (one?.clockId == null ? effects : {})),
    ),
  ),
  mutant(
    {
      id: "clock-reminder-called-billing",
      kills: "test-clocks/advance-short-of-due-triggers-no-billing",
      lie: "The reminder is listed as billing.due.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ triggered }) => ({
        triggered: { ...triggered, "subscription.reminder": "subscription/billing.due" },
      })),
  ),
  mutant(
    {
      id: "clock-billing-unlisted",
      kills: "test-clocks/advance-triggers-billing-due",
      lie: "The due date is not listed.",
    },
    (parts) =>
      clocks(parts, ({ triggered }) => {
        const { "subscription.due": _due, ...others } = triggered;
        return { triggered: others };
      }),
  ),
  mutant(
    {
      id: "clock-lists-bystanders",
      kills: "test-clocks/advance-triggers-attached-only",
      lie: "An advance lists all subscriptions of the customers it billed.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ answer }) => ({
        answer: {
          ...answer,
          triggeredEvents: (came) => {
            const entries = answer["triggeredEvents"]?.(came) as { event: string; subscriptionId: string }[];
            return entries.flatMap((entry) => {
              const one = came.state.get(subscriptions, entry.subscriptionId);
              const all = one === undefined ? [] : came.state.find(subscriptions, "customer", one.customerId);
              return all.map(({ id }) => ({ ...entry, subscriptionId: id }));
            });
          },
        },
      })),
  ),
];

const attached: readonly Mutant[] = [
  mutant(
    {
      id: "clock-attaches-one-kind",
      kills: "test-clocks/attach-both",
      lie: "A subscription and a customer cannot be attached together.",
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
      kills: "test-clocks/attach-customer-brings-subscriptions",
      lie: "A customer comes without subscriptions.",
    },
    (parts) => clocks(parts, () => ({ broughtAlong: () => [] })),
  ),
  mutant(
    {
      id: "clock-attaches-two-of-a-customer",
      kills: "test-clocks/attach-customer-brings-subscriptions",
      lie: "Of a customer's subscriptions the first two come along.",
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
      kills: "test-clocks/attach-customer-leaves-others",
      lie: "With a customer come all subscriptions of the account.",
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
      kills: "test-clocks/attach-keeps-the-instant",
      lie: "An attachment moves the clock to the start of the period.",
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
  showing(
    {
      id: "clock-attached-without-customer",
      kills: "test-clocks/attach-names-the-customer",
      lie: "The answer to an attachment lists no customers.",
    },
    "attachTestClock",
    (body) => withoutIds(body, "customer"),
  ),
  showing(
    {
      id: "clock-attached-without-subscription",
      kills: "test-clocks/attach-names-the-subscription",
      lie: "The answer to an attachment lists no subscriptions.",
    },
    "attachTestClock",
    (body) => withoutIds(body, "subscription"),
  ),
  mutant(
    {
      id: "clock-attached-in-name",
      kills: "test-clocks/attached-ignores-real-time",
      lie: "What is attached is still billed in real time.",
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
      kills: "test-clocks/simulate-creates-a-clock",
      lie: "The clocks of simulations are not listed.",
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
      kills: "test-clocks/simulate-attaches-the-subscription",
      lie: "A simulation lets its subscription go again.",
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
      kills: "test-clocks/simulate-keeps-its-name",
      lie: "The name of a simulation is lost.",
    },
    (parts) => misreading(parts, "simulate", (body) => delete body["name"]),
  ),
  mutant(
    {
      id: "clock-simulation-stays",
      kills: "test-clocks/simulate-moves-its-clock",
      lie: "The clock of a simulation stays at its start.",
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
      kills: "test-clocks/simulate-replays-the-due-date",
      lie: "A simulation bills nothing.",
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
      kills: "test-clocks/simulate-starts-where-told",
      lie: "A simulation starts at the midnight before.",
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
      kills: "test-clocks/simulate-starts-with-the-period",
      lie: "A simulation starts an hour into the period.",
    },
    (parts) => clocks(parts, () => ({ simulationStart: ({ periodStart }) => periodStart + 3_600_000 })),
  ),
  showing(
    {
      id: "clock-simulation-to-the-next-day",
      kills: "test-clocks/simulate-tells-whither",
      lie: "A simulation tells an end that is a day later.",
    },
    "simulateTestClock",
    (body) => (body["advancedTo"] = later(body["advancedTo"], 1)),
  ),
  showing(
    {
      id: "clock-simulation-triggers-nothing",
      kills: "test-clocks/simulate-triggers-billing-due",
      lie: "A simulation lists nothing.",
    },
    "simulateTestClock",
    (body) => (body["triggeredEvents"] = []),
  ),
];

/** Clocks that do otherwise than documented (§4.8). */
export const clockBehaviourMutants: readonly Mutant[] = [
  ...made,
  ...deleted,
  ...advanced,
  ...replayed,
  ...attached,
  ...simulated,
];
