import { fieldError, type FieldError, json, only, validationFailed } from "../../kernel/answers.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { Command } from "../../kernel/request.ts";
import type { Context, Decide } from "../../kernel/types.ts";
import { type Payout, payoutPresenter } from "../common/payout.ts";
import { type Presenter, present } from "../common/present.ts";
import { remittances } from "./record.ts";

/** The replaceable parts of `GET /v1/remittance` (§4.4, §8). */
export interface ListParts {
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
export const createListParts = (): ListParts => ({
  defaultLimit: 10,
  maximumLimit: 100,
  firstPage: 1,
  select: ({ state, command }) => state.find(remittances, "owner", ownerOf(command.caller)).toReversed(),
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
export const decideList =
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
