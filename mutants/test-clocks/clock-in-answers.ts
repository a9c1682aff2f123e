import { named, part, perEmulator, type Replace } from "../mutant.ts";
import type { Parts } from "../../emulator/index.ts";
import { type Body, changingSuccess, finishing, isObject } from "../shared/answers.ts";

/** The clock inside an answer. */
const inside = (body: Body): Body => (isObject(body["testClock"]) ? body["testClock"] : {});

const entries = (body: Body): Body[] => (Array.isArray(body["data"]) ? body["data"].filter(isObject) : []);

/** Shows a member of the clock that was created last in another operation's answers. */
const showingTheLatest =
  (operation: string, member: string): Replace =>
  (parts) => {
    let latest: unknown;
    const remembering = finishing("createTestClock", (answer) => {
      if (answer.status === 201 && isObject(answer.body)) latest = answer.body[member];
      return answer;
    })(parts);
    return finishing(operation, (answer) => {
      if (answer.status !== 200 || !isObject(answer.body)) return answer;
      return { ...answer, body: { ...answer.body, testClock: { ...inside(answer.body), [member]: latest } } };
    })(remembering);
  };

const headTwice = (all: readonly unknown[]): unknown[] => [...all.slice(0, 1), ...all];

const twice = <T>(all: readonly T[]): readonly T[] => [...all, ...all];

/** Remembers the initial time of each clock. */
function rememberingCreations(parts: Parts): { began: ReadonlyMap<unknown, unknown>; remembering: Parts } {
  const began = new Map<unknown, unknown>();
  const remembering = finishing("createTestClock", (answer) => {
    if (isObject(answer.body)) began.set(answer.body["id"], answer.body["frozenTime"]);
    return answer;
  })(parts);
  return { began, remembering };
}

export const mutants = named({
  "clock-attached-to-shown-as-the-latest": {
    violates: ["test-clocks/attach-shows-the-clock"],
    summary: "The answer to an attachment shows the name of the latest clock.",
    replace: showingTheLatest("attachTestClock", "name"),
  },
  "clock-attached-shown-at-its-creation": {
    violates: ["test-clocks/attach-shows-the-advanced"],
    summary: "The answer to an attachment shows the clock at its initial time.",
    replace: (parts) => {
      const { began, remembering } = rememberingCreations(parts);
      return finishing("attachTestClock", (answer) => {
        if (answer.status !== 200 || !isObject(answer.body)) return answer;
        const shown = inside(answer.body);
        const testClock = { ...shown, frozenTime: began.get(shown["id"]) };
        return { ...answer, body: { ...answer.body, testClock } };
      })(remembering);
    },
  },
  "clock-advanced-shown-as-the-latest": {
    violates: ["test-clocks/advance-shows-the-clock"],
    summary: "The answer to an advance shows the id of the latest clock.",
    replace: showingTheLatest("advanceTestClock", "id"),
  },
  "clock-advanced-shown-at-its-creation": {
    violates: ["test-clocks/advance-shows-the-clock"],
    summary: "The answer to a second advance shows the clock at its initial time.",
    replace: perEmulator(() => {
      const began = new Map<unknown, unknown>();
      return finishing("advanceTestClock", (answer) => {
        if (answer.status !== 200 || !isObject(answer.body)) return answer;
        const { id } = inside(answer.body);
        if (!began.has(id)) {
          began.set(id, answer.body["advancedFrom"]);
          return answer;
        }
        const testClock = { ...inside(answer.body), frozenTime: began.get(id) };
        return { ...answer, body: { ...answer.body, testClock } };
      });
    }),
  },
  "clock-simulated-shown-nameless": {
    violates: ["test-clocks/simulate-shows-the-clock"],
    summary: "The answer to a simulation shows its clock without the name.",
    replace: changingSuccess(
      "simulateTestClock",
      (body) => (body["testClock"] = { ...inside(body), name: null }),
    ),
  },
  "clocks-listed-with-the-latest-name": {
    violates: ["test-clocks/list-gives-the-created"],
    summary: "All listed clocks have the name of the first.",
    replace: changingSuccess("listTestClocks", (body) => {
      const [first] = entries(body);
      for (const clock of entries(body)) clock["name"] = first?.["name"];
    }),
  },
  "clocks-listed-where-they-began": {
    violates: ["test-clocks/list-shows-the-advanced"],
    summary: "The list shows clocks at their initial time.",
    replace: (parts) => {
      const { began, remembering } = rememberingCreations(parts);
      return finishing("listTestClocks", (answer) => {
        if (!isObject(answer.body)) return answer;
        const data = entries(answer.body).map((clock) => ({
          ...clock,
          frozenTime: began.get(clock["id"]) ?? clock["frozenTime"],
        }));
        return { ...answer, body: { ...answer.body, data } };
      })(remembering);
    },
  },
  "clocks-listed-twice-at-the-head": {
    violates: ["test-clocks/list-names-each-once"],
    summary: "A list of several clocks contains the first twice.",
    replace: changingSuccess("listTestClocks", (body) => {
      if (entries(body).length > 1) body["data"] = headTwice(entries(body));
    }),
  },
  "clock-listed-with-a-subscription-twice": {
    violates: ["test-clocks/list-shows-attachments-once"],
    summary: "A listed clock shows its subscription twice.",
    replace: part(["testClocks", "listed"], (listed) => ({
      subscriptions: (state, clock) => twice(listed.subscriptions(state, clock)),
    })),
  },
  "clock-listed-with-a-customer-twice": {
    violates: ["test-clocks/list-shows-attachments-once"],
    summary: "A listed clock shows its customer twice.",
    replace: part(["testClocks", "listed"], (listed) => ({
      customers: (state, clock) => twice(listed.customers(state, clock)),
    })),
  },
  "clock-attachment-reported-twice": {
    violates: ["test-clocks/attach-names-each-once"],
    summary: "An attachment reports the subscription twice.",
    replace: changingSuccess(
      "attachTestClock",
      (body) => (body["attached"] = headTwice(body["attached"] as unknown[])),
    ),
  },
});
