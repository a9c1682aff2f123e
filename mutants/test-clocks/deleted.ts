import { together } from "../../emulator/areas/common/deciders.ts";
import { customers } from "../../emulator/areas/customers/record.ts";
import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { attachedTo, followAs, type TestClock, testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import type { Effects } from "../../emulator/kernel/types.ts";
import { tornMutants } from "../connect/races.ts";
import { byId, type Mutant, named, part, perEmulator, type Replace } from "../mutant.ts";
import type { Body } from "../shared/answers.ts";
import { DAY, storing } from "../shared/billing.ts";
import { clocks, guarding } from "../shared/clocks.ts";
import { firsts } from "../shared/firsts.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";
import type { Parts } from "../../emulator/index.ts";

type Detach = Parts["testClocks"]["detach"];

/** Changes the effects of a deletion on attached objects. */
const detaching = (change: (usual: Effects, ...about: Parameters<Detach>) => Effects): Replace =>
  clocks(({ detach }) => ({ detach: (...about) => change(detach(...about), ...about) }));

/** Detaches what is attached to some clocks of the account. */
const detachingThose = (which: (clock: TestClock, deleted: TestClock) => boolean): Replace =>
  clocks(({ detach }) => ({
    detach: (state, deleted) =>
      together(
        ...state
          .find(testClocks, "owner", ownerOf(deleted))
          .filter((clock) => which(clock, deleted))
          .map((clock) => detach(state, clock)),
      ),
  }));

/** Refuses to attach an object again once it was attached to a clock. */
const refusingAgain = (
  what: "subscription" | "customer",
  counting: () => (clockId: string) => boolean,
): Replace =>
  perEmulator(() => {
    const attached = new Set<string>();
    const counts = counting();
    return guarding("attach", (input) => {
      const id = String((input.command.body as Body | undefined)?.[`${what}Id`]);
      if (attached.has(id)) return only(json(409, { error: "attached", code: "ALREADY_ATTACHED" }));
      const clock = input.parts.lookups.clock(input);
      if (clock === undefined || input.parts.lookups[what](input) === undefined) return undefined;
      if (counts(clock.id)) attached.add(id);
      return undefined;
    });
  });

export const mutants = named({
  ...tornMutants({
    "advance-beside-a-deletion": ["test-clocks/delete-makes-unknown", "deleteTestClock", "advanceTestClock"],
    "attachment-beside-a-deletion": [
      "test-clocks/delete-returns-to-real-time",
      "deleteTestClock",
      "attachTestClock",
    ],
  }),
  ...byId(
    (
      [
        ["clock-retrieved-though-deleted", "test-clocks/delete-makes-unknown", "retrieveTestClock"],
        ["clock-advanced-though-deleted", "test-clocks/delete-ends-advances", "advanceTestClock"],
      ] as const
    ).map(([id, violates, operation]): Mutant => ({
      id,
      violates: [
        violates,
        ...(operation === "retrieveTestClock" ? (["test-clocks/deleted-for-good"] as const) : []),
      ],
      summary: `${operation} still finds a deleted clock.`,
      replace: (parts) => {
        const gone = new Map<string, ReturnType<typeof parts.testClocks.lookups.clock>>();
        return part(["testClocks", "lookups"], (lookups) => ({
          clock: (context) => {
            const { operationId, params } = context.command;
            const clock = lookups.clock(context);
            if (operationId === "deleteTestClock") gone.set(params["id"] ?? "", clock);
            return clock ?? (operationId === operation ? gone.get(params["id"] ?? "") : undefined);
          },
        }))(parts);
      },
    })),
  ),
  "clock-listed-though-deleted": {
    violates: ["test-clocks/delete-leaves-the-list"],
    summary: "A deleted clock stays in the list.",
    replace: (parts) => {
      const gone: NonNullable<ReturnType<typeof parts.testClocks.lookups.clock>>[] = [];
      return clocks(({ select, detach }) => ({
        detach: (state, clock) => {
          gone.push(clock);
          return detach(state, clock);
        },
        select: (context) => [
          ...select(context),
          ...gone.filter((clock) => ownerOf(clock) === ownerOf(context.command.caller)),
        ],
      }))(parts);
    },
  },
  "clock-deleted-with-its-neighbours": {
    violates: ["test-clocks/delete-keeps-other-clocks"],
    summary: "A deletion also deletes the earlier clocks.",
    replace: detaching((effects, state, clock) => ({
      ...effects,
      writes: [
        ...(effects.writes ?? []),
        ...state
          .find(testClocks, "owner", ownerOf(clock))
          .filter((other) => other.createdAt <= clock.createdAt && other.id !== clock.id)
          .map((other) => put(testClocks, { ...other, frozenTime: other.frozenTime + DAY })),
      ],
    })),
  },
  ...byId(
    (["subscription", "customer"] as const).map((what): Mutant => ({
      id: `clock-keeps-the-${what}-of-a-deleted-one`,
      violates: [`test-clocks/delete-frees-${what}s`],
      summary: `A ${what} whose clock was deleted cannot be attached again.`,
      replace: refusingAgain(what, () => () => true),
    })),
  ),
  "clock-deleted-with-its-subscriptions": {
    violates: ["test-clocks/delete-keeps-subscriptions"],
    summary: "The deletion of a clock cancels the attached subscriptions.",
    replace: detaching((effects) => ({
      ...effects,
      writes: storing(effects.writes, () => ({ status: "canceled" })),
    })),
  },
  "clock-deletion-forgets-the-paused": {
    violates: ["test-clocks/delete-returns-to-real-time"],
    summary: "A subscription that is paused when its clock is deleted stays at the time of the clock.",
    replace: clocks(({ detach }) => ({
      detach: (state, clock) => {
        const paused = state
          .find(subscriptions, "clock", clock.id)
          .filter(({ status }) => status === "paused");
        return together(detach(state, clock), { writes: paused.map((one) => put(subscriptions, one)) });
      },
    })),
  },
  "clock-deletion-detaches-all": {
    violates: ["test-clocks/delete-keeps-other-clocks"],
    summary: "A deletion detaches the subscriptions of the account's other clocks.",
    replace: detachingThose(() => true),
  },
  "clock-deletion-detaches-namesakes": {
    violates: ["test-clocks/delete-keeps-other-clocks"],
    summary: "A deletion detaches the subscriptions of the account's other clocks with the same name.",
    replace: detachingThose(({ name }, deleted) => name === deleted.name),
  },
  "clock-deleted-holds-on": {
    violates: ["test-clocks/delete-returns-to-real-time"],
    summary: "A subscription of a deleted clock is no longer billed.",
    replace: detaching(() => ({})),
  },
  "events-leak-after-detachment": {
    violates: ["test-clocks/delete-silences-subscriptions"],
    summary: "A deletion immediately bills the subscriptions of the clock.",
    replace: detaching((effects, state, clock) => {
      const events = state.find(subscriptions, "clock", clock.id).map((one) => ({
        type: "subscription.updated",
        accountId: one.accountId,
        mode: one.mode,
        envelope: "subscription",
        data: { subscriptionId: one.id, customerId: one.customerId, status: one.status },
        to: [one.accountId],
      }));
      return { ...effects, events };
    }),
  },
  "clock-deleted-keeps-its-customers": {
    violates: ["test-clocks/delete-frees-the-customer"],
    summary: "Customers keep the time of a deleted clock.",
    replace: detaching((effects, state, clock) => {
      const { customers } = attachedTo(state, clock);
      const shadow = { ...clock, id: `${clock.id}_shadow`, accountId: "nobody" };
      return together(
        effects,
        { writes: [put(testClocks, shadow)] },
        ...customers.map((customer) => followAs(customer, shadow.id)),
      );
    }),
  },
  "clock-deleted-keeps-what-it-moved": {
    violates: ["test-clocks/delete-returns-what-was-moved"],
    summary: "A subscription that a deleted clock renewed is no longer billed.",
    replace: detaching((effects, state, clock) => {
      const moved = attachedTo(state, clock).subscriptions.some(
        ({ periodStart, createdAt }) => periodStart > createdAt,
      );
      return moved ? { writes: effects.writes ?? [] } : effects;
    }),
  },
  ...byId(
    (["subscription", "customer"] as const).map((what): Mutant => ({
      id: `clock-frees-one-${what}-of-several`,
      violates: [`test-clocks/delete-frees-${what}s`],
      summary: `Of several ${what}s of a deleted clock, only the first can be attached again.`,
      replace: refusingAgain(what, () => {
        const isFirst = firsts();
        return (clockId) => !isFirst(clockId);
      }),
    })),
  ),
  "clock-keeps-customers-without-subscriptions": {
    violates: ["test-clocks/delete-frees-the-customer"],
    summary: "Deleting a clock does not detach customers that have no subscription.",
    replace: detaching((effects, state) => ({
      ...effects,
      writes: (effects.writes ?? []).filter(
        (write) =>
          write.table.name !== customers.name ||
          !("record" in write) ||
          state.find(subscriptions, "customer", write.record.id).length > 0,
      ),
    })),
  },
  "clock-deletion-bills-one-subscription": {
    violates: ["test-clocks/delete-returns-to-real-time"],
    summary: "Of several subscriptions of a deleted clock, the first is billed in real time.",
    replace: detaching((effects, state, clock) => {
      const [, ...others] = attachedTo(state, clock).subscriptions.map(({ id }) => id);
      return {
        ...effects,
        timers: (effects.timers ?? []).filter(
          (change) => change.do !== "move" || !others.includes(change.subject),
        ),
      };
    }),
  },
  ...byId([strangeRefusedTooLate("deleteTestClock", "test-clocks/refused-deletion-deletes-nothing")]),
});
