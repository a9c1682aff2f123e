import { type ResourceFacts, resources, type ValueForm } from "../../../spec/index.ts";
import { pointed } from "../../../spec/json.ts";
import { cut, show } from "../../plain.ts";
import {
  bodyOf,
  type Call,
  CallsBy,
  effectOf,
  isOverBefore,
  mayBeMissing,
  ownerOf,
  textIn,
} from "./calls.ts";
import { isPlain } from "./requests.ts";
import { reportedTo } from "../../timestamps.ts";
import { isSame, msBetween, type Sighting } from "./resources.ts";
import { SHOWN, type TraceContext, type TraceRule, type Witness } from "./rule.ts";

const witnessOf = ({ call, event }: Sighting): Witness => call ?? (event as Witness);

/** An object by its resource, its id, and the account and mode of the caller. */
const keyOf = (resource: ResourceFacts, id: string, scope: string): string =>
  `${resource.name} ${scope} ${id}`;

interface Shown {
  readonly value: unknown;
  readonly by: Witness;
}

/** Every answer and event shows the same values of the fields that never change (§2, §6.2). */
export function sameEverywhere({ judge, callerOf, endpointAt, profile }: TraceContext): TraceRule {
  const objects = new Map<string, Map<string, Shown>>();
  /** By resource and id, the objects that it names, in all scopes: events do not say whose they are. */
  const byId = new Map<string, Set<string>>();
  return {
    shows: (sighting) => {
      const { resource, id, valueOf, at } = sighting;
      const named = `${resource.name} ${id}`;
      const all = byId.get(named) ?? new Set<string>();
      byId.set(named, all);
      const [only] = all.size === 1 ? all : [];
      const scope = scopeOf(sighting, { callerOf, endpointAt });
      const key = scope === null ? only : keyOf(resource, id, scope);
      if (key === undefined) return;
      all.add(key);
      const known = objects.get(key) ?? new Map<string, Shown>();
      objects.set(key, known);
      const located = Object.entries(resource.located ?? {}).flatMap(([name, form]) => {
        const pointer = profile.fields[name];
        return pointer === undefined ? [] : [[pointer, form, at(pointer)] as const];
      });
      const fixed = Object.entries(resource.fixed).map(
        ([field, form]) => [`/${field}`, form, valueOf(field)] as const,
      );
      for (const [field, form, shown] of [...fixed, ...located]) {
        const value = shown ?? null;
        const earlier = known.get(field);
        // The parts of an object may change.
        if (value === null || typeof value === "object") continue;
        if (earlier === undefined) {
          known.set(field, { value, by: witnessOf(sighting) });
          continue;
        }
        const holds = isSame(form, earlier.value, value);
        if (holds === null) continue;
        judge({
          rule:
            resource.events === undefined || resource.answers === undefined
              ? `${resource.area}/same-everywhere`
              : "connect-events/agrees-with-answers",
          holds,
          seen: witnessOf(sighting),
          earlier: [earlier.by],
          field,
          expected: () =>
            `the ${field.slice(1)} of the ${resource.name} ${id} to be ${show(earlier.value, SHOWN)}, as it was shown before`,
          actual: () => `it is ${show(value, SHOWN)}`,
        });
      }
    },
  };
}

/** Whose object it is. Null for an event that does not say so. What only events show is known by the account whose endpoint receives them. */
function scopeOf(
  { resource, call, event }: Sighting,
  { callerOf, endpointAt }: Pick<TraceContext, "callerOf" | "endpointAt">,
): string | null {
  if (call !== null) return callerOf(call)?.scope ?? null;
  if (resource.answers !== undefined || event === null || event.address === "") return null;
  return endpointAt(event.address)?.scope ?? event.address;
}

