import { json, only } from "../../kernel/answers.ts";
import { owns } from "../../kernel/merchants.ts";
import type { Answer, Mode } from "../../kernel/request.ts";
import type { Row, Table } from "../../kernel/table.ts";
import type { Context, Decide } from "../../kernel/types.ts";
import { type Presenter, present } from "./present.ts";

/** The replaceable parts of an operation that shows one object. */
export interface RetrieveParts<R> {
  /** The object that the path names, if the caller may see it. */
  find: (context: Context) => R | undefined;
  /** The answer when there is none. */
  notFound: () => Answer;
  presenter: Presenter<R>;
}

/** Finds an object by the path parameter `id`; another merchant's and the other environment's are not there. */
export function findOwn<R extends Row & { accountId: string; mode: Mode }>(
  table: Table<R>,
): (context: Context) => R | undefined {
  return ({ state, command }) => {
    const found = state.get(table, command.params["id"] ?? "");
    return found !== undefined && owns(command.caller, found) ? found : undefined;
  };
}

/** The decision of an operation that shows one object. */
export function deciderOfRetrieval<R>(parts: RetrieveParts<R>): Decide {
  return (context) => {
    const record = parts.find(context);
    return only(record === undefined ? parts.notFound() : json(200, present(parts.presenter, record)));
  };
}
