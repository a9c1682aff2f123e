import { fieldError, validationFailed } from "../../kernel/answers.ts";
import { type Guard, guard } from "../../kernel/guards.ts";
import { notNegative, number, object, positive, text, whole } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import { newTimer } from "../../kernel/timeline.ts";
import type { Context, Effects } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import { type CreateInput, type CreateParts, validationGuard } from "../common/create.ts";
import {
  amountField,
  currencyField,
  metadataField,
  optionalList,
  textField,
  urlField,
} from "../common/fields.ts";
import { createdSession } from "./present.ts";
import { type CheckoutSession, checkoutSessions, type Order, orders } from "./record.ts";

/** The time that a session stays open, ms. */
const sessionLifetime = 24 * 3_600_000;

/** The kind of the timer that expires an open session. */
export const expiryKind = "checkoutSession.expire";

interface Body {
  total: number;
  currency: string;
  successUrl: string;
  cancelUrl: string;
  items?: unknown[];
  metadata?: Record<string, unknown>;
}

const fields: readonly FieldSpec[] = [
  amountField("total"),
  currencyField(["xaf", "xof"]),
  textField("accountId"),
  urlField("successUrl"),
  urlField("cancelUrl"),
  optionalList("items"),
  { field: "items.*", rules: [object] },
  { field: "items.*.productId", rules: [text] },
  { field: "items.*.productName", rules: [text] },
  { field: "items.*.quantity", rules: [number, whole, positive] },
  { field: "items.*.price", rules: [number, whole, notNegative] },
  metadataField,
];

/** Refuses an account other than the caller's own. */
const accountGuard: Guard<CreateInput<CheckoutSession>> = guard("account", ({ command, parts }) => {
  const { accountId } = command.body as { accountId: string };
  return accountId === command.caller.accountId
    ? undefined
    : validationFailed(parts.invalidStatus, [fieldError("exists", "accountId")]);
});

const record = ({ command, now, ids }: Context): CheckoutSession => {
  const body = command.body as Body;
  return {
    id: ids.id("session_"),
    ...command.caller,
    total: body.total,
    currency: body.currency.toLowerCase(),
    successUrl: body.successUrl,
    cancelUrl: body.cancelUrl,
    orderId: ids.id("ord_"),
    items: body.items ?? [],
    metadata: body.metadata ?? {},
    status: "open",
    intentId: null,
    expiresAt: now + sessionLifetime,
    createdAt: now,
    updatedAt: now,
  };
};

const orderOf = ({ orderId, accountId, mode, id, createdAt, updatedAt }: CheckoutSession): Order => ({
  id: orderId,
  accountId,
  mode,
  sessionId: id,
  status: "open",
  createdAt,
  updatedAt,
});

const effects = (session: CheckoutSession, { ids }: Context): Effects => ({
  writes: [put(checkoutSessions, session), put(orders, orderOf(session))],
  timers: [
    newTimer(ids, {
      at: session.expiresAt,
      kind: expiryKind,
      accountId: session.accountId,
      subject: session.id,
    }),
  ],
});

/** The parts of `POST /v1/sessions` (§4.2). */
export const createSessionParts = (): CreateParts<CheckoutSession> => ({
  fields,
  invalidStatus: 400,
  guards: [validationGuard(), accountGuard],
  record,
  effects,
  status: 200,
  presenter: createdSession(),
});