/** Two creations never return the same id, unless they share an idempotency key (§2, §7.6). */
export function newIds({ judge, callerOf }: TraceContext): TraceRule {
  const created = new Map<string, Call>();
  return {
    shows: ({ resource, id, call, isNew }) => {
      const caller = call === null || !isNew ? null : callerOf(call);
      if (call === null || caller === null) return;
      const key = `${resource.name} ${caller.mode} ${id}`;
      const earlier = created.get(key);
      created.set(key, call);
      const isRepeated =
        earlier !== undefined &&
        earlier.idempotencyKey !== null &&
        earlier.idempotencyKey === call.idempotencyKey &&
        callerOf(earlier)?.scope === caller.scope;
      if (isRepeated) return;
      judge({
        rule: `${resource.area}/ids-are-never-reused`,
        holds: earlier === undefined,
        seen: call,
        earlier: earlier === undefined ? [] : [earlier],
        field: "/id",
        expected: () => `the new ${resource.name} to have an id of its own`,
        actual: () => `${cut(id, 100)} is the id of one that another request created`,
      });
    },
  };
}

/** What an account alone can see appears to no other account, and to no key of the other mode (§4.6, §7.3, §7.9). */
export function ownersOnly({ judge, callerOf }: TraceContext): TraceRule {
  /** `scope` is null while only a list of both modes has shown it. */
  const owners = new Map<
    string,
    { readonly account: string; readonly scope: string | null; readonly call: Call }
  >();
  return {
    shows: ({ resource, id, call, mayBeOfOtherMode }) => {
      if (resource.private !== true || call === null) return;
      const caller = callerOf(call);
      if (caller?.account == null) return;
      const { account } = caller;
      const scope = mayBeOfOtherMode ? null : caller.scope;
      const key = `${resource.name} ${id}`;
      const owner = owners.get(key);
      if (owner === undefined || (owner.scope === null && owner.account === account))
        owners.set(key, { account, scope, call });
      if (owner === undefined) return;
      const isOfMode = scope === null || owner.scope === null || owner.scope === scope;
      const holds = owner.account === account && isOfMode;
      judge({
        rule: `${resource.area}/shown-to-the-owner-only`,
        holds,
        seen: call,
        earlier: [owner.call],
        expected: () =>
          `no answer to another account, or to a key of the other mode, to show the ${resource.name} ${cut(id, 100)}`,
        actual: "it is in this one",
      });
    },
  };
}

/** How many sightings of a changing field are remembered for each object. */
const REMEMBERED = 8;

/** A field that certain operations alone change keeps its value between them (§2.7, §2.8, §2.11). */
export function changedByRequest({ judge, doubt, callerOf, profile, isOwn }: TraceContext): TraceRule {
  const { consistencyMs } = profile.deadlines;
  const seen = new Map<string, { readonly value: unknown; readonly call: Call }[]>();
  const created = new Set<string>();
  /** What may change something of an account, by account, or by key where that is unknown. */
  const changes = new CallsBy();
  return {
    begins: (call) => {
      const name = call.operation?.id ?? call.control;
      // A port can do anything.
      const isChange = name === null ? call.request.method !== "GET" : CHANGING.has(name);
      if (isChange) changes.add(ownerOf(call, callerOf(call)), call);
    },
    shows: ({ resource, id, call, valueOf, isNew, mayBeBefore }) => {
      const caller = call === null ? null : callerOf(call);
      if (call === null || caller === null || resource.changed === undefined) return;
      const object = keyOf(resource, id, caller.scope);
      if (isNew && isOwn) created.add(object);
      // Others who use the account may change what was there before.
      if (!caller.isWhole && !created.has(object)) return;
      // What is asynchronous may show in steps.
      if (mayBeBefore || valueOf("status") === "advancing") return;
      for (const [field, { form, by }] of Object.entries(resource.changed)) {
        const value = valueOf(field);
        if (value === undefined) continue;
        const key = `${object} ${field}`;
        const before = seen.get(key) ?? [];
        seen.set(key, [...before.slice(1 - REMEMBERED), { value, call }]);
        const earlier = before.findLast((one) => isOverBefore(one.call, call));
        const causes = changes.of(ownerOf(call, caller)).filter((change) => {
          const name = change.operation?.id ?? change.control;
          const named = change.operation === null ? [] : Object.values(change.path);
          // In a run, what the contract does not have is a port. Only by its id can it reach a private object.
          const isNamed =
            name === null && isOwn && resource.private === true
              ? textIn(change).includes(id)
              : named.length === 0 || named.includes(id);
          const isAbout = (name === null || name in by) && isNamed;
          return isAbout && effectOf(change) !== "none" && change.begun < call.ended;
        });
        const isLate = (read: Call): boolean =>
          causes.some((change) => change !== read && mayBeMissing(change, read, consistencyMs));
        const asked = lastlyAsked({ causes, call, by, form });
        const asker = asked === null ? null : callerOf(asked.by);
        // Whether the modes of an account share it is open.
        if (asked !== null && (asker === null || asker.scope === caller.scope)) {
          const holds = isSame(form, asked.value, value);
          if (holds === false && isLate(call)) doubt(call);
          else if (holds !== null)
            judge({
              rule: `${resource.area}/changed-as-requested`,
              holds,
              seen: call,
              earlier: asked.by === call ? [] : [asked.by],
              field: `/${field}`,
              expected: () =>
                `the ${field} of the ${resource.name} to be ${show(asked.value, SHOWN)}, as the last request says that changed it`,
              actual: () => `it is ${show(value, SHOWN)}`,
            });
        }
        if (earlier === undefined) continue;
        // An answer to a change shows the value after it.
        const shown = causes.filter((change) => change !== earlier.call);
        if (shown.some((change) => !isOverBefore(change, earlier.call))) continue;
        const isNowLate = isLate(call);
        // The answer to a change is never late.
        const wasLate = !causes.includes(earlier.call) && isLate(earlier.call);
        const isNull = value === null || earlier.value === null;
        const holds = isNull ? value === earlier.value : isSame(form, earlier.value, value);
        if (holds === null) continue;
        // What is later seen is compared with what certainly shows all changes.
        if (isNowLate || (holds && !wasLate)) seen.set(key, before);
        if (!holds && (isNowLate || wasLate)) {
          doubt(call);
          continue;
        }
        judge({
          rule: `${resource.area}/changed-by-request-only`,
          holds,
          seen: call,
          earlier: [earlier.call],
          field: `/${field}`,
          expected: () =>
            `the ${field} of the ${resource.name} to still be ${show(earlier.value, SHOWN)}, because nothing has changed it`,
          actual: () => `it is ${show(value, SHOWN)}`,
        });
      }
    },
  };
}

