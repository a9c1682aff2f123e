import { validationFailed, json, message, only } from "../../kernel/answers.ts";
import { isoOrNull } from "../../kernel/clock.ts";
import type { Answer, Mode } from "../../kernel/request.ts";
import { type FieldSpec, validate } from "../../kernel/validate.ts";
import type { Decide, Host, Method, Operation, Effects, Context, Decision } from "../../kernel/types.ts";
import { firstRefusal, type Guard, guard } from "../../kernel/guards.ts";
import { ownerOf, owns } from "../../kernel/merchants.ts";
import { put, type Row, type Table } from "../../kernel/table.ts";

/** How a record is shown: a function for each field of the answer. A field that is `undefined` is omitted. */
export type Presenter<R> = Record<string, (record: R) => unknown>;

/** Shows a record. */
export function present<R>(presenter: Presenter<R>, record: R): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of Object.keys(presenter)) {
    const value = presenter[field]?.(record);
    if (value !== undefined) shown[field] = value;
  }
  return shown;
}

/** Shows fields as they are stored. */
export const stored = <R>(...fields: readonly (keyof R & string)[]): Presenter<R> =>
  Object.fromEntries(fields.map((field) => [field, (record: R) => record[field]]));

type TimeOf<R> = { [Field in keyof R & string]: R[Field] extends number | null ? Field : never }[keyof R &
  string];

/** Shows times in UTC. */
export const times = <R>(...fields: readonly TimeOf<R>[]): Presenter<R> =>
  Object.fromEntries(
    fields.map((field) => [field, (record: R) => isoOrNull(record[field] as number | null)]),
  );

/** Refuses a body that breaks the rules of its fields (§7.1). */
export function refuseBody(
  body: unknown,
  { fields, invalidStatus }: { fields: readonly FieldSpec[]; invalidStatus: number },
): Answer | undefined {
  const errors = validate(body, fields);
  return errors.length === 0 ? undefined : validationFailed(invalidStatus, errors);
}

/** A method and a path, with parameters as `:name`. */
export type Route = `${Method} /${string}`;

/** Creates operations of one host and area: `operation("createCustomer", "POST /v1/customers", decide)`. */
export const operationsOn =
  (host: Host, area: string) =>
  (operationId: string, route: Route, decide: Decide, more: Partial<Operation> = {}): Operation => {
    const [method, path] = route.split(" ") as [Method, string];
    return { operationId, method, path, host, area, decide, ...more };
  };

/** Joins effects, in order. */
export const together = (...all: readonly Effects[]): Effects => ({
  writes: all.flatMap((one) => one.writes ?? []),
  postings: all.flatMap((one) => one.postings ?? []),
  timers: all.flatMap((one) => one.timers ?? []),
  events: all.flatMap((one) => one.events ?? []),
  deliveries: all.flatMap((one) => one.deliveries ?? []),
});

/** The replaceable parts of an operation that creates an object. */
export interface CreateParts<R> {
  /** The fields of the body. */
  fields: readonly FieldSpec[];
  /** The status of a validation refusal (§7.1). */
  invalidStatus: number;
  /** The reasons to refuse, in order of precedence. */
  guards: readonly Guard<CreateInput<R>>[];
  /** The new object. */
  record: (context: Context) => R;
  /** The effects of the creation, including the write of the record. */
  effects: (record: R, context: Context) => Effects;
  /** The status of success. */
  status: number;
  presenter: Presenter<R>;
}

/** The input of a creation's guards: the request and the parts in force. */
export interface CreateInput<R> extends Context {
  parts: CreateParts<R>;
}

/** Refuses a body that breaks the rules of its fields. */
export const validationGuard = <R>(): Guard<CreateInput<R>> =>
  guard("validation", ({ command, parts }) => refuseBody(command.body, parts));

/** The usual parts of a creation that only a wrong body prevents, and that only writes the record. */
export const creationParts = <R extends Row>(
  table: Table<R>,
  own: Pick<CreateParts<R>, "fields" | "record" | "status" | "presenter">,
): CreateParts<R> => ({
  ...own,
  invalidStatus: 422,
  guards: [validationGuard()],
  effects: (record) => ({ writes: [put(table, record)] }),
});

/** Decides an operation that creates an object. */
export function deciderOfCreation<R>(parts: CreateParts<R>): Decide {
  return (context): Decision => {
    const refusal = firstRefusal(parts.guards, { ...context, parts });
    if (refusal !== undefined) return refusal;
    const record = parts.record(context);
    const answer = json(parts.status, present(parts.presenter, record));
    return { ...parts.effects(record, context), answer };
  };
}

/** The replaceable parts of an operation that retrieves an object. */
export interface RetrieveParts<R> {
  /** The object in the path, if the caller may see it. */
  find: (context: Context) => R | undefined;
  /** The answer if there is none. */
  notFound: () => Answer;
  presenter: Presenter<R>;
}

/** A record that belongs to an account in an environment. */
type Owned = Row & { readonly accountId: string; readonly mode: Mode };

/** The caller's record of that id. Records of other merchants and of the other environment are not found. */
export function ownRecord<R extends Owned>(
  { state, command }: Pick<Context, "state" | "command">,
  table: Table<R>,
  id: string,
): R | undefined {
  const found = state.get(table, id);
  return found !== undefined && owns(command.caller, found) ? found : undefined;
}

/** Finds the caller's object by the path parameter `id`. */
export const findOwn =
  <R extends Owned>(table: Table<R>) =>
  (context: Context): R | undefined =>
    ownRecord(context, table, context.command.params["id"] ?? "");

/** The usual parts of a retrieval of the caller's objects. `what` names the object in the 404. */
export const retrieveParts = <R extends Owned>(
  table: Table<R>,
  what: string,
  presenter: Presenter<R>,
): RetrieveParts<R> => ({
  find: findOwn(table),
  notFound: () => message(404, `${what} not found`),
  presenter,
});

/** Decides an operation that retrieves an object. */
export function deciderOfRetrieval<R>(parts: RetrieveParts<R>): Decide {
  return (context) => {
    const record = parts.find(context);
    return only(record === undefined ? parts.notFound() : json(200, present(parts.presenter, record)));
  };
}

/** The replaceable parts of an operation that lists objects without pages. */
export interface ListingParts<R> {
  /** The listed objects, in order. */
  select: (context: Context) => readonly R[];
  presenter: Presenter<R>;
}

/** The caller's objects, newest first. */
export const newestFirst =
  <R extends Owned>(table: Table<R>) =>
  ({ state, command }: Context): readonly R[] =>
    state.find(table, "owner", ownerOf(command.caller)).toReversed();

/** The usual parts of a list of the caller's objects. */
export const listingParts = <R extends Owned>(table: Table<R>, presenter: Presenter<R>): ListingParts<R> => ({
  select: newestFirst(table),
  presenter,
});

/** Decides an operation that lists objects, with the body `{ data: […] }`. */
export function deciderOfListing<R>(parts: ListingParts<R>): Decide {
  return (context) =>
    only(json(200, { data: parts.select(context).map((record) => present(parts.presenter, record)) }));
}
