import { type ResourceFacts, resources, type ValueForm } from "../../../spec/index.ts";
import { isObject, pointed } from "../../../spec/json.ts";
import { type ReceivedEvent, readBody } from "../../event.ts";
import { numberOf, textOf } from "../../reported.ts";
import { epochOf, readIso, reportedTo } from "../../timestamps.ts";
import { bodyOf, type Call, effectOf } from "./calls.ts";

/** An object in an answer or an event. */
export interface Sighting {
  readonly resource: ResourceFacts;
  readonly id: string;
  /** The value of a field by its name in the resource; undefined if it is not shown. */
  readonly valueOf: (field: string) => unknown;
  /** The value at a JSON pointer. */
  readonly at: (pointer: string) => unknown;
  /** The call whose answer shows it; null for an event. */
  readonly call: Call | null;
  readonly event: ReceivedEvent | null;
  /** Whether the answer says that it was created by this call. */
  readonly isNew: boolean;
  /** Whether the answer may show it as it was before the call changed it. */
  readonly mayBeBefore: boolean;
  /** Whether the answer may show it to a key of either mode. */
  readonly mayBeOfOtherMode: boolean;
}

interface Place {
  readonly resource: ResourceFacts;
  readonly at?: string;
  readonly each?: string;
  readonly creates?: boolean;
  readonly before?: boolean;
  readonly bothModes?: boolean;
}

const namesByOperation = new Map<
  string,
  { readonly resource: ResourceFacts; readonly path?: string; readonly body?: string }[]
>();
const placesByOperation = new Map<string, Place[]>();
const placesByEvent = new Map<
  string,
  { resource: ResourceFacts; names: Readonly<Record<string, string>> }[]
>();
for (const resource of resources) {
  for (const [operation, place] of Object.entries(resource.named ?? {}))
    namesByOperation.set(operation, [...(namesByOperation.get(operation) ?? []), { resource, ...place }]);
  for (const [operation, place] of Object.entries(resource.answers ?? {}))
    placesByOperation.set(operation, [...(placesByOperation.get(operation) ?? []), { resource, ...place }]);
  for (const [event, names] of Object.entries(resource.events ?? {}))
    placesByEvent.set(event, [...(placesByEvent.get(event) ?? []), { resource, names }]);
}

/** The objects that a request is about. */
export function namedBy(call: Call): readonly { readonly resource: ResourceFacts; readonly id: string }[] {
  return (namesByOperation.get(call.operation?.id ?? "") ?? []).flatMap(({ resource, path, body }) => {
    const id = path === undefined ? pointed(bodyOf(call), body ?? "") : call.path[path];
    return typeof id === "string" ? [{ resource, id }] : [];
  });
}

/** The objects that the answer to a call shows. */
export function sightingsIn(call: Call): readonly Sighting[] {
  const places = placesByOperation.get(call.operation?.id ?? "");
  if (places === undefined || effectOf(call) !== "made") return [];
  const read = readBody(call.exchange?.answer?.body ?? new Uint8Array());
  if (read.kind !== "json") return [];
  return places.flatMap(({ resource, creates = false, before = false, bothModes = false, ...where }) =>
    objectsIn(read.value, where).flatMap((object): Sighting[] => {
      const id = object[resource.id ?? "id"];
      if (typeof id !== "string" || id === "") return [];
      const valueOf = (field: string): unknown => object[field];
      const at = (pointer: string): unknown => pointed(object, pointer);
      const permits = { isNew: creates, mayBeBefore: before, mayBeOfOtherMode: bothModes };
      return [{ resource, id, valueOf, at, call, event: null, ...permits }];
    }),
  );
}

/** The objects that the data of an event shows. */
export function sightingsOf(event: ReceivedEvent): readonly Sighting[] {
  return (placesByEvent.get(event.type) ?? []).flatMap(({ resource, names }): Sighting[] => {
    const valueOf = (field: string): unknown => event.data[names[field] ?? field];
    const at = (pointer: string): unknown => pointed(event.data, pointer);
    const id = valueOf("id");
    if (typeof id !== "string" || id === "") return [];
    const permits = { isNew: false, mayBeBefore: false, mayBeOfOtherMode: false };
    return [{ resource, id, valueOf, at, call: null, event, ...permits }];
  });
}

function objectsIn(
  value: unknown,
  { at, each }: Pick<Place, "at" | "each">,
): readonly Record<string, unknown>[] {
  const whole = at === undefined ? value : isObject(value) ? value[at] : undefined;
  if (each === undefined) return isObject(whole) ? [whole] : [];
  const lists =
    each === "*" ? [whole, ...(isObject(whole) ? Object.values(whole) : [])] : [member(whole, each)];
  return lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]).filter(isObject) : []));
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

const SECOND = 1_000;

/** A name in lowercase without diacritics. */
const withoutMarks = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether two values of a field are the same, whatever their notation; null if one of them has another form, which another rule judges. */
export function isSame(form: ValueForm, one: unknown, other: unknown): boolean | null {
  if (typeof one !== typeof other) return null;
  switch (form) {
    case "text":
      return textOf(one) === textOf(other);
    case "code":
      return textOf(one).toLowerCase() === textOf(other).toLowerCase();
    case "digits":
      return textOf(one).replace(/\D/g, "") === textOf(other).replace(/\D/g, "");
    case "name":
      return withoutMarks(textOf(one)) === withoutMarks(textOf(other));
    case "number": {
      const [a, b] = [numberOf(one), numberOf(other)];
      return Number.isNaN(a) || Number.isNaN(b) ? null : a === b;
    }
    case "time": {
      const ms = msBetween(one, other);
      // Either one may be rounded.
      return ms === null ? null : Math.abs(ms) < reportedTo(one, other) + SECOND;
    }
  }
}

/** How long after one time another one is; null if one of them is no time, or only one of them states its zone. */
export function msBetween(one: unknown, other: unknown): number | null {
  const [from, to] = [timeOf(one), timeOf(other)];
  const ms = to.at - from.at;
  return Number.isNaN(ms) || from.hasZone !== to.hasZone ? null : ms;
}

/** The time that a value states, epoch ms or NaN, and whether it states its zone. */
function timeOf(value: unknown): { readonly at: number; readonly hasZone: boolean } {
  const text = textOf(value);
  const read = readIso(text);
  return { at: read?.at ?? epochOf(text), hasZone: (read?.zone ?? "") !== "" };
}
