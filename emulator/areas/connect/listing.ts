import { fieldError, json, validationFailed } from "../../kernel/answers.ts";
import { isoOrNull, isoUtc } from "../../kernel/clock.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { Command } from "../../kernel/request.ts";
import type { Decision } from "../../kernel/types.ts";
import { present, stored } from "../common/deciders.ts";
import { ownVendors, vendorExtras, vendorFields } from "./accounts.ts";
import { feePayerOf } from "./fees.ts";
import { inPath, reached, targetGuard } from "./named-vendor.ts";
import type { ConnectInput, ListAccountsParts, ListTransactionsParts } from "./parts.ts";
import { type Transaction, transactions } from "./transactions.ts";
import { type Vendor, vendors } from "./vendor.ts";

const invalid = (rule: string, field: string): Decision => ({
  answer: validationFailed(422, [fieldError(rule, field)]),
});

/** A positive integer in the query; `usual` if it is absent, undefined if it is invalid. */
function numberIn(command: Command, name: string, usual: number): number | undefined {
  const value = command.query[name]?.at(-1);
  if (value === undefined) return usual;
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
}

/** The position of a cursor in the list. A deleted vendor keeps its position. Undefined if there never was such a vendor. */
function placeOf(
  { state, command }: ConnectInput,
  all: readonly Vendor[],
  cursor: string,
): number | undefined {
  const place = all.findIndex((vendor) => vendor.id === cursor);
  if (place >= 0) return place;
  const ever = state.find(vendors, "owner", ownerOf(command.caller)).map(({ id }) => id);
  const was = ever.indexOf(cursor);
  if (was < 0) return undefined;
  const isNewestFirst = ever.indexOf(all[0]?.id ?? "") >= ever.indexOf(all.at(-1)?.id ?? "");
  return all.findLastIndex(({ id }) => (isNewestFirst ? ever.indexOf(id) > was : ever.indexOf(id) < was));
}

function listAccounts(input: ConnectInput): Decision {
  const { state, command, parts } = input;
  const list = parts.listAccounts;
  const limit = numberIn(command, "limit", list.usualSize);
  if (limit === undefined) return invalid("integer", "limit");
  const all = list.all(input);
  const cursor = command.query["cursor"]?.at(-1);
  const after = cursor === undefined ? -1 : placeOf(input, all, cursor);
  if (after === undefined) return invalid("cursor", "cursor");
  const page = list.page(all, after, Math.min(limit, list.largestSize));
  const feePayer = feePayerOf(state, parts.fees, command.caller.accountId);
  return {
    answer: json(200, {
      object: "list",
      data: page.entries.map((vendor) => present(list.presenter, { vendor, feePayer })),
      has_more: page.more,
      next_cursor: list.cursor(page),
    }),
  };
}

function listTransactions(input: ConnectInput): Decision {
  const { command, parts } = input;
  const list = parts.listTransactions;
  const limit = numberIn(command, "limit", list.usualSize);
  const number = numberIn(command, "page", 1);
  if (limit === undefined) return invalid("integer", "limit");
  if (number === undefined) return invalid("integer", "page");
  const page = list.page(list.all(input), number, Math.min(limit, list.largestSize));
  return {
    answer: json(200, {
      object: "list",
      data: page.entries.map((transaction) => present(list.presenter, transaction)),
      has_more: page.more,
    }),
  };
}

/** The list of vendors as documented: complete vendors, paged by cursor. */
export const createListAccountsParts = (): ListAccountsParts => ({
  guards: [],
  act: listAccounts,
  usualSize: 20,
  largestSize: 100,
  all: ({ state, command }) => ownVendors(state, command.caller),
  page: (all, after, size) => ({
    entries: all.slice(after + 1, after + 1 + size),
    more: after + 1 + size < all.length,
  }),
  cursor: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
  presenter: {
    ...vendorFields(),
    type: vendorExtras.type,
    country: vendorExtras.country,
    currency: vendorExtras.currency,
  },
});

/** A vendor's transactions as documented: newest first, paged by number. */
export const createListTransactionsParts = (): ListTransactionsParts => ({
  guards: [targetGuard("listAccountTransactions")],
  act: listTransactions,
  usualSize: 20,
  largestSize: 100,
  all: (input) =>
    [...input.state.find(transactions, "account", reached(input.state, inPath(input)).id)].reverse(),
  page: (all, number, size) => ({
    entries: all.slice((number - 1) * size, number * size),
    more: number * size < all.length,
  }),
  presenter: {
    id: (transaction) => transaction.id,
    object: () => "connect_transaction",
    type: (transaction) => transaction.kind,
    ...stored<Transaction>("source", "amount", "currency"),
    amount_fee: (transaction) => transaction.fee,
    created_at: (transaction) => isoUtc(transaction.createdAt),
    available_at: (transaction) => isoOrNull(transaction.availableAt),
    matured_at: (transaction) => isoOrNull(transaction.maturedAt),
  },
});
