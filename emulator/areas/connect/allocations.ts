import { guard } from "../../kernel/guards.ts";
import { newEntry } from "../../kernel/ledger.ts";
import { coded, json } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import { keyOf } from "../../kernel/idempotency.ts";
import { atMost, number, positive, required, text, whole } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { type Rule, valueAt } from "../../kernel/validate.ts";
import { largestAmount } from "../common/fields.ts";
import { present, stored } from "../common/deciders.ts";
import { announce } from "./events.ts";
import { servedCountries } from "./onboarding.ts";
import { credit } from "./credits.ts";
import { type Quote, availableFrom, feePayerOf, quoteOf } from "./fees.ts";
import { fieldsGuard, outageGuard } from "./guard.ts";
import { usualKeys } from "./keys.ts";
import { inReach, reached, targetGuard } from "./named-vendor.ts";
import type { AllocationParts, ConnectGuard, ConnectInput } from "./parts.ts";
import { type Allocation, allocations } from "./records.ts";
import { countryOf } from "./settings.ts";
import { forbidden } from "./targets.ts";
import type { Vendor } from "./vendor.ts";
import {
  currencyOf,
  heldIn,
  lineOn,
  outside,
  walletIn,
  walletOfHolder,
  walletsOf,
} from "../account/wallets.ts";

/** Present. An empty string counts, as a malformed identifier. */
const named: Rule = { name: "required", accepts: (value) => value !== undefined && value !== null };

const destinationOf = ({ command }: ConnectInput): string | undefined => {
  const value = valueAt(command.body, "destination");
  return typeof value === "string" ? value : undefined;
};

/** The price of the allocation, if the amount is valid and a price is known. */
const quoteFor = ({ state, command, parts }: ConnectInput): Quote | undefined => {
  const amount = valueAt(command.body, "amount");
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount <= 0) return undefined;
  return quoteOf(state, parts.fees, command.caller.accountId, amount);
};

/** Refuses if Connect is not activated (§7.4). */
export const activatedGuard: ConnectGuard = guard("activated", ({ state, command, parts }) =>
  feePayerOf(state, parts.fees, command.caller.accountId) === null
    ? parts.allocations.refusals.feePayerUnset()
    : undefined,
);

/** Refuses a marketplace in a country without an operator (§7.4). */
export const countryGuard: ConnectGuard = guard("country", ({ state, command, parts }) =>
  parts.allocations.countries.includes(countryOf(state, command.caller.accountId))
    ? undefined
    : parts.allocations.refusals.countryUnsupported(),
);

const selfGuard: ConnectGuard = guard("self", (input) =>
  destinationOf(input) === input.command.caller.accountId
    ? input.parts.allocations.refusals.toOneself()
    : undefined,
);

/** Whether a vendor's wallets are in another currency than the marketplace's. */
export function hasOtherCurrency(input: ConnectInput, vendor: Vendor): boolean {
  const currency = currencyOf(input.state, vendor.accountId);
  const held = walletsOf(input.state, vendor.id, vendor.mode);
  if (held.length > 0) return !held.some((wallet) => wallet.currency === currency);
  return vendor.currency !== null && vendor.currency !== currency;
}

const currencyGuard: ConnectGuard = guard("currency", (input) => {
  const vendor = inReach(input, "createAllocation", destinationOf(input) ?? "");
  return vendor !== undefined && hasOtherCurrency(input, vendor)
    ? input.parts.allocations.refusals.currencyMismatch()
    : undefined;
});

const netGuard: ConnectGuard = guard("net", (input) => {
  const quote = quoteFor(input);
  return quote !== undefined && quote.net <= 0
    ? input.parts.allocations.refusals.netNotPositive(quote)
    : undefined;
});

const fundsGuard: ConnectGuard = guard("funds", (input) => {
  const { state, command, parts } = input;
  const { accountId, mode } = command.caller;
  const quote = quoteFor(input);
  if (quote === undefined) return undefined;
  const { available } = heldIn(state, walletIn(state, accountId, mode, currencyOf(state, accountId)));
  return quote.debit > available ? parts.allocations.refusals.insufficientFunds(quote, available) : undefined;
});

