import { message } from "../kernel/answers.ts";
import { type WebhookEndpoint, webhookEndpoints } from "../kernel/events.ts";
import type { Answer } from "../kernel/request.ts";
import type { Row, Table } from "../kernel/table.ts";
import type { ControlContext, ControlOperation } from "./types.ts";

/** Creates a handler of an operation on the record with the id in the path. Answers 404 if the merchant has no such record. */
export const withRecord =
  <R extends Row & { readonly accountId: string }>(
    table: Table<R>,
    missing: string,
    handle: (context: ControlContext, record: R) => Answer | Promise<Answer>,
  ): ControlOperation["handle"] =>
  (context) => {
    const { engine, merchant, params } = context;
    engine.catchUp(merchant.id);
    const record = engine.state.get(table, params["id"] ?? "");
    return record?.accountId === merchant.id ? handle(context, record) : message(404, missing);
  };

/** Creates a handler of an operation on the webhook endpoint in the path. */
export const withEndpoint = (
  handle: (context: ControlContext, endpoint: WebhookEndpoint) => Answer,
): ControlOperation["handle"] => withRecord(webhookEndpoints, "No such endpoint", handle);
