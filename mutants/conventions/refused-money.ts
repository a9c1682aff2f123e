import type { CreateInput, CreateParts } from "../../emulator/areas/common/deciders.ts";
import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { allocations } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { currencyOf, heldIn, lineOn, outside, walletIn } from "../../emulator/areas/account/wallets.ts";
import { newEntry } from "../../emulator/kernel/ledger.ts";
import type { Context } from "../../emulator/kernel/types.ts";
import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { refusing, type RoutePlace } from "../connect/parts.ts";
import { creating } from "../shared/creations.ts";
import { treating } from "../faults/exchange.ts";
import { type Mutant, type Replace, type Wrap } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";

/** The operations that move money, each with an amount that it accepts; undefined for none. */
const MOVING = {
  createAllocation: 1_000,
  createAllocationReversal: 1,
  createWithdrawal: undefined,
  createDisbursement: 1_000,
  createRemittance: "1000",
} as const;

/** Refuses an amount, but does the same with another one. */
const refusingButDoing = (operation: string, usual: unknown): Wrap =>
  treating(operation, () => async ({ body, forward }) => {
    const answer = await forward();
    if (answer.ok || !isObject(body) || body["amount"] === undefined) return answer;
    const { amount: _refused, ...others } = body;
    await forward({ body: usual === undefined ? undefined : { ...others, amount: usual } });
    return answer;
  });

/** What a refusal moves in addition. */
const MISTAKES = {
  "debits the marketplace": (input: ConnectInput) => {
    const wallet = walletOf(input, input.command.caller.accountId);
    return wallet && [lineOn(wallet, "available", -1), { account: outside.world, amount: 1 }];
  },
  "makes pending funds of the vendor available": (input: ConnectInput) => {
    const wallet = walletOf(input, subjectOf(input));
    if (wallet === undefined || heldIn(input.state, wallet).pending === 0) return undefined;
    return [lineOn(wallet, "pending", -1), lineOn(wallet, "available", 1)];
  },
  "takes what the vendor has": (input: ConnectInput) => {
    const [from, to] = [subjectOf(input), input.command.caller.accountId].map((one) => walletOf(input, one));
    const { available } = heldIn(input.state, from);
    if (from === undefined || to === undefined || available <= 0) return undefined;
    return [lineOn(from, "available", -available), lineOn(to, "available", available)];
  },
  "debits another vendor": (input: ConnectInput) => {
    const { accountId } = input.command.caller;
    const others = input.state.all(vendors).filter((one) => one.accountId === accountId);
    const wallet = others
      .filter(({ id }) => id !== subjectOf(input))
      .flatMap(({ id }) => walletOf(input, id) ?? [])
      .find((one) => heldIn(input.state, one).available > 0);
    return wallet && [lineOn(wallet, "available", -1), { account: outside.world, amount: 1 }];
  },
} as const;

/** The vendor that a request is about. */
function subjectOf({ state, command }: ConnectInput): string {
  const body = isObject(command.body) ? command.body : {};
  const named = command.params["acct"] ?? body["destination"] ?? body["on_behalf_of"];
  if (typeof named === "string") return named;
  return state.get(allocations, command.params["allocationId"] ?? "")?.vendor ?? "";
}

function walletOf({ state, command: { caller } }: Context, holder: string) {
  return walletIn(state, holder, caller.mode, currencyOf(state, caller.accountId));
}

const mistaken = (place: RoutePlace, guard: string, mistake: keyof typeof MISTAKES): Replace =>
  refusing(place, guard, (refusal, input) => {
    const { state, command, now, ids } = input;
    const { accountId, mode } = command.caller;
    const lines = MISTAKES[mistake](input);
    if (lines === undefined) return refusal;
    const book = { mode, currency: currencyOf(state, accountId) };
    return { ...refusal, postings: [newEntry(ids, { at: now, kind: "mutant", book, lines })] };
  });

/** Debits the account by a refusal of a payout that only lacks its operator. */
const debitedWithoutOperator = (area: "disbursements" | "remittances"): Replace =>
  creating(area, <R>({ guards }: CreateParts<R>) => ({
    guards: guards.map((guard) => ({
      ...guard,
      refuse: (input: CreateInput<R>) => {
        const refusal = guard.refuse(input);
        const { command, now, ids } = input;
        const wallet = walletOf(input, command.caller.accountId);
        const isMissing = /"errors":\[\{[^}]*operator_name[^}]*\}\]/.test(JSON.stringify(refusal?.answer));
        if (refusal === undefined || wallet === undefined || !isMissing) return refusal;
        const lines = [lineOn(wallet, "available", -1), { account: outside.world, amount: 1 }];
        return { ...refusal, postings: [newEntry(ids, { at: now, kind: "mutant", book: wallet, lines })] };
      },
    })),
  }));

/** The routes by their names in rules, each with a guard whose refusal makes a mistake. */
const MISTAKEN = [
  ["create-allocation", "allocations", "target", "debits the marketplace"],
  ["create-allocation", "allocations", "activated", "debits the marketplace"],
  ["create-allocation", "allocations", "currency", "debits another vendor"],
  ["reverse-allocation", "reversals", "allocation", "debits the marketplace"],
  ["reverse-allocation", "reversals", "funds", "makes pending funds of the vendor available"],
  ["reverse-allocation", "reversals", "funds", "takes what the vendor has"],
  ["reverse-allocation", "reversals", "remainder", "debits another vendor"],
  ["reverse-allocation", "reversals", "target", "debits the marketplace"],
  ["withdraw", "withdrawals", "balance", "makes pending funds of the vendor available"],
  ["withdraw", "withdrawals", "payout-method", "debits the marketplace"],
  ["withdraw", "withdrawals", "in-flight", "debits another vendor"],
  ["create-charge", "charges.create", "commission-low", "debits the marketplace"],
  ["create-charge", "charges.create", "target", "debits another vendor"],
] as const;

export const mutants: readonly Mutant[] = [
  ...(Object.keys(MOVING) as (keyof typeof MOVING)[]).map((operation) => {
    const { row = "" } = operationRows[operation];
    return {
      id: `${row}-refused-but-done`,
      violates: [ruleIdOf(`conventions/${row}-refused-moves-no-money`)],
      summary: `${operation} refuses an invalid amount, but moves a valid one.`,
      wrap: refusingButDoing(operation, MOVING[operation]),
    };
  }),
  ...MISTAKEN.map(([row, place, guard, mistake]) => ({
    id: `${row}-${guard}-${mistake.replaceAll(" ", "-")}`,
    violates: [ruleIdOf(`conventions/${row}-refused-moves-no-money`)],
    summary: `A refusal of ${place} by the guard ${guard} ${mistake}.`,
    replace: mistaken(place, guard, mistake),
  })),
  ...(["disbursement", "remittance"] as const).map((word): Mutant => ({
    id: `${word}-without-an-operator-debits-the-merchant`,
    violates: [ruleIdOf(`conventions/create-${word}-refused-moves-no-money`)],
    summary: `A ${word} that is refused because only its operator is missing debits the merchant.`,
    replace: debitedWithoutOperator(`${word}s`),
  })),
];
