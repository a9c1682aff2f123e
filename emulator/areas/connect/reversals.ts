import { guard } from "../../kernel/guards.ts";
import { newEntry } from "../../kernel/ledger.ts";
import { coded, json, message } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import { keyOf } from "../../kernel/idempotency.ts";
import { atMost, number, positive, whole } from "../../kernel/rules.ts";
import { put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { valueAt } from "../../kernel/validate.ts";
import { largestAmount } from "../common/fields.ts";
import { present, stored } from "../common/deciders.ts";
import { announce } from "./events.ts";
import { debit } from "./credits.ts";
import { drawCredits } from "./draws.ts";
import { fieldsGuard } from "./guard.ts";
import { reversalKeys } from "./keys.ts";
import { reached, targetGuard } from "./named-vendor.ts";
import type { ConnectGuard, ConnectInput, ReversalParts } from "./parts.ts";
import { type Allocation, type Reversal, allocations, reversals } from "./records.ts";
import { forbidden } from "./targets.ts";
import { transactions } from "./transactions.ts";
import { type Wallet, currencyOf, heldIn, lineOn, walletIn } from "../account/wallets.ts";

const allocationOf = ({ state, command }: ConnectInput): Allocation | undefined => {
  const found = state.get(allocations, command.params["allocationId"] ?? "");
  return found?.accountId === command.caller.accountId ? found : undefined;
};

const amountOf = ({ command }: ConnectInput): unknown => valueAt(command.body, "amount");

const isAmount = (value: unknown): boolean =>
  value === undefined || (typeof value === "number" && Number.isSafeInteger(value) && value > 0);

/** The allocation, the requested amount and the remaining amount; undefined if another guard refuses. */
function claim(input: ConnectInput) {
  const allocation = allocationOf(input);
  if (allocation === undefined || !isAmount(amountOf(input))) return undefined;
  const { reversals: rules } = input.parts;
  const remaining = rules.remaining(allocation);
  return { allocation, remaining, asked: rules.asked(amountOf(input), remaining) };
}

const allocationGuard: ConnectGuard = guard("allocation", (input) => {
  const allocation = allocationOf(input);
  if (allocation === undefined) return input.parts.reversals.unknown();
  return allocation.mode === input.command.caller.mode ? undefined : input.parts.reversals.otherMode();
});

const remainderGuard: ConnectGuard = guard("remainder", (input) => {
  const claimed = claim(input);
  if (claimed === undefined) return undefined;
  const { asked, remaining } = claimed;
  const { exceeds, exceedsRefusal } = input.parts.reversals;
  return exceeds(asked, remaining) || asked === 0 ? exceedsRefusal(asked, remaining) : undefined;
});

const walletOf = (input: ConnectInput, { vendor, mode, currency }: Allocation): Wallet | undefined =>
  walletIn(input.state, vendor, mode, currency);

const fundsGuard: ConnectGuard = {
  name: "funds",
  refuse: (input) => {
    const claimed = claim(input);
    if (claimed === undefined) return undefined;
    const { allocation, asked } = claimed;
    const { reversals: rules, draws, events } = input.parts;
    const reach = draws.reach(heldIn(input.state, walletOf(input, allocation)));
    const shortage = rules.shortage(asked, reach, allocation.currency);
    if (shortage === undefined) return undefined;
    const vendor = reached(input.state, allocation.vendor);
    return {
      answer: rules.shortageRefusal(shortage),
      events: announce(events.reversalBlocked, { vendor, allocation, ...shortage }, allocation.mode),
    };
  },
};

function reverse(input: ConnectInput): Decision {
  const { state, command, now, ids, parts } = input;
  const claimed = claim(input);
  const wallet = claimed === undefined ? undefined : walletOf(input, claimed.allocation);
  const { accountId, mode } = command.caller;
  const marketplace = walletIn(state, accountId, mode, currencyOf(state, accountId));
  if (claimed === undefined || wallet === undefined || marketplace === undefined)
    throw new Error("A reversal needs an allocation and two wallets");
  const { allocation, asked } = claimed;
  const vendor = reached(state, allocation.vendor);
  const drawn = parts.draws.split(heldIn(state, wallet), asked);
  const total = parts.reversals.total(allocation, asked);
  const reversal: Reversal = {
    id: ids.id("ctrr_"),
    accountId,
    mode,
    vendor: vendor.id,
    allocation: allocation.id,
    amount: asked,
    reversedTotal: total,
    currency: allocation.currency,
    createdAt: now,
  };
  const transaction = debit({
    vendor,
    wallet,
    kind: "reversal",
    source: reversal.id,
    amount: asked,
    now,
    ids,
  });
  return {
    answer: json(parts.reversals.status, present(parts.reversals.presenter, reversal)),
    writes: [
      put(allocations, { ...allocation, reversed: total }),
      put(reversals, reversal),
      put(transactions, transaction),
      ...drawCredits(state, wallet, drawn.pending, allocation.id),
    ],
    postings: [
      newEntry(ids, {
        at: now,
        kind: "reversal",
        book: { mode, currency: allocation.currency },
        lines: parts.reversals.lines(drawn, wallet, marketplace),
        details: { reversal: reversal.id, allocation: allocation.id },
      }),
    ],
    events: announce(
      parts.events.transferReversed,
      { vendor, reversal, reference: keyOf(command) ?? null },
      mode,
    ),
  };
}

/** Reversals as documented: they draw only on the vendor (§3, §7.5). */
export const createReversalParts = (): ReversalParts => ({
  fields: [{ field: "amount", rules: [number, whole, positive, atMost(largestAmount)] }],
  invalidStatus: 422,
  unknown: forbidden,
  otherMode: () => message(401, "Unauthorized"),
  remaining: ({ amount, reversed }) => amount - reversed,
  asked: (amount, remaining) => (typeof amount === "number" ? amount : remaining),
  exceeds: (asked, remaining) => asked > remaining,
  exceedsRefusal: (requested, remaining) =>
    coded(422, "connect.reversal_exceeds_remaining", "The reversal goes beyond what remains", {
      requested,
      remaining,
    }),
  shortage: (required, sellerAvailable, currency) =>
    required > sellerAvailable
      ? { required, sellerAvailable, shortfall: required - sellerAvailable, currency }
      : undefined,
  shortageRefusal: ({ required, sellerAvailable, shortfall, currency }) =>
    coded(402, "connect.insufficient_funds_for_reversal", "The vendor cannot return the funds", {
      required,
      seller_available: sellerAvailable,
      shortfall,
      currency,
    }),
  total: ({ reversed }, amount) => reversed + amount,
  guards: [
    fieldsGuard((parts) => parts.reversals),
    allocationGuard,
    targetGuard("createAllocationReversal", (input) => allocationOf(input)?.vendor),
    remainderGuard,
    fundsGuard,
  ],
  act: reverse,
  idempotency: reversalKeys(),
  lines: ({ pending, available }, vendor, marketplace) => [
    lineOn(vendor, "pending", -pending),
    lineOn(vendor, "available", -available),
    lineOn(marketplace, "available", pending + available),
  ],
  status: 201,
  presenter: {
    id: (reversal) => reversal.id,
    object: () => "connect_reversal",
    allocation: (reversal) => reversal.allocation,
    destination: (reversal) => reversal.vendor,
    ...stored<Reversal>("amount", "currency"),
    reversed_total: (reversal) => reversal.reversedTotal,
    created_at: (reversal) => isoUtc(reversal.createdAt),
  },
});
