import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting, routeAt, type RoutePlace } from "../connect/parts.ts";
import type { Mutant, Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { alsoEmitting, draft } from "./parts.ts";

/** The routes that emit false events. */
const ROUTES = {
  allocation: "allocations",
  reversal: "reversals",
  withdrawal: "withdrawals",
  vendor: "createAccount",
  schedule: "payoutSchedule.replace",
} as const;

/** The data of the false event, which are complete, so that only the cause is missing. */
const DATA: Readonly<Record<string, (vendor: Vendor) => Readonly<Record<string, unknown>>>> = {
  "connect.transfer.created": ({ id, accountId }) => ({
    ...transfer("ctr_astray", accountId),
    connectedAccountId: id,
    sourceWalletId: "wallet_astray",
    destinationWalletId: "wallet_astray",
    fee: 0,
    reversedAmount: 0,
    availableAt: null,
  }),
  "connect.transfer.reversed": ({ accountId }) => ({
    ...transfer("ctrr_astray", accountId),
    connectTransferId: "ctr_astray",
  }),
  "connect.funds.available": () => ({
    wallet: "wallet_astray",
    amount: 1_000_000_000,
    currency: "xaf",
    source_transaction: "txn_astray",
  }),
  "connect.application_fee.refunded": () => ({
    application_fee: "afee_astray",
    refund: "re_astray",
    amount: 5,
    refunded_amount: 5,
    currency: "xaf",
  }),
  "connect.refund.blocked_insufficient_funds": () => ({
    charge: "ch_astray",
    refund_amount: 5,
    marketplace_balance: 0,
    ...lack,
  }),
  "connect.reversal.blocked_insufficient_funds": () => ({ allocation: "ctr_astray", ...lack }),
};

const lack = { required: 5, seller_available: 0, shortfall: 5, currency: "xaf" };

const transfer = (id: string, controllerAccountId: string) => ({
  id,
  controllerAccountId,
  amount: 5,
  currency: "xaf",
  idempotencyReference: null,
  sandboxId: null,
  createdAt: null,
  updatedAt: null,
});

/** The vendor that a request names, or any vendor of its marketplace. */
function vendorOf({ state, command }: ConnectInput): Vendor | undefined {
  const named = command.params["acct"] ?? (isObject(command.body) ? command.body["destination"] : undefined);
  const known = typeof named === "string" ? state.get(vendors, named) : undefined;
  return known ?? state.all(vendors).findLast(({ accountId }) => accountId === command.caller.accountId);
}

function withEvent(decision: Decision, input: ConnectInput, event: string): Decision {
  const vendor = vendorOf(input);
  return vendor === undefined
    ? decision
    : alsoEmitting(decision, [draft(event, vendor, DATA[event]?.(vendor) ?? {})]);
}

/** A route that emits an event when any of its guards refuses. */
const onRefusal = (place: RoutePlace, event: string): Replace =>
  routeAt(place, ({ guards }) => ({
    guards: guards.map((guard) => ({
      ...guard,
      refuse: (input) => {
        const refusal = guard.refuse(input);
        return refusal === undefined ? undefined : withEvent(refusal, input, event);
      },
    })),
  }));

const onSuccess = (place: RoutePlace, event: string): Replace =>
  acting(place, (decision, input) => withEvent(decision, input, event));

/** Events of Connect without a cause (§6.2). */
export const mutants: readonly Mutant[] = (
  [
    ["allocation", "refused", ["connect.transfer.reversed", "connect.funds.available"]],
    ["allocation", "made", ["connect.transfer.reversed", "connect.refund.blocked_insufficient_funds"]],
    ["reversal", "refused", ["connect.transfer.reversed", "connect.application_fee.refunded"]],
    ["reversal", "made", ["connect.application_fee.refunded", "connect.reversal.blocked_insufficient_funds"]],
    ["withdrawal", "refused", ["connect.transfer.reversed", "connect.reversal.blocked_insufficient_funds"]],
    ["vendor", "refused", ["connect.transfer.created"]],
    ["vendor", "made", ["connect.funds.available"]],
    ["schedule", "refused", ["connect.transfer.created"]],
    ["schedule", "made", ["connect.funds.available"]],
  ] as const
).flatMap(([route, outcome, events]) =>
  events.map((event) => ({
    id: `${event.replaceAll(/[._]/g, "-")}-of-a-${route}-${outcome}`,
    violates: [
      "connect-events/no-event-without-its-cause",
      ...(event === "connect.transfer.reversed"
        ? ["connect-events/every-event-has-its-request" as const]
        : []),
    ],
    summary: `${event} is reported when a ${route} is ${outcome}.`,
    replace: (outcome === "made" ? onSuccess : onRefusal)(ROUTES[route], event),
  })),
);
