import { bodyFaults, type Placed } from "../faults/answers.ts";
import { where } from "../faults/fields.ts";
import { as, nothing, repeated } from "../faults/values.ts";
import { byId, named, part, type Replace } from "../mutant.ts";
import type { Parts } from "../../emulator/index.ts";
import { type Body, finishing, isObject } from "../shared/answers.ts";

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

const shown = (name: string, operation: string) => bodyFaults(name, operation, "test-clocks/");
const advance = shown("shown advance", "advanceTestClock");
const simulate = shown("shown simulation", "simulateTestClock");
const list = shown("shown list of clocks", "listTestClocks");
const attach = shown("shown attachment", "attachTestClock");
const ofTheFirst = as<Placed>("that of the first", (_usual, { body }) => entries(body)[0]?.["name"]);
const ofSeveral = where("if there are several", ({ body }: Placed) => entries(body).length > 1);

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
  ...byId([
    advance.remembers("testClock.frozenTime", "advance-shows-the-clock", "that of its first advance", () => {
      const began = new Map<unknown, unknown>();
      return (usual, { body, holder: { id } }) => {
        if (began.has(id)) return began.get(id);
        began.set(id, body["advancedFrom"]);
        return usual;
      };
    }),
    simulate.gives("testClock.name", "simulate-shows-the-clock", nothing),
    list.gives("data[].name", "list-gives-the-created", ofTheFirst),
    list.gives("data", "list-names-each-once", repeated, ofSeveral),
    attach.gives("attached", "attach-names-each-once", repeated),
  ]),
});
