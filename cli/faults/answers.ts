import { isDeepStrictEqual } from "node:util";
import { parseReply, type Reply, rewriteReply, treating } from "../../mutants/faults/exchange.ts";
import {
  absent,
  kindOf,
  nothing,
  offByOne,
  recased,
  repeated,
  type Replacement,
  RETYPED,
  reversed,
  withMember,
} from "../../mutants/faults/values.ts";
import { changedAt, isObject } from "../../spec/json.ts";
import type { Fault } from "./fault.ts";
import type { Location, Surface } from "./survey.ts";

/** An operator on the answers of one operation with one status. */
interface AnswerOperator {
  readonly name: string;
  /** Whether it can change something at a location; null stands for the whole answer. */
  readonly fits: (location: Location | null, status: number) => boolean;
  /** Returns the changed answer, or an equal one if there is nothing to change. `earlier` is the answer before it. */
  readonly spoil: (reply: Reply, location: Location | null, earlier: Reply | null) => Reply;
}

const isField = ({ path }: Location): boolean => path.length > 0 && path.at(-1) !== "*";

/** An operator on every value at a location: a field, the entries of a list, or the body. */
const onValue = (
  { as: name, value }: Replacement,
  fits: (location: Location) => boolean,
): AnswerOperator => ({
  name,
  fits: (location) => location !== null && fits(location),
  spoil: (reply, location) => ({
    ...reply,
    body: changedAt(reply.body, location?.path ?? [], (usual) => value(usual, undefined)),
  }),
});

/** An operator on the object that contains a field, for every occurrence of the field. */
const onField = (
  name: string,
  fits: (location: Location) => boolean,
  change: (holder: Record<string, unknown>, name: string, location: Location) => object,
): AnswerOperator => ({
  name,
  fits: (location) => location !== null && isField(location) && fits(location),
  spoil: (reply, location) => {
    const last = location?.path.at(-1);
    if (location === null || last === undefined) return reply;
    const body = changedAt(reply.body, location.path.slice(0, -1), (holder) =>
      isObject(holder) && Object.hasOwn(holder, last) ? change(holder, last, location) : holder,
    );
    return { ...reply, body };
  },
});

/** An operator that fits where it changes one of the observed values. */
const onSamples = (replacement: Replacement): AnswerOperator =>
  onValue(
    replacement,
    (location) =>
      isField(location) && location.samples.some((value) => replacement.value(value, undefined) !== value),
  );

/** An operator on every value that neither has the type already nor is null. */
const onOtherTypes = (type: keyof typeof RETYPED): AnswerOperator => {
  const isOther = (kind: string): boolean => kind !== "null" && kind !== type;
  const { as, value } = RETYPED[type];
  return onValue(
    { as, value: (usual) => (isOther(kindOf(usual)) ? value(usual, undefined) : usual) },
    ({ kinds }) => [...kinds].some(isOther),
  );
};

const onAnswer = (
  name: string,
  fits: (status: number) => boolean,
  spoil: (reply: Reply, earlier: Reply | null) => Reply,
): AnswerOperator => ({
  name,
  fits: (location, status) => location === null && fits(status),
  spoil: (reply, _location, earlier) => spoil(reply, earlier),
});

/** The status that replaces another one. */
export const OTHER_STATUS: Readonly<Record<number, number>> = {
  200: 201,
  201: 200,
  204: 200,
  400: 422,
  401: 403,
  402: 400,
  403: 404,
  404: 400,
  409: 400,
  422: 400,
  429: 400,
  502: 500,
  503: 500,
};

/** Every operator on answers, in the order of the table. */
export const answerOperators: readonly AnswerOperator[] = [
  onField(
    absent.as,
    () => true,
    (holder, name) => withMember(holder, name, absent.value),
  ),
  onField(
    "renamed",
    () => true,
    (holder, name) => ({ ...withMember(holder, name, absent.value), [otherCasing(name)]: holder[name] }),
  ),
  ...(["string", "number", "boolean", "object", "array"] as const).map(onOtherTypes),
  onSamples(recased),
  onValue(nothing, ({ kinds }) => [...kinds].some((kind) => kind !== "null")),
  onValue(repeated, ({ kinds }) => kinds.has("array")),
  onSamples(offByOne),
  onField(
    "swapped",
    ({ sibling }) => sibling !== null,
    (holder, name, { sibling }) =>
      sibling !== null && Object.hasOwn(holder, sibling)
        ? { ...holder, [name]: holder[sibling], [sibling]: holder[name] }
        : holder,
  ),
  onAnswer(
    "stale",
    (status) => status < 300,
    (reply, earlier) => ({ ...reply, body: (earlier ?? reply).body }),
  ),
  onAnswer(
    "another status",
    (status) => OTHER_STATUS[status] !== undefined,
    (reply) => ({ ...reply, status: OTHER_STATUS[reply.status] ?? reply.status }),
  ),
  onAnswer(
    "another content type",
    () => true,
    (reply) => ({ ...reply, contentType: "text/html" }),
  ),
  onValue(reversed, ({ kinds }) => kinds.has("array")),
];

/** Every fault that applies to an observed answer. */
export function answerFaults(surfaces: readonly Surface[]): readonly Fault[] {
  return surfaces.flatMap(({ operation, status, locations }) =>
    answerOperators.flatMap((operator) =>
      [null, ...locations]
        .filter((location) => operator.fits(location, status))
        .map((location): Fault => {
          const path = location?.path ?? [];
          const at = location === null ? [] : [`/${path.join("/")}`];
          return {
            id: [operation, status, ...at, operator.name].join(" "),
            operation,
            status,
            path,
            operator: operator.name,
            location,
            wrap: spoiling({ operation, status }, operator, location),
          };
        }),
    ),
  );
}

const spoiling = (
  { operation, status }: { readonly operation: string; readonly status: number },
  operator: AnswerOperator,
  location: Location | null,
): Fault["wrap"] =>
  treating(operation, () => {
    let earlier: Reply | null = null;
    return async ({ forward }) => {
      const answer = await forward();
      const reply = answer.status === status ? await parseReply(answer) : null;
      if (reply === null) return answer;
      const spoiled = operator.spoil(reply, location, earlier);
      earlier = reply;
      return isDeepStrictEqual(spoiled, reply) ? answer : rewriteReply(answer, reply, spoiled);
    };
  });

function otherCasing(name: string): string {
  if (name.includes("_")) return name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  const snake = name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
  return snake === name ? `${name}_value` : snake;
}
