import type { Reply } from "../messages.ts";
import { changedAt, objectsAt } from "../../../spec/json.ts";
import { kindOf, type Kind, type Location } from "./locations.ts";

/** A generic change to answers. */
export interface Operator {
  readonly name: string;
  /** Whether it can change something at a location; null stands for the whole answer. */
  readonly fits: (location: Location | null, status: number) => boolean;
  /** Returns the changed answer, or an equal one if there is nothing to change. `earlier` is the answer before it. */
  readonly spoil: (reply: Reply, location: Location | null, earlier: Reply | null) => Reply;
}

/** One operator applied to one field of the answers of one operation with one status. */
export interface SpoiledAnswer {
  readonly operation: string;
  readonly status: number;
  /** Null for the whole answer. */
  readonly location: Location | null;
  readonly operator: Operator;
}

type Dict = Record<string, unknown>;
/** Changes the object that contains a field. */
type Change = (holder: Dict, name: string, location: Location) => void;

const isField = (location: Location | null): location is Location =>
  location !== null && location.path.length > 0 && location.path.at(-1) !== "*";
const hasKind = (location: Location, kinds: readonly Kind[]): boolean =>
  kinds.some((kind) => location.kinds.has(kind));

/** An operator on the object that contains a field, for every occurrence of the field. */
const onField = (name: string, fits: (location: Location) => boolean, change: Change): Operator => ({
  name,
  fits: (location) => isField(location) && fits(location),
  spoil: (reply, location) => {
    if (location === null) return reply;
    const body = structuredClone(reply.body);
    const last = location.path.at(-1) ?? "";
    for (const holder of objectsAt(body, location.path.slice(0, -1)))
      if (Object.hasOwn(holder, last)) change(holder, last, location);
    return { ...reply, body };
  },
});

/** An operator on every value at a location: a field, the entries of a list, or the body. */
const onValue = (
  name: string,
  fits: (location: Location) => boolean,
  change: (value: unknown) => unknown,
): Operator => ({
  name,
  fits: (location) => location !== null && fits(location),
  spoil: (reply, location) => ({ ...reply, body: changedAt(reply.body, location?.path ?? [], change) }),
});

/** An operator on every occurrence of a field. It fits if it changes one of the observed values. */
const onSamples = (name: string, change: (value: unknown) => unknown): Operator =>
  onValue(
    name,
    (location) => isField(location) && location.samples.some((value) => change(value) !== value),
    change,
  );

/** An operator on every occurrence of a list; the body itself may be one. */
const onList = (name: string, change: (list: unknown[]) => unknown[]): Operator =>
  onValue(
    name,
    (location) => location.kinds.has("array"),
    (value) => (Array.isArray(value) ? change(value) : value),
  );

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

/** The JSON types, except null, which hasKind its own operator. */
const TYPES = ["string", "number", "boolean", "object", "array"] as const;
type Type = (typeof TYPES)[number];
const retypeTo = (type: Type): string => `retype to ${type}`;
export const RETYPES = TYPES.map(retypeTo);

/** Every operator, in the order of the table. */
export const operators: readonly Operator[] = [
  onField(
    "drop",
    () => true,
    (holder, name) => {
      delete holder[name];
    },
  ),
  onField(
    "rename",
    () => true,
    (holder, name) => {
      const value = holder[name];
      delete holder[name];
      holder[otherCasing(name)] = value;
    },
  ),
  ...TYPES.map((type) =>
    onValue(
      retypeTo(type),
      (location) =>
        hasKind(
          location,
          TYPES.filter((other) => other !== type),
        ),
      (value) => retyped(value, type),
    ),
  ),
  onSamples("recase", recased),
  onValue(
    "null",
    (location) => hasKind(location, TYPES),
    () => null,
  ),
  onList("duplicate", (list) => [...list.slice(0, 1), ...list]),
  onSamples("off by one", shifted),
  onField(
    "swap",
    (location) => location.sibling !== null,
    (holder, name, { sibling }) => {
      if (sibling === null || !Object.hasOwn(holder, sibling)) return;
      [holder[name], holder[sibling]] = [holder[sibling], holder[name]];
    },
  ),
  {
    name: "stale",
    fits: (location, status) => location === null && status < 300,
    spoil: (reply, _location, earlier) => (earlier === null ? reply : { ...reply, body: earlier.body }),
  },
  {
    name: "wrong status",
    fits: (location, status) => location === null && OTHER_STATUS[status] !== undefined,
    spoil: (reply) => ({ ...reply, status: OTHER_STATUS[reply.status] ?? reply.status }),
  },
  {
    name: "wrong content type",
    fits: (location) => location === null,
    spoil: (reply) => ({ ...reply, contentType: "text/html" }),
  },
  onList("reordered list", (list) => [...list].reverse()),
];

function otherCasing(name: string): string {
  if (name.includes("_")) return name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  const snake = name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
  return snake === name ? `${name}_value` : snake;
}

/** The value converted to another type; null and values of that type are returned unchanged. */
function retyped(value: unknown, type: Type): unknown {
  const from = kindOf(value);
  if (from === "null" || from === type) return value;
  switch (type) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(Number(value)) ? Number(value) : 7;
    case "boolean":
      return true;
    case "object":
      return { value };
    case "array":
      return [value];
  }
}

function recased(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
}

/** A value that is off by one: a number plus one, a time one second later, a text whose last digit is increased. */
function shifted(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)))
    return new Date(Date.parse(value) + 1_000).toISOString();
  return value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}