function allocate(input: ConnectInput): Decision {
  const { state, command, now, ids, parts } = input;
  const { accountId, mode } = command.caller;
  const vendor = reached(state, destinationOf(input) ?? "");
  const quote = quoteFor(input);
  const currency = currencyOf(state, accountId);
  const source = walletIn(state, accountId, mode, currency);
  if (quote === undefined || source === undefined)
    throw new Error("An allocation needs a price and a wallet");
  const { wallet: destination, writes } = walletOfHolder(state, { holder: vendor.id, mode, currency }, ids);
  const availableAt = availableFrom(state, parts.fees, accountId, now);
  const allocation: Allocation = {
    id: ids.id("ctr_"),
    accountId,
    mode,
    vendor: vendor.id,
    amount: quote.net,
    fee: quote.fee,
    currency,
    reversed: 0,
    availableAt,
    reference: keyOf(command) ?? null,
    createdAt: now,
  };
  const credited = credit({
    vendor,
    wallet: destination,
    kind: "allocation",
    source: allocation.id,
    amount: allocation.amount,
    fee: allocation.fee,
    now,
    availableAt,
    ids,
  });
  return {
    answer: json(parts.allocations.status, present(parts.allocations.presenter, allocation)),
    writes: [...writes, put(allocations, allocation), ...credited.writes],
    timers: credited.timers,
    postings: [
      newEntry(ids, {
        at: now,
        kind: "allocation",
        book: { mode, currency },
        lines: parts.allocations.lines(quote, source, destination),
        details: { allocation: allocation.id },
      }),
    ],
    events: announce(parts.events.transferCreated, { vendor, allocation, source, destination }, mode),
  };
}

/** Allocations as documented. */
export const createAllocationParts = (): AllocationParts => ({
  fields: [
    { field: "destination", rules: [named, text] },
    { field: "amount", rules: [required, number, whole, positive, atMost(largestAmount)] },
  ],
  invalidStatus: 422,
  countries: servedCountries,
  refusals: {
    feePayerUnset: () => coded(422, "connect.fee_payer_unset", "Connect is not activated for this account"),
    countryUnsupported: () =>
      coded(422, "connect.country_unsupported", "No operator serves the marketplace's country"),
    toOneself: forbidden,
    currencyMismatch: () => coded(422, "E_CURRENCY_MISMATCH", "The two wallets are in different currencies"),
    netNotPositive: ({ fee }) =>
      coded(422, "connect.vendor_net_not_positive", `The fee of ${fee} leaves the vendor nothing`),
    insufficientFunds: ({ debit }, available) =>
      json(422, {
        message: "The marketplace's balance does not cover this",
        required: debit,
        available,
        shortfall: debit - available,
      }),
  },
  guards: [
    activatedGuard,
    fieldsGuard((parts) => parts.allocations),
    countryGuard,
    selfGuard,
    targetGuard("createAllocation", (input) =>
      destinationOf(input) === input.command.caller.accountId ? undefined : destinationOf(input),
    ),
    currencyGuard,
    outageGuard("createAllocation"),
    netGuard,
    fundsGuard,
  ],
  act: allocate,
  idempotency: { ...usualKeys(), refuse: () => undefined },
  lines: ({ net, fee, debit }, source, destination) => [
    lineOn(source, "available", -debit),
    lineOn(destination, "pending", net),
    { account: outside.fees, amount: fee },
  ],
  status: 201,
  presenter: {
    id: (allocation) => allocation.id,
    object: () => "connect_allocation",
    destination: (allocation) => allocation.vendor,
    ...stored<Allocation>("amount", "fee", "currency"),
    available_at: (allocation) => isoUtc(allocation.availableAt),
    created_at: (allocation) => isoUtc(allocation.createdAt),
  },
});
