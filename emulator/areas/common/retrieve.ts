import { json, message, only } from "../../kernel/answers.ts";
import { owns } from "../../kernel/merchants.ts";
import type { Answer, Mode } from "../../kernel/request.ts";
import type { Row, Table } from "../../kernel/table.ts";
import type { Context, Decide } from "../../kernel/types.ts";
import { type Presenter, present } from "./present.ts";

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
