import { customers } from "../../emulator/areas/customers/record.ts";
import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { follow, followAs, testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { json, only } from "../../emulator/kernel/answers.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { put } from "../../emulator/kernel/table.ts";
import { byId, type Mutant, named, part, perEmulator } from "../mutant.ts";
import { type Body, changingSuccess, finishing, isObject, objectsIn } from "../shared/answers.ts";
import { canceling } from "../shared/billing.ts";
import { clocks, guarding, misreading, remembering, routing, unguarded } from "../shared/clocks.ts";
import { strangeRefusedTooLate } from "../shared/late-refusals.ts";

const withoutIds = (body: Body, type: string): void => {
  if (Array.isArray(body["attached"]))
    body["attached"] = body["attached"].filter((entry) => !isObject(entry) || entry["type"] !== type);
};

export const mutants = named({
  "clock-triggers-ten-events-at-most": {
    violates: ["test-clocks/advance-triggers-each-billing-due"],
    summary: "The list of triggered events ends after ten.",
    replace: part(["testClocks", "answer"], ({ triggeredEvents }) => ({
      triggeredEvents: (came) => (triggeredEvents?.(came) as unknown[]).slice(0, 10),
    })),
  },
  "clock-attaches-one-kind": {
    violates: ["test-clocks/attach-both"],
    summary: "A subscription and a customer cannot be attached together.",
    replace: guarding("attach", ({ command, parts: own }) => {
      const { subscriptionId, customerId } = (command.body ?? {}) as Body;
      const both = subscriptionId !== undefined && customerId !== undefined;
      return both ? only(json(own.invalidStatus, { error: "Give one of the two" })) : undefined;
    }),
  },
  "clock-moved-by-an-attachment": {
    violates: ["test-clocks/attach-keeps-the-instant"],
    summary: "An attachment moves the clock to the start of the period.",
    replace: remembering((served) =>
      clocks(({ attach, lookups }) => ({
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
  },
  "clock-attached-without-customer": {
    violates: ["test-clocks/attach-names-the-customer"],
    summary: "The answer to an attachment lists no customers.",
    replace: changingSuccess("attachTestClock", (body) => withoutIds(body, "customer")),
  },
  "clock-attached-without-subscription": {
    violates: ["test-clocks/attach-names-the-subscription"],
    summary: "The answer to an attachment lists no subscriptions.",
    replace: changingSuccess("attachTestClock", (body) => withoutIds(body, "subscription")),
  },
  "clock-attached-though-completed": {
    violates: ["test-clocks/attach-to-completed"],
    summary: "A completed clock accepts attachments.",
    replace: unguarded("attach", "completed"),
  },
  "clock-takes-customers-though-completed": {
    violates: ["test-clocks/attach-to-completed"],
    summary: "A completed clock accepts the attachment of a customer.",
    replace: routing("attach", ({ guards }) => ({
      guards: guards.map((guard) => ({
        ...guard,
        refuse: (input) =>
          guard.name === "completed" && isObject(input.command.body) && "customerId" in input.command.body
            ? undefined
            : guard.refuse(input),
      })),
    })),
  },
  "clock-loses-what-a-completed-one-refuses": {
    violates: ["test-clocks/attach-to-completed"],
    summary: "An attachment to a completed clock is refused, but detaches the subscription from its clock.",
    replace: guarding(
      "attach",
      (input) => {
        const { lookups, refusals } = input.parts;
        if (lookups.clock(input)?.status !== "completed") return undefined;
        const subscription = lookups.subscription(input);
        const effects = subscription === undefined ? {} : follow(subscription, null);
        return { ...effects, answer: refusals.completed() };
      },
      "completed",
    ),
  },
  "clock-keeps-half-an-attachment": {
    violates: ["test-clocks/attach-refused-attaches-nothing"],
    summary: "An attachment with an unknown subscription is refused, but attaches the customer.",
    replace: guarding(
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
  },
  "clock-keeps-the-other-half-of-an-attachment": {
    violates: ["test-clocks/attach-refused-attaches-nothing"],
    summary: "An attachment with an unknown customer is refused, but attaches the subscription.",
    replace: guarding(
      "attach",
      (input) => {
        const { lookups, refusals } = input.parts;
        const named = (input.command.body as { customerId?: unknown } | undefined)?.customerId;
        if (named === undefined || lookups.customer(input) !== undefined) return undefined;
        const subscription = lookups.subscription(input);
        const effects =
          subscription === undefined ? {} : follow(subscription, input.command.params["id"] ?? "");
        return { ...effects, answer: refusals.customerNotFound() };
      },
      "customer",
    ),
  },
  "clock-takes-what-a-live-key-attaches": {
    violates: ["test-clocks/attach-refused-attaches-nothing"],
    summary: "An attachment by a live key is refused but takes effect.",
    replace: guarding("attach", ({ state, command, parts: own }) => {
      if (command.caller.mode !== "live") return undefined;
      const { subscriptionId } = (command.body ?? {}) as { subscriptionId?: string };
      const named = state.get(subscriptions, subscriptionId ?? "");
      const effects = named === undefined ? {} : follow(named, command.params["id"] ?? "");
      return { ...effects, answer: own.refusals.notAvailable() };
    }),
  },
  "clock-takes-somebody-elses-customer": {
    violates: ["test-clocks/attach-refused-attaches-nothing"],
    summary: "The attachment of another account's customer is refused but takes effect.",
    replace: guarding("attach", (input) => {
      const { lookups, refusals } = input.parts;
      const { customerId } = (input.command.body ?? {}) as { customerId?: string };
      const named = input.state.get(customers, customerId ?? "");
      const clock = lookups.clock(input);
      if (named === undefined || clock === undefined || lookups.customer(input) !== undefined)
        return undefined;
      return { writes: followAs(named, clock.id).writes ?? [], answer: refusals.customerNotFound() };
    }),
  },
  "clock-reminder-called-billing": {
    violates: ["test-clocks/advance-short-of-due-triggers-no-billing"],
    summary: "The reminder is listed as billing.due.",
    replace: part(["testClocks", "triggered"], () => ({
      "subscription.reminder": "subscription/billing.due",
    })),
  },
  "clock-lists-what-was-canceled": {
    violates: ["test-clocks/advance-short-of-due-triggers-no-billing"],
    summary:
      "The due date of a subscription that was canceled immediately is listed, though it bills nothing.",
    replace: canceling([true, () => true], ({ timers, ...others }) => ({
      ...others,
      timers: (timers ?? []).filter((change) => change.do !== "cancel"),
    })),
  },
  "clock-billing-unlisted": {
    violates: ["test-clocks/advance-triggers-billing-due"],
    summary: "The due date is not listed.",
    replace: clocks(({ triggered }) => {
      const { "subscription.due": _due, ...others } = triggered;
      return { triggered: others };
    }),
  },
  "clock-lists-bystanders": {
    violates: ["test-clocks/advance-triggers-attached-only"],
    summary: "An advance lists all subscriptions of the customers it billed.",
    replace: part(["testClocks", "answer"], (answer) => ({
      triggeredEvents: (came) => {
        const entries = answer["triggeredEvents"]?.(came) as { event: string; subscriptionId: string }[];
        return entries.flatMap((entry) => {
          const one = came.state.get(subscriptions, entry.subscriptionId);
          const all = one === undefined ? [] : came.state.find(subscriptions, "customer", one.customerId);
          return all.map(({ id }) => ({ ...entry, subscriptionId: id }));
        });
      },
    })),
  },
  "clock-triggers-reported-of-the-first": {
    violates: ["test-clocks/advance-triggers-each-billing-due"],
    summary: "An advance lists what it triggered for one subscription only.",
    replace: part(["testClocks", "answer"], (answer) => ({
      triggeredEvents: (came) => {
        const all = answer["triggeredEvents"]?.(came) as { subscriptionId: string }[];
        return all.filter(({ subscriptionId }) => subscriptionId === all[0]?.subscriptionId);
      },
    })),
  },
  "clock-triggers-reported-again": {
    violates: ["test-clocks/advance-short-of-due-triggers-no-billing"],
    summary: "An advance lists what earlier advances triggered, too.",
    replace: perEmulator(() => {
      const known = new Map<string, unknown[]>();
      return part(["testClocks", "answer"], (answer) => ({
        triggeredEvents: (came) => {
          const all = [
            ...(known.get(came.clock.id) ?? []),
            ...(answer["triggeredEvents"]?.(came) as unknown[]),
          ];
          known.set(came.clock.id, all);
          return all;
        },
      }));
    }),
  },
  "clock-attaches-the-customer-of-both": {
    violates: ["test-clocks/attach-both"],
    summary: "A subscription is ignored when a customer is also named.",
    replace: misreading("attach", (body) => {
      if (body["customerId"] !== undefined) delete body["subscriptionId"];
    }),
  },
  "clock-attached-to-nothing": {
    violates: ["test-clocks/attach-neither"],
    summary: "An empty attachment is accepted.",
    replace: unguarded("attach", "somethingNamed"),
  },
  "clock-attached-to-null": {
    violates: ["test-clocks/attach-neither"],
    summary: "An attachment with null for both is accepted.",
    // A null counts as present for validation, and is then omitted.
    replace: routing("attach", ({ guards }) => {
      const leftOut: (typeof guards)[number] = {
        name: "mutant",
        refuse: ({ command: { body } }) => {
          const names = ["subscriptionId", "customerId"];
          if (isObject(body) && names.every((name) => body[name] === null))
            for (const name of names) delete (body as Body)[name];
          return undefined;
        },
      };
      const isPresence = ({ name }: { readonly name: string }): boolean => name === "somethingNamed";
      return {
        guards: [...guards.filter(isPresence), leftOut, ...guards.filter((guard) => !isPresence(guard))],
      };
    }),
  },
  ...byId([
    ...(["advanceTestClock", "attachTestClock"] as const).map((operation): Mutant => ({
      id: `clock-completed-code-alone-at-${operation}`,
      violates: ["test-clocks/completed-refusal-has-an-error"],
      summary: `The refusal of a completed clock by ${operation} contains only its code.`,
      replace: finishing(operation, (answer) =>
        isObject(answer.body) && answer.body["code"] === "TEST_CLOCK_COMPLETED"
          ? { ...answer, body: { code: answer.body["code"] } }
          : answer,
      ),
    })),
  ]),
  "clock-attaches-customers-alone": {
    violates: ["test-clocks/attach-customer-brings-subscriptions"],
    summary: "Attaching a customer attaches none of its subscriptions.",
    replace: clocks(() => ({ subscriptionsToAttach: () => [] })),
  },
  "clock-attaches-eleven-of-a-customer": {
    violates: ["test-clocks/attach-customer-brings-subscriptions"],
    summary: "Attaching a customer attaches its first eleven subscriptions only.",
    replace: clocks(({ subscriptionsToAttach }) => ({
      subscriptionsToAttach: (state, customer) => subscriptionsToAttach(state, customer).slice(0, 11),
    })),
  },
  ...byId(
    (["trialing", "paused"] as const).map((status): Mutant => ({
      id: `clock-attaches-nothing-${status}`,
      violates: ["test-clocks/attach-customer-brings-every-status"],
      summary: `Attaching a customer leaves out its subscriptions that are ${status}.`,
      replace: clocks(({ subscriptionsToAttach }) => ({
        subscriptionsToAttach: (state, customer) =>
          subscriptionsToAttach(state, customer).filter((each) => each.status !== status),
      })),
    })),
  ),
  "clock-listed-without-what-a-customer-brought": {
    violates: ["test-clocks/attach-customer-brings-every-status"],
    summary: "A listed clock does not show the subscriptions of its customers.",
    replace: part(["testClocks", "listed"], (listed) => ({
      subscriptions: (state, clock) =>
        listed
          .subscriptions(state, clock)
          .filter(({ customerId }) => state.get(customers, customerId)?.clockId !== clock.id),
    })),
  },
  "clock-attached-names-the-first": {
    violates: ["test-clocks/attach-names-the-subscription"],
    summary: "Of a subscription and a customer, `attached` has the first only.",
    replace: changingSuccess(
      "attachTestClock",
      (body) => (body["attached"] = objectsIn(body, "attached").slice(0, 1)),
    ),
  },
  "clock-attaches-the-whole-account": {
    violates: ["test-clocks/attach-customer-leaves-others"],
    summary: "Attaching a customer attaches all subscriptions of the account.",
    replace: clocks(() => ({
      subscriptionsToAttach: (state, customer) => state.find(subscriptions, "owner", ownerOf(customer)),
    })),
  },
  "clock-attaches-customers-by-their-email": {
    violates: ["test-clocks/attach-customer-leaves-others"],
    summary: "Attaching a customer attaches the subscriptions of all customers with its email.",
    replace: clocks(({ subscriptionsToAttach }) => ({
      subscriptionsToAttach: (state, customer) =>
        state
          .find(customers, "owner", ownerOf(customer))
          .filter(({ email }) => email === customer.email)
          .flatMap((one) => subscriptionsToAttach(state, one)),
    })),
  },
  "clock-attached-in-name": {
    violates: ["test-clocks/attached-ignores-real-time"],
    summary: "An attached subscription is still billed in real time.",
    replace: clocks(() => ({ attach: (one, clockId) => ({ writes: follow(one, clockId).writes ?? [] }) })),
  },
  "clock-attached-in-name-with-the-customer": {
    violates: ["test-clocks/attached-ignores-real-time"],
    summary: "A subscription that is attached with its customer is still billed in real time.",
    replace: remembering((served) =>
      clocks(({ attach }) => ({
        attach: (one, clockId) => {
          const body = served()?.command.body;
          const isWithCustomer = isObject(body) && body["customerId"] !== undefined;
          return isWithCustomer ? { writes: follow(one, clockId).writes ?? [] } : attach(one, clockId);
        },
      })),
    ),
  },
  ...byId([strangeRefusedTooLate("attachTestClock", "test-clocks/attach-refused-attaches-nothing")]),
});
