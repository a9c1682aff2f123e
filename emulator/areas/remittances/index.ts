import type { State } from "../../kernel/state.ts";
import { atMost, digits, positive, required, text } from "../../kernel/rules.ts";
import {
  type CreateParts,
  validationGuard,
  deciderOfCreation,
  together,
  type Presenter,
  present,
  deciderOfRetrieval,
  retrieveParts,
  newestFirst,
  operationsOn,
} from "../common/deciders.ts";
import {
  currencyField,
  largestAmount,
  metadataField,
  paymentMethodFields,
  textField,
} from "../common/fields.ts";
import { nextOutcome } from "../common/outcomes.ts";
import {
  type Payout,
  type PayoutStatus,
  payoutOf,
  payoutPresenter,
  begin,
  fundsGuard,
  settleTimer,
} from "../common/payout.ts";
import { remittanceSettlement, remittances } from "./record.ts";
import { fieldError, type FieldError, json, only, validationFailed } from "../../kernel/answers.ts";
import type { Command } from "../../kernel/request.ts";
import type { Context, Decide, Operation } from "../../kernel/types.ts";
import type { TimerHandler } from "../../kernel/parts.ts";

/** The time until a remittance that does not end immediately is settled, ms. */
const remittanceDelay = 3_000;

/** The status that control prepared for the next remittance. */
const preparedState = (state: State, accountId: string) =>
  nextOutcome(state, accountId, "remittance", "succeeded");

/** The parts of `POST /v1/remittance` (§4.4). A remittance succeeds immediately unless control prepared another status. */
const createRemittanceCreation = (): CreateParts<Payout> => ({
  fields: [
    { field: "amount", rules: [required, text, digits, positive, atMost(largestAmount)] },
    currencyField(["xaf", "xof", "usd"]),
    textField("first_name"),
    textField("last_name"),
    ...paymentMethodFields,
    metadataField,
  ],
  invalidStatus: 400,
  guards: [validationGuard(), fundsGuard],
  record: (context) => {
    const { outcome } = preparedState(context.state, context.command.caller.accountId);
    return payoutOf(context, "rem_", outcome as PayoutStatus);
  },
  effects: (payout, { state, now, ids }) => {
    const { writes } = preparedState(state, payout.accountId);
    const plan = { outcome: "succeeded", delay: remittanceDelay } as const;
    const begun = begin(remittanceSettlement, { state, now, ids }, payout, plan);
    return together(begun, { writes });
  },
  status: 200,
  presenter: payoutPresenter("remittance"),
});

/** The replaceable parts of `GET /v1/remittance` (§4.4, §8). */
interface ListParts {
  defaultLimit: number;
  maximumLimit: number;
  firstPage: number;
  /** The listed remittances, in order. */
  select: (context: Context) => readonly Payout[];
  /** The remittances on a page. */
  slice: (all: readonly Payout[], page: number, limit: number) => readonly Payout[];
  /** The fields of `meta`. */
  meta: Record<string, (list: { total: number; page: number; limit: number }) => number>;
  presenter: Presenter<Payout>;
  invalidStatus: number;
}

/** The list as documented. The order, newest first, is our choice. */
const createListParts = (): ListParts => ({
  defaultLimit: 10,
  maximumLimit: 100,
  firstPage: 1,
  select: newestFirst(remittances),
  slice: (all, page, limit) => all.slice((page - 1) * limit, page * limit),
  meta: {
    total: ({ total }) => total,
    page: ({ page }) => page,
    limit: ({ limit }) => limit,
    pages: ({ total, limit }) => Math.ceil(total / limit),
  },
  presenter: payoutPresenter("remittance"),
  invalidStatus: 400,
});

const read = (
  command: Command,
  name: string,
  bounds: { usual: number; least: number; most: number },
): number | FieldError => {
  const values = command.query[name] ?? [];
  const [first] = values;
  const refuse = (rule: string): FieldError => fieldError(rule, name);
  if (first === undefined) return bounds.usual;
  if (values.length > 1) return refuse("single");
  if (!/^-?\d{1,15}$/.test(first)) return refuse("integer");
  const value = Number(first);
  if (value < bounds.least) return refuse("min");
  return value > bounds.most ? refuse("max") : value;
};

/** Decides `GET /v1/remittance`. */
const decideList =
  (parts: ListParts): Decide =>
  (context) => {
    const limit = read(context.command, "limit", {
      usual: parts.defaultLimit,
      least: 1,
      most: parts.maximumLimit,
    });
    const page = read(context.command, "page", { usual: parts.firstPage, least: 1, most: 1_000_000_000 });
    if (typeof limit !== "number" || typeof page !== "number") {
      const errors = [limit, page].filter((value): value is FieldError => typeof value !== "number");
      return only(validationFailed(parts.invalidStatus, errors));
    }
    const all = parts.select(context);
    const list = { total: all.length, page, limit };
    const meta = Object.fromEntries(Object.entries(parts.meta).map(([name, count]) => [name, count(list)]));
    const data = parts.slice(all, page, limit).map((remittance) => present(parts.presenter, remittance));
    return only(json(200, { data, meta }));
  };

/** Remittances as documented (§2.4, §4.4). */
export const createRemittanceParts = () => ({
  create: createRemittanceCreation(),
  retrieve: retrieveParts(remittances, "Remittance", payoutPresenter("remittance")),
  list: createListParts(),
});

/** The replaceable parts of remittances. */
export type RemittanceParts = ReturnType<typeof createRemittanceParts>;

/** The timer handlers of remittances. */
export const remittanceTimers = (): Record<string, TimerHandler> => ({
  "remittance.settle": settleTimer(remittanceSettlement),
});

const operation = operationsOn("payment", "remittances");

/** The routes of remittances. */
export const remittanceOperations = (parts: RemittanceParts): Operation[] => [
  operation("createRemittance", "POST /v1/remittance", deciderOfCreation(parts.create)),
  operation("listRemittances", "GET /v1/remittance", decideList(parts.list)),
  operation("retrieveRemittance", "GET /v1/remittance/:id", deciderOfRetrieval(parts.retrieve)),
];
