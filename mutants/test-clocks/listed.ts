import { subscriptions } from "../../emulator/areas/billing/records.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { byId, type Mutant, named, part, perEmulator } from "../mutant.ts";
import { changingSuccess, finishing, isObject, objectsIn } from "../shared/answers.ts";
import { clocks } from "../shared/clocks.ts";

export const mutants = named({
  "completed-clock-listed-as-ready": {
    violates: ["test-clocks/completed-is-shown"],
    summary: "The list shows a completed clock as ready.",
    replace: changingSuccess("listTestClocks", (body) => {
      for (const clock of objectsIn(body, "data"))
        if (clock["status"] === "completed") clock["status"] = "ready";
    }),
  },
  "clock-list-of-five": {
    violates: ["test-clocks/lists-are-whole"],
    summary: "The list has five clocks at most.",
    replace: clocks(({ select }) => ({ select: (context) => select(context).slice(0, 5) })),
  },
  "clock-list-without-later-attachments": {
    violates: ["test-clocks/lists-show-what-is-attached"],
    summary: "Clocks after the first one of the list are shown without their subscriptions.",
    replace: changingSuccess("listTestClocks", (body) => {
      for (const clock of objectsIn(body, "data").slice(1)) clock["subscriptions"] = [];
    }),
  },
  "clock-list-as-first-shown": {
    violates: ["test-clocks/changed-as-requested"],
    summary: "A list shows the times of clocks as the list before if it has as many clocks.",
    replace: perEmulator(() => {
      const shown = new Map<string, { readonly count: number; readonly time: unknown }>();
      return changingSuccess("listTestClocks", (body) => {
        const all = objectsIn(body, "data");
        for (const clock of all) {
          const id = String(clock["id"]);
          const before = shown.get(id);
          if (before?.count === all.length) clock["frozenTime"] = before.time;
          shown.set(id, { count: all.length, time: clock["frozenTime"] });
        }
      });
    }),
  },
  "clock-list-counts-seconds-in-32-bits": {
    violates: ["test-clocks/changed-by-request-only"],
    summary: "The list shows times from 2038 on as if their seconds had 32 bits.",
    replace: changingSuccess("listTestClocks", (body) => {
      for (const clock of objectsIn(body, "data"))
        clock["frozenTime"] = new Date(
          ((Date.parse(String(clock["frozenTime"])) / 1_000) | 0) * 1_000,
        ).toISOString();
    }),
  },
  "clock-missing-from-the-list": {
    violates: ["test-clocks/list-has-the-created"],
    summary: "The newest clock is not listed.",
    replace: clocks(({ select }) => ({ select: (context) => select(context).slice(1) })),
  },
  ...byId(
    (["subscriptions", "customers"] as const).map((name): Mutant => ({
      id: `clock-list-with-${name}-when-there-are-some`,
      violates: [`test-clocks/listed-${name}`],
      summary: `A listed clock without ${name} lacks the array of them.`,
      replace: finishing("listTestClocks", (answer) => {
        const data = isObject(answer.body) ? answer.body["data"] : undefined;
        if (!Array.isArray(data)) return answer;
        const clocks = data.filter(isObject).map((clock) => {
          const { [name]: list, ...others } = clock;
          return Array.isArray(list) && list.length === 0 ? others : clock;
        });
        return { ...answer, body: { data: clocks } };
      }),
    })),
  ),
  "clock-list-of-everybody": {
    violates: ["test-clocks/list-without-foreign", "test-clocks/shown-to-the-owner-only"],
    summary: "The list contains the clocks of all accounts.",
    replace: clocks(() => ({ select: ({ state }) => state.all(testClocks) })),
  },
  "clock-list-without-subscriptions": {
    violates: ["test-clocks/list-shows-attached-subscription"],
    summary: "The list shows no subscriptions.",
    replace: part(["testClocks", "listed"], () => ({ subscriptions: () => [] })),
  },
  "clock-list-without-customers": {
    violates: ["test-clocks/list-shows-attached-customer"],
    summary: "The list shows no customers.",
    replace: part(["testClocks", "listed"], () => ({ customers: () => [] })),
  },
  "clock-list-with-one-customer": {
    violates: ["test-clocks/list-shows-attached-customer"],
    summary: "A listed clock shows one of its customers.",
    replace: part(["testClocks", "listed"], ({ customers: all }) => ({
      customers: (state, clock) => all(state, clock).slice(0, 1),
    })),
  },
  "clock-list-with-one-subscription": {
    violates: ["test-clocks/list-shows-attached-subscription"],
    summary: "A listed clock shows one of its subscriptions.",
    replace: part(["testClocks", "listed"], ({ subscriptions: all }) => ({
      subscriptions: (state, clock) => all(state, clock).slice(0, 1),
    })),
  },
  "clock-list-with-all-subscriptions": {
    violates: ["test-clocks/list-shows-nothing-attached"],
    summary: "Every listed clock shows all subscriptions of the account.",
    replace: part(["testClocks", "listed"], () => ({
      subscriptions: (state, clock) => state.find(subscriptions, "owner", ownerOf(clock)),
    })),
  },
  "clock-listed-with-what-has-moved": {
    violates: ["test-clocks/list-shows-nothing-attached"],
    summary: "A listed clock shows a subscription that was attached to another clock since.",
    replace: clocks(({ attach, listed }) => {
      const firstClocks = new Map<string, string>();
      return {
        attach: (subscription, clockId) => {
          if (clockId !== null && !firstClocks.has(subscription.id))
            firstClocks.set(subscription.id, clockId);
          return attach(subscription, clockId);
        },
        listed: {
          ...listed,
          subscriptions: (state, clock) => {
            const moved = state
              .find(subscriptions, "owner", ownerOf(clock))
              .filter(({ id, clockId }) => firstClocks.get(id) === clock.id && clockId !== clock.id);
            return [...listed.subscriptions(state, clock), ...moved];
          },
        },
      };
    }),
  },
  "clock-listed-with-others-subscriptions": {
    violates: ["test-clocks/list-shows-attached-subscription"],
    summary: "A clock with a subscription shows those of all clocks.",
    replace: part(["testClocks", "listed"], (listed) => ({
      subscriptions: (state, clock) =>
        listed.subscriptions(state, clock).length === 0
          ? []
          : state.find(subscriptions, "owner", ownerOf(clock)).filter(({ clockId }) => clockId !== null),
    })),
  },
});
