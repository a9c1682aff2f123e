import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import type { Parts } from "../../emulator/index.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { type Body, changesSuccess, finishing, isObject } from "../shared/answers.ts";
import { DAY, storing } from "../shared/billing.ts";
import { clocks, guarding } from "../shared/clocks.ts";

const SECOND = 1_000;

const shifted = (value: unknown, ms: number): string =>
  new Date(Date.parse(String(value)) + ms).toISOString();

/** The retrieval knows only the newest clocks, so many of them. */
const retrievingNewest = (parts: Parts, kept: number): Parts =>
  clocks(parts, ({ lookups, select }) => ({
    lookups: {
      ...lookups,
      clock: (context) => {
        const clock = lookups.clock(context);
        if (context.command.operationId !== "retrieveTestClock") return clock;
        return select(context)
          .slice(0, kept)
          .some(({ id }) => id === clock?.id)
          ? clock
          : undefined;
      },
    },
  }));

const made: readonly Mutant[] = [
  mutant(
    {
      id: "clock-forgotten-after-the-next",
      violates: "test-clocks/retrieve-after-others",
      summary: "Only the newest clock is retrieved.",
    },
    (parts) => retrievingNewest(parts, 1),
  ),
  mutant(
    {
      id: "clock-forgotten-after-ten",
      violates: "test-clocks/retrieve-after-others",
      summary: "Only the ten newest clocks are retrieved.",
      subtle: true,
    },
    (parts) => retrievingNewest(parts, 10),
  ),
  changesSuccess(
    {
      id: "clock-created-a-second-late",
      violates: "test-clocks/create-stands-at-the-given-instant",
      summary: "A new clock stands a second later than asked.",
    },
    "createTestClock",
    (body) => (body["frozenTime"] = shifted(body["frozenTime"], SECOND)),
  ),
  changesSuccess(
    {
      id: "clock-created-with-a-short-name",
      violates: "test-clocks/create-keeps-its-name",
      summary: "Names are cut after 64 characters.",
      subtle: true,
    },
    "createTestClock",
    (body) => (body["name"] = typeof body["name"] === "string" ? body["name"].slice(0, 64) : null),
  ),
  changesSuccess(
    {
      id: "clock-retrieved-under-another-name",
      violates: "test-clocks/retrieve-gives-the-created",
      summary: "A retrieved clock has its name in capitals.",
    },
    "retrieveTestClock",
    (body) => (body["name"] = typeof body["name"] === "string" ? body["name"].toUpperCase() : null),
  ),
  mutant(
    {
      id: "clock-missing-from-the-list",
      violates: "test-clocks/list-has-the-created",
      summary: "The newest clock is not listed.",
    },
    (parts) => clocks(parts, ({ select }) => ({ select: (context) => select(context).slice(1) })),
  ),
  mutant(
    {
      id: "clock-list-in-words",
      violates: "test-clocks/list-body",
      summary: "The list of clocks is a text.",
    },
    (parts) => finishing(parts, "listTestClocks", (answer) => ({ ...answer, body: "no clocks" })),
  ),
  ...(["subscriptions", "customers"] as const).map((name) =>
    mutant(
      {
        id: `clock-list-with-${name}-when-there-are-some`,
        violates: `test-clocks/listed-${name}` as const,
        summary: `A listed clock without ${name} has no list of them.`,
      },
      (parts) =>
        finishing(parts, "listTestClocks", (answer) => {
          const data = isObject(answer.body) ? answer.body["data"] : undefined;
          if (!Array.isArray(data)) return answer;
          const clocks = data.filter(isObject).map((clock) => {
            const { [name]: list, ...others } = clock;
            return Array.isArray(list) && list.length === 0 ? others : clock;
          });
          return { ...answer, body: { data: clocks } };
        }),
    ),
  ),
  mutant(
    {
      id: "clock-list-of-everybody",
      violates: "test-clocks/list-without-foreign",
      summary: "The list holds the clocks of all accounts.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ select: ({ state }) => state.all(testClocks) })),
  ),
  mutant(
    {
      id: "clock-list-without-subscriptions",
      violates: "test-clocks/list-shows-attached-subscription",
      summary: "The list shows no subscriptions.",
    },
    (parts) => clocks(parts, ({ listed }) => ({ listed: { ...listed, subscriptions: () => [] } })),
  ),
  mutant(
    {
      id: "clock-list-without-customers",
      violates: "test-clocks/list-shows-attached-customer",
      summary: "The list shows no customers.",
    },
    (parts) => clocks(parts, ({ listed }) => ({ listed: { ...listed, customers: () => [] } })),
  ),
  mutant(
    {
      id: "clock-list-with-all-subscriptions",
      violates: "test-clocks/list-shows-nothing-attached",
      summary: "Every listed clock shows all subscriptions of the account.",
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
  ).map(([id, violates, operation]) =>
    mutant({ id, violates, summary: `${operation} still knows a deleted clock.`, subtle: true }, (parts) => {
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
      violates: "test-clocks/delete-leaves-the-list",
      summary: "A deleted clock stays in the list.",
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
      violates: "test-clocks/delete-keeps-other-clocks",
      summary: "A deletion takes the clocks made before with it.",
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
        violates:
          what === "subscription"
            ? "test-clocks/delete-frees-subscriptions"
            : "test-clocks/delete-frees-customers",
        summary: `A ${what} whose clock was deleted cannot be attached again.`,
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
      violates: "test-clocks/delete-keeps-subscriptions",
      summary: "A deleted clock cancels what was attached.",
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
      violates: "test-clocks/delete-returns-to-real-time",
      summary: "What a deleted clock held no longer moves.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ detach: () => ({}) })),
  ),
  mutant(
    {
      id: "events-leak-after-detachment",
      violates: "test-clocks/delete-silences-subscriptions",
      summary: "A deletion bills what the clock held immediately.",
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

/** Clocks that are made, listed and deleted otherwise than documented (§2.11, §4.8). */
export const madeMutants: readonly Mutant[] = [...made, ...deleted];
