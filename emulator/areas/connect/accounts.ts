import { guard } from "../../kernel/guards.ts";
import { coded, json } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import { ownerOf } from "../../kernel/merchants.ts";
import type { Answer, Mode } from "../../kernel/request.ts";
import { country, currency, maxLength, orNull, required, text } from "../../kernel/rules.ts";
import type { State } from "../../kernel/state.ts";
import { type Write, put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { type Rule, valueAt } from "../../kernel/validate.ts";
import { paymentMethodFields } from "../common/fields.ts";
import { type Presenter, present } from "../common/deciders.ts";
import { feePayerOf } from "./fees.ts";
import { fieldsGuard, outageGuard, rejectedGuard, rateGuard } from "./guard.ts";
import { usualKeys } from "./keys.ts";
import { inPath, reached, targetGuard } from "./named-vendor.ts";
import type {
  ConnectGuard,
  ConnectInput,
  ConnectRoute,
  CreateAccountParts,
  RetrieveAccountParts,
  ShownVendor,
} from "./parts.ts";
import { type Vendor, vendors } from "./vendor.ts";
import { currencyOf, heldIn, newWallet, wallets, walletsOf } from "../account/wallets.ts";

/** The properties of a new vendor, from a request or from control. */
export type NewVendor = Pick<
  Vendor,
  "name" | "organisation" | "email" | "country" | "currency" | "payoutPhone"
>;

/** Creates a vendor of a marketplace, and the writes that store it with its wallet. */
export function makeVendor(
  made: NewVendor,
  place: { accountId: string; mode: Mode; now: number; ids: Ids; wallet?: string | undefined },
): { vendor: Vendor; writes: readonly Write[] } {
  const { accountId, mode, now, ids, wallet } = place;
  const vendor: Vendor = {
    id: ids.id("acct_"),
    accountId,
    mode,
    ...made,
    fileStatus: null,
    policy: null,
    deletedAt: null,
    createdAt: now,
  };
  const holds = wallet === undefined ? [] : [put(wallets, newWallet(vendor.id, mode, wallet, ids))];
  return { vendor, writes: [put(vendors, vendor), ...holds] };
}

const email: Rule = {
  name: "email",
  accepts: (value) => typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value),
};

const modeGuard: ConnectGuard = guard("mode", ({ state, command, parts }) =>
  feePayerOf(state, parts.fees, command.caller.accountId) === null
    ? parts.createAccount.modeUnset()
    : undefined,
);

const textAt = (body: unknown, path: string): string | null => {
  const value = valueAt(body, path);
  return typeof value === "string" && value !== "" ? value : null;
};

function create({ state, command, now, ids, parts }: ConnectInput): Decision {
  const { accountId, mode } = command.caller;
  const { body } = command;
  const usual = currencyOf(state, accountId);
  const wallet = textAt(body, "currency")?.toLowerCase() ?? usual;
  const { vendor, writes } = makeVendor(
    {
      name: textAt(body, "name") ?? "",
      organisation: textAt(body, "organisation"),
      email: textAt(body, "email"),
      country: textAt(body, "country")?.toUpperCase() ?? null,
      currency: wallet,
      payoutPhone: textAt(body, "payment_method_data.momo.msisdn")?.replace("+", "") ?? null,
    },
    { accountId, mode, now, ids, wallet },
  );
  const shown = { vendor, feePayer: feePayerOf(state, parts.fees, accountId) };
  return {
    answer: json(parts.createAccount.status, present(parts.createAccount.presenter, shown)),
    writes,
  };
}

/** The fields of a vendor that every answer shows (§2.10). */
export const vendorFields = (): Presenter<ShownVendor> => ({
  id: ({ vendor }) => vendor.id,
  object: () => "connect_account",
  controller: ({ vendor }) => vendor.accountId,
  organisation: ({ vendor }) => vendor.organisation,
  name: ({ vendor }) => vendor.name,
  email: ({ vendor }) => vendor.email,
  state: () => "active",
  mode: ({ vendor }) => vendor.mode,
  fee_payer: ({ feePayer }) => feePayer,
  created_at: ({ vendor }) => isoUtc(vendor.createdAt),
});

