import { vendors } from "../areas/connect/vendor.ts";
import { message, validationFailed } from "../kernel/answers.ts";
import { type Merchant, merchants } from "../kernel/merchants.ts";
import type { Answer } from "../kernel/request.ts";
import type { State } from "../kernel/state.ts";
import { inWords, unknownMembers, validate } from "../kernel/validate.ts";
import type { Whenever } from "../kernel/whenever.ts";
import type { ControlContext, ControlOperation } from "./types.ts";

/** The merchant of that account. For some operations, it may be a vendor. */
function accountOf(state: State, accountId: string, operation: ControlOperation): Merchant | undefined {
  const merchant = state.get(merchants, accountId);
  if (merchant !== undefined || operation.vendorsToo !== true) return merchant;
  const vendor = state.get(vendors, accountId);
  const controller = vendor === undefined ? undefined : state.get(merchants, vendor.accountId);
  return controller === undefined ? undefined : { ...controller, id: accountId };
}

/** A request to an operation. */
interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
}

/** What operations of control need in addition to their requests. */
export type PerformerOptions = Pick<
  ControlContext,
  "engine" | "parts" | "idle" | "traffic" | "operationIds" | "reset"
>;

/** Performs an operation of control: validates the request, and waits until no clock that it depends on is moving. */
type Perform = (operation: ControlOperation, given: Given) => Whenever<Answer>;

export function createPerformer(options: PerformerOptions): Perform {
  const { engine } = options;

  const perform: Perform = (operation, given) => {
    const { fields = [], takesSnapshot = false } = operation;
    const unknown = takesSnapshot ? [] : unknownMembers(given.body, fields);
    const errors = [...validate(given.body, fields, inWords), ...unknown];
    if (errors.length > 0) return validationFailed(422, errors);
    const { accountId } = given.params;
    // No clock belongs to the account "", so such an operation does not wait.
    const whose = accountId ?? (operation.ofWholeState === true ? undefined : "");
    return engine.afterMoves(whose, () => performNow(operation, given));
  };

  const performNow: Perform = (operation, given) => {
    const { params, query, body } = given;
    const accountId = params["accountId"];
    const merchant = accountId === undefined ? undefined : accountOf(engine.state, accountId, operation);
    if (accountId !== undefined && merchant === undefined) return message(404, "Merchant not found");
    const context: ControlContext = {
      ...options,
      params,
      query,
      body: (body ?? {}) as Readonly<Record<string, unknown>>,
      // Undefined only for operations that are not below a merchant. They do not read it.
      merchant: merchant as Merchant,
    };
    return engine.under(
      {
        kind: "control",
        name: operation.operationId,
        accountId: merchant?.id ?? "",
        about: { ...params, ...(body === undefined ? {} : { body }) },
      },
      () => operation.handle(context),
    );
  };

  return perform;
}
