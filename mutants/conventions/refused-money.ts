import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { treating } from "../faults/exchange.ts";
import type { Mutant, Wrap } from "../mutant.ts";
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

export const mutants: readonly Mutant[] = (Object.keys(MOVING) as (keyof typeof MOVING)[]).map(
  (operation) => {
    const { row = "" } = operationRows[operation];
    return {
      id: `${row}-refused-but-done`,
      violates: [ruleIdOf(`conventions/${row}-refused-moves-no-money`)],
      summary: `${operation} refuses an invalid amount, but moves a valid one.`,
      wrap: refusingButDoing(operation, MOVING[operation]),
    };
  },
);
