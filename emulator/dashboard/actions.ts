import { day } from "../areas/common/calendar.ts";
import { vendors } from "../areas/connect/vendor.ts";
import type { Control } from "../control/router.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Answer, Caller } from "../kernel/request.ts";
import type { Operation } from "../kernel/types.ts";

/** The operations of control that the dashboard uses. */
const ofControl = new Set([
  ...["createMerchant", "regenerateKey", "activateConnect", "moveWallClock", "declareOutage", "endOutage"],
  ...["addRouteFault", "removeRouteFault", "endSession", "setPaymentIntentStatus", "setNextPaymentOutcome"],
  ...["settleDisbursement", "settleRemittance", "settleWithdrawal", "setNextDisbursementOutcome"],
  ...["setNextRemittanceOutcome", "registerWebhookEndpoint", "removeWebhookEndpoint", "setDeliveryMode"],
  ...["sendEventAgain", "deliverFailedEvents"],
]);

/** The documented operations that it uses on behalf of the merchant. */
const documented = new Set([
  ...["createTestClock", "advanceTestClock", "deleteTestClock", "createSession", "replacePayoutSchedule"],
  ...["cancelSubscription", "pauseSubscription", "resumeSubscription", "retryPayment"],
  ...["payInvoice", "voidInvoice"],
]);

type Body = Record<string, unknown>;

/** The body of a form. Prefixes give the types: `body.` text, `number.`, `boolean.` and `list.` of words. Empty fields are omitted. */
function bodyIn(form: URLSearchParams): Body {
  const body: Body = {};
  for (const [field, value] of form) {
    const [kind = "", name] = field.split(".");
    if (name === undefined || value === "") continue;
    if (kind === "body") body[name] = value;
    else if (kind === "number") body[name] = Number(value);
    else if (kind === "boolean") body[name] = value === "true";
    else if (kind === "list") body[name] = value.split(/[\s,]+/).filter((word) => word !== "");
  }
  return body;
}

const paramsIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([field, value]) => (field.startsWith("param.") ? [[field.slice(6), value]] : [])),
  );

/** The vendor whose endpoint a form is for. */
function ownerIn(
  form: URLSearchParams,
  { engine, caller }: { engine: Engine; caller: Caller },
): string | undefined {
  const vendor = engine.state.get(vendors, form.get("owner") ?? "");
  return vendor?.accountId === caller.accountId ? vendor.id : undefined;
}

/** Turns the days of a slider into the time that the operation expects. */
function timed(form: URLSearchParams, body: Body, field: string): Body {
  const [days, from] = [Number(form.get("days")), Number(body["from"])];
  if (!Number.isInteger(days) || days < 1 || days > 4_000 || !Number.isFinite(from)) return body;
  const { from: _from, ...rest } = body;
  return { ...rest, [field]: new Date(from + days * day).toISOString() };
}

/** Performs the operation of a form, like control or a client of the merchant. */
export async function perform(
  form: URLSearchParams,
  context: {
    readonly engine: Engine;
    readonly control: Control;
    readonly operations: ReadonlyMap<string, Operation>;
    readonly caller: Caller;
  },
): Promise<Answer> {
  const { engine, control, operations, caller } = context;
  const operationId = form.get("operation") ?? "";
  const params = paramsIn(form);
  const body = bodyIn(form);
  if (ofControl.has(operationId)) {
    const given = operationId === "moveWallClock" ? timed(form, body, "to") : body;
    const accountId = ownerIn(form, context) ?? caller.accountId;
    return control.perform(operationId, { ...params, accountId }, given);
  }
  const operation = documented.has(operationId) ? operations.get(operationId) : undefined;
  if (operation === undefined)
    return { status: 404, body: { message: `The dashboard has no action ${operationId.slice(0, 100)}` } };
  return engine.answer(operation, {
    operationId,
    caller,
    params,
    query: {},
    headers: {},
    body: operationId === "advanceTestClock" ? timed(form, body, "frozenTime") : body,
  });
}

/** The text of a refusal, for the top of the page. */
export function refusalOf({ status, body }: Answer): string {
  const said = (body ?? {}) as {
    message?: string;
    error?: string;
    errors?: readonly { field: string; message: string }[];
  };
  const errors = (said.errors ?? []).map(({ field, message }) => `${field}: ${message}`).join("; ");
  return `Refused with ${status}: ${said.message ?? said.error ?? (errors === "" ? "no reason given" : errors)}`;
}
