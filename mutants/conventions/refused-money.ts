import type { CreateInput, CreateParts } from "../../emulator/areas/common/deciders.ts";
import { currencyOf, lineOn, outside, walletIn } from "../../emulator/areas/account/wallets.ts";
import { newEntry } from "../../emulator/kernel/ledger.ts";
import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { creating } from "../shared/creations.ts";
import { treating } from "../faults/exchange.ts";
import { mistaken } from "../faults/guards.ts";
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

/** Debits the account by a refusal of a payout that only lacks its operator. */
const debitedWithoutOperator = (area: "disbursements" | "remittances"): Replace =>
  creating(area, <R>({ guards }: CreateParts<R>) => ({
    guards: guards.map((guard) => ({
      ...guard,
      refuse: (input: CreateInput<R>) => {
        const refusal = guard.refuse(input);
        const { command, now, ids } = input;
        const { accountId, mode } = command.caller;
        const wallet = walletIn(input.state, accountId, mode, currencyOf(input.state, accountId));
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
    violates: [
      ruleIdOf(`conventions/${row}-refused-moves-no-money`),
      ...(mistake === "takes what the vendor has" ? ["reversals/insufficient-changes-nothing" as const] : []),
    ],
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
