import type { Hints } from "../hints/hints.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Idle } from "../kernel/idle.ts";
import type { MadeMerchant, Merchant } from "../kernel/merchants.ts";
import { type Answer, type Mode, modes, type Command } from "../kernel/request.ts";
import type { FieldSpec } from "../kernel/validate.ts";
import type { Traffic } from "../traffic/index.ts";
import type { Parts } from "../parts.ts";
import type { Snapshots } from "../snapshots.ts";
import { fieldError, validationFailed, message } from "../kernel/answers.ts";
import { oneOf, text } from "../kernel/rules.ts";
import { type WebhookEndpoint, webhookEndpoints } from "../kernel/events.ts";
import type { Row, Table } from "../kernel/table.ts";
import type { Operation } from "../kernel/types.ts";

/** The input of a control operation. */
export interface ControlContext {
  engine: Engine;
  idle: Idle;
  parts: Parts;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, readonly string[]>>;
  /** The valid body; an empty object if it is absent. */
  body: Readonly<Record<string, unknown>>;
  /** The merchant in the path. If there is none, the request was answered with 404. */
  merchant: Merchant;
  traffic: Traffic;
  hints: Hints;
  /** The documented operations that this emulator serves. */
  operationIds: readonly string[];
  initialMerchants: () => readonly MadeMerchant[];
  snapshots: Snapshots;
  /** Resets the emulator to its initial state. */
  reset: () => void;
}

/** An operation of control (`spec/control/protocol.yaml`). */
export interface ControlOperation {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below `/control`. `:accountId` is the merchant. */
  path: string;
  /** The fields of its body. Default: none. */
  fields?: readonly FieldSpec[];
  /** The names of its query parameters. Default: none. */
  query?: readonly string[];
  /** Whether its body is a snapshot, which may be large and which it checks itself. */
  takesSnapshot?: boolean;
  /** Whether it waits until no clock of any merchant is moving. */
  ofWholeState?: boolean;
  /** Whether `:accountId` may also be a vendor. */
  vendorsToo?: boolean;
  handle: (context: ControlContext) => Answer | Promise<Answer>;
}

/** A method and a path below `/control`. */
export type ControlRoute = `${ControlOperation["method"]} /${string}`;

/** Creates an operation: `operation("reset", "POST /reset", { handle })`. */
export function operation(
  operationId: string,
  route: ControlRoute,
  rest: Omit<ControlOperation, "operationId" | "method" | "path">,
): ControlOperation {
  const [method, path] = route.split(" ") as [ControlOperation["method"], string];
  return { operationId, method, path, ...rest };
}

/** A word in a valid body, in lowercase. */
export const wordIn = <Word extends string>(body: Readonly<Record<string, unknown>>, field: string): Word =>
  (body[field] as string).toLowerCase() as Word;

/** An optional environment. */
export const modeField: FieldSpec = { field: "mode", rules: [text, oneOf(modes)] };

/** The environment in a request. Default: test. */
export const modeIn = (value: unknown): Mode =>
  typeof value === "string" && value.toLowerCase() === "live" ? "live" : "test";

/** A refusal of a well-formed request, with its reason. */
export const refusedField = (field: string, rule: string, reason?: string): Answer =>
  validationFailed(422, [fieldError(rule, field, reason)]);

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

/** Decides a documented operation like a request of `caller`, without HTTP and without an idempotency key. */
export function decideAs(
  engine: Engine,
  operation: Operation,
  given: Pick<Command, "caller" | "params"> & { readonly body?: unknown },
): Answer {
  const { caller, params, body } = given;
  const { operationId } = operation;
  const command = { operationId, caller, params, query: {}, headers: {}, body };
  return engine.act(caller.accountId, (context) => {
    const decision = operation.decide({ ...context, command });
    return { ...decision, result: decision.answer };
  });
}
