import { together } from "../../emulator/areas/billing/transitions.ts";
import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";
import { DAY, storing } from "../shared/billing.ts";
import { clocks, guarding } from "../shared/clocks.ts";
import { wrongKeyRefusedTooLate } from "../shared/late-refusals.ts";

/** Mutants of the rules that `suites/test-clocks/listed.ts` judges. */
export const testClocksListedMutants: readonly Mutant[] = [
  mutant(
    {
      id: "clock-missing-from-the-list",
      violates: "test-clocks/list-has-the-created",
      summary: "The newest clock is not listed.",
    },
    (parts) => clocks(parts, ({ select }) => ({ select: (context) => select(context).slice(1) })),
  ),
  ...(["subscriptions", "customers"] as const).map((name) =>
    mutant(
      {
        id: `clock-list-with-${name}-when-there-are-some`,
        violates: `test-clocks/listed-${name}` as const,
        summary: `A listed clock without ${name} lacks the array of them.`,
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
      summary: "The list contains the clocks of all accounts.",
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
  ...(
    [
      ["clock-retrieved-though-deleted", "test-clocks/delete-makes-unknown", "retrieveTestClock"],
      ["clock-advanced-though-deleted", "test-clocks/delete-ends-advances", "advanceTestClock"],
    ] as const
  ).map(([id, violates, operation]) =>
    mutant({ id, violates, summary: `${operation} still finds a deleted clock.`, subtle: true }, (parts) => {
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
      summary: "A deletion also deletes the earlier clocks.",
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
      id: "clock-listed-with-others-subscriptions",
      violates: "test-clocks/list-shows-attached-subscription",
      summary: "A clock with a subscription shows those of all clocks.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ listed }) => ({
        listed: {
          ...listed,
          subscriptions: (state, clock) =>
            listed.subscriptions(state, clock).length === 0
              ? []
              : state.find(subscriptions, "owner", ownerOf(clock)).filter(({ clockId }) => clockId !== null),
        },
      })),
  ),
  mutant(
    {
      id: "clock-deletion-detaches-all",
      violates: "test-clocks/delete-keeps-other-clocks",
      summary: "A deletion detaches the subscriptions of the account's other clocks.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) =>
          together(...state.find(testClocks, "owner", ownerOf(clock)).map((each) => detach(state, each))),
      })),
  ),
  wrongKeyRefusedTooLate(
    { id: "strange-deletion", violates: "test-clocks/refused-deletion-deletes-nothing" },
    "The deletion of a test clock",
    /\/test-clocks\/[^/]+$/,
    "DELETE",
  ),
];