/** The value that the last change asks for, and which change it is; null if that is unknown. */
function lastlyAsked(options: {
  readonly causes: readonly Call[];
  readonly call: Call;
  readonly by: Readonly<Record<string, { readonly from?: string; readonly default?: unknown }>>;
  readonly form: ValueForm;
}): { readonly value: unknown; readonly by: Call } | null {
  const { causes, call, by, form } = options;
  const last = causes.at(-1);
  const { from, default: implied } = by[last?.operation?.id ?? last?.control ?? ""] ?? {};
  if (last === undefined || from === undefined || effectOf(last) !== "made") return null;
  if (last.request.wholeBytes !== undefined || (last !== call && !isOverBefore(last, call))) return null;
  if (causes.some((change) => change !== last && !isOverBefore(change, last))) return null;
  const stated = pointed(bodyOf(last), from);
  const value = stated === undefined ? implied : stated;
  return typeof value === "boolean" || isPlain(form, value) ? { value, by: last } : null;
}

/** The operations, of the document and of control, that change a field of some resource. */
const CHANGING = new Set(
  resources.flatMap(({ changed = {} }) => Object.values(changed).flatMap(({ by }) => Object.keys(by))),
);

/** What was created was not updated before, and does not expire before (§2). */
export function oneTimeline({ judge }: TraceContext): TraceRule {
  return {
    shows: (sighting) => {
      const { resource, valueOf } = sighting;
      const created = valueOf("createdAt");
      for (const field of ["updatedAt", "expiresAt"]) {
        const later = valueOf(field);
        const ms = msBetween(created, later);
        if (ms === null) continue;
        judge({
          rule: "conventions/times-of-one-object-agree",
          holds: ms >= 0 || ms > -reportedTo(created, later) - 1_000,
          seen: witnessOf(sighting),
          earlier: [],
          field: `/${field}`,
          expected: () =>
            `the ${field} of the ${resource.name} not to be before its createdAt, ${show(created, SHOWN)}`,
          actual: () => `it is ${show(later, SHOWN)}`,
        });
      }
    },
  };
}
