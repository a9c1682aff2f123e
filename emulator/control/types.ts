import type { Engine } from "../kernel/engine.ts";
import type { Idle } from "../kernel/idle.ts";
import type { Merchant } from "../kernel/merchants.ts";
import type { Answer } from "../kernel/request.ts";
import type { FieldSpec } from "../kernel/validate.ts";
import type { Traffic } from "../traffic/index.ts";
import type { Parts } from "../parts.ts";

/** What a control operation works on. */
export interface ControlContext {
  engine: Engine;
  idle: Idle;
  parts: Parts;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, readonly string[]>>;
  /** The body, found valid by `fields`; an absent one is an empty object. */
  body: Readonly<Record<string, unknown>>;
  /** The merchant that the path names; the router has answered 404 when there is none. */
  merchant: Merchant;
  traffic: Traffic;
  /** The documented operations that this emulator serves. */
  operationIds: readonly string[];
  /** Resets the emulator to its initial state. */
  reset: () => void;
}

/** One operation of the control protocol (`spec/control/openapi.yaml`). */
export interface ControlOperation {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/control`; `:accountId` names the merchant. */
  path: string;
  /** What its body may contain. Default: nothing. */
  fields?: readonly FieldSpec[];
  /** Whether it waits until no clock of any merchant is moving. */
  ofWholeState?: boolean;
  /** Whether `:accountId` may name a vendor instead. */
  vendorsToo?: boolean;
  handle: (context: ControlContext) => Answer | Promise<Answer>;
}
