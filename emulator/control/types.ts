import type { Engine } from "../kernel/engine.ts";
import type { Idle } from "../kernel/idle.ts";
import type { Merchant } from "../kernel/merchants.ts";
import type { Answer } from "../kernel/request.ts";
import type { FieldSpec } from "../kernel/validate.ts";
import type { Traffic } from "../traffic/index.ts";
import type { Parts } from "../parts.ts";

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
  /** The documented operations that this emulator serves. */
  operationIds: readonly string[];
  /** Resets the emulator to its initial state. */
  reset: () => void;
}

/** An operation of control (`spec/control/openapi.yaml`). */
export interface ControlOperation {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below `/control`. `:accountId` is the merchant. */
  path: string;
  /** The fields of its body. Default: none. */
  fields?: readonly FieldSpec[];
  /** Whether its body is a snapshot, which may be large and which it checks itself. */
  takesSnapshot?: boolean;
  /** Whether it waits until no clock of any merchant is moving. */
  ofWholeState?: boolean;
  /** Whether `:accountId` may also be a vendor. */
  vendorsToo?: boolean;
  handle: (context: ControlContext) => Answer | Promise<Answer>;
}
