import { together } from "../../emulator/areas/billing/transitions.ts";
import { subscriptions } from "../../emulator/areas/subscriptions/record.ts";
import { attachedTo, followAs } from "../../emulator/areas/test-clocks/follow.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import type { Rule } from "../../emulator/kernel/validate.ts";
import { type Mutant, mutant } from "../mutant.ts";
import { clocks, fielding, misreading } from "../shared/clocks.ts";

const fewBytes: Rule = {
  name: "maxBytes",
  accepts: (value) => typeof value !== "string" || Buffer.byteLength(value) <= 255,
};

/** Clocks with several things on them, moved several times, or named in other letters (§4.8, §8). */
export const rareClockMutants: readonly Mutant[] = [
  mutant(
    {
      id: "clock-deleted-keeps-its-customers",
      violates: "test-clocks/delete-frees-the-customer",
      summary: "Customers stay in the time of a clock that was deleted.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => {
          const { customers } = attachedTo(state, clock);
          const shadow = { ...clock, id: `${clock.id}_shadow`, accountId: "nobody" };
          return together(
            detach(state, clock),
            {
              writes: [put(testClocks, shadow)],
            },
            ...customers.map((customer) => followAs(customer, shadow.id)),
          );
        },
      })),
  ),
  mutant(
    {
      id: "clock-triggers-told-of-the-first",
      violates: "test-clocks/advance-triggers-each-billing-due",
      summary: "An advance lists what it triggered of one subscription alone.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ answer }) => ({
        answer: {
          ...answer,
          triggeredEvents: (came) => {
            const all = answer["triggeredEvents"]?.(came) as { subscriptionId: string }[];
            return all.filter(({ subscriptionId }) => subscriptionId === all[0]?.subscriptionId);
          },
        },
      })),
  ),
  mutant(
    {
      id: "clock-triggers-told-again",
      violates: "test-clocks/advance-short-of-due-triggers-no-billing",
      summary: "An advance lists what earlier advances triggered, too.",
      subtle: true,
    },
    (parts) => {
      const known = new Map<string, unknown[]>();
      return clocks(parts, ({ answer }) => ({
        answer: {
          ...answer,
          triggeredEvents: (came) => {
            const all = [
              ...(known.get(came.clock.id) ?? []),
              ...(answer["triggeredEvents"]?.(came) as unknown[]),
            ];
            known.set(came.clock.id, all);
            return all;
          },
        },
      }));
    },
  ),
  mutant(
    {
      id: "clock-attaches-the-customer-of-both",
      violates: "test-clocks/attach-both",
      summary: "Where a customer is named, a subscription beside it is passed over.",
      subtle: true,
    },
    (parts) =>
      misreading(parts, "attach", (body) => {
        if (body["customerId"] !== undefined) delete body["subscriptionId"];
      }),
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
      summary: "A deletion detaches what the account's other clocks hold.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) =>
          together(...state.find(testClocks, "owner", ownerOf(clock)).map((each) => detach(state, each))),
      })),
  ),
  mutant(
    {
      id: "clock-deleted-keeps-what-it-moved",
      violates: "test-clocks/delete-returns-what-was-moved",
      summary: "What a deleted clock brought to another period is not billed any more.",
      subtle: true,
    },
    (parts) =>
      clocks(parts, ({ detach }) => ({
        detach: (state, clock) => {
          const effects = detach(state, clock);
          const moved = attachedTo(state, clock).subscriptions.some(
            ({ periodStart, createdAt }) => periodStart > createdAt,
          );
          return moved ? { writes: effects.writes ?? [] } : effects;
        },
      })),
  ),
  mutant(
    {
      id: "clock-simulation-from-the-creation",
      violates: "test-clocks/simulate-starts-with-the-period",
      summary: "A simulation starts where the subscription began, whatever period it is in.",
      subtle: true,
    },
    (parts) => clocks(parts, () => ({ simulationStart: ({ createdAt }) => createdAt })),
  ),
  mutant(
    {
      id: "clock-name-in-bytes",
      violates: "test-clocks/create-with-255-characters",
      summary: "A name can have 255 bytes.",
      subtle: true,
    },
    (parts) => fielding(parts, "create", "name", (rules) => [...rules, fewBytes]),
  ),
];