/** The fields that only some answers show. */
export const vendorExtras = {
  type: (): string => "business",
  country: ({ vendor }: ShownVendor): string | null => vendor.country,
  currency: ({ vendor }: ShownVendor): string | null => vendor.currency?.toUpperCase() ?? null,
};

/** Creation as documented: the answer has neither country nor currency. */
export const createCreateAccountParts = (): CreateAccountParts => ({
  fields: [
    { field: "name", rules: [required, text, maxLength(255)] },
    { field: "organisation", rules: [text, maxLength(255)] },
    { field: "email", rules: [orNull(email)] },
    { field: "country", rules: [orNull(country)] },
    { field: "currency", rules: [orNull(currency)] },
    ...paymentMethodFields.map((spec) => ({
      ...spec,
      when: (body: unknown) =>
        valueAt(body, "payment_method_data") !== undefined && (spec.when?.(body) ?? true),
    })),
  ],
  invalidStatus: 422,
  rejected: ["phone", "type", "fee_payer"],
  modeUnset: () => coded(422, "connect.controller_mode_unset", "Connect is not activated for this account"),
  guards: [
    rateGuard((parts) => parts.createAccount.rate),
    rejectedGuard("unsupported", (parts) => parts.createAccount.rejected),
    fieldsGuard((parts) => parts.createAccount),
    modeGuard,
    outageGuard("createAccount"),
  ],
  act: create,
  idempotency: usualKeys(),
  rate: {
    limit: 20,
    window: 60_000,
    refuse: tooMany,
    counts: (at, now, window) => now - at < window,
    counted: () => true,
  },
  status: 201,
  presenter: { ...vendorFields(), type: vendorExtras.type },
});

/** The refusal of a request that exceeds the rate, with the time to wait (§8). */
function tooMany(waitMs: number): Answer {
  return {
    ...coded(429, "E_TOO_MANY_REQUESTS", "At most 20 accounts are created a minute"),
    headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
  };
}

/** Retrieval as documented: the answer has balances, but neither type nor currency. */
export const createRetrieveAccountParts = (): RetrieveAccountParts => ({
  guards: [targetGuard("retrieveAccount")],
  act: (input) => {
    const { state, parts } = input;
    const vendor = reached(state, inPath(input));
    const feePayer = feePayerOf(state, parts.fees, vendor.accountId);
    const { presenter, balance } = parts.retrieveAccount;
    const balances = parts.retrieveAccount
      .wallets(state, vendor)
      .map((wallet) => present(balance, { wallet, held: heldIn(state, wallet) }));
    return { answer: json(200, { ...present(presenter, { vendor, feePayer }), balances }) };
  },
  presenter: { ...vendorFields(), country: vendorExtras.country },
  wallets: (state, vendor) => walletsOf(state, vendor.id, vendor.mode),
  balance: {
    currency: ({ wallet }) => wallet.currency,
    pending: ({ held }) => held.pending,
    available: ({ held }) => held.available,
  },
});

/** Deletion, which the document mentions without showing it. Afterwards, no operation finds the vendor. */
export const createDeleteAccountParts = (): ConnectRoute => ({
  guards: [targetGuard("deleteAccount")],
  act: (input) => {
    const vendor = reached(input.state, inPath(input));
    return {
      answer: json(200, { id: vendor.id, object: "connect_account", deleted: true }),
      writes: [put(vendors, { ...vendor, deletedAt: input.now })],
    };
  },
});

/** The vendors of a caller, newest first, without deleted ones. */
export const ownVendors = (state: State, caller: { accountId: string; mode: Mode }): readonly Vendor[] =>
  state
    .find(vendors, "owner", ownerOf(caller))
    .filter((vendor) => vendor.deletedAt === null)
    .reverse();
