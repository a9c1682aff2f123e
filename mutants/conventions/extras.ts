import { remittances } from "../../emulator/areas/remittances/record.ts";
import { testClocks } from "../../emulator/areas/test-clocks/record.ts";
import { operationRows, ruleIdOf } from "../../spec/index.ts";
import { obeyingAll } from "../faults/requests.ts";
import { type Mutant, named } from "../mutant.ts";
import { list } from "../remittances/parts.ts";
import { clocks } from "../shared/clocks.ts";

/** The operations whose answers have members that a request could name. */
const OBEYING = [
  "createPaymentIntent",
  "retrievePaymentIntent",
  "createSession",
  "retrieveSession",
  "createDisbursement",
  "retrieveDisbursement",
  "createRemittance",
  "retrieveRemittance",
  "createAllocation",
  "createAllocationReversal",
  "retrieveActivation",
  "retrievePayoutSchedule",
  "replacePayoutSchedule",
  "retrieveOverview",
  "createAccount",
  "retrieveAccount",
  "retrieveAccountCompliance",
  "createTestClock",
  "retrieveTestClock",
  "attachTestClock",
  "advanceTestClock",
  "simulateTestClock",
] as const;

const ruleOf = (operation: keyof typeof operationRows) =>
  ruleIdOf(`conventions/${operationRows[operation].row ?? ""}-obeys-nothing-else`);

export const mutants: readonly Mutant[] = [
  ...OBEYING.map((operation): Mutant => ({
    id: `${operationRows[operation].row ?? ""}-obeys-every-member`,
    violates: [ruleOf(operation)],
    summary: `The answer to ${operation} has the values of all members and parameters that the request has.`,
    wrap: obeyingAll(operation),
  })),
  ...named({
    "remittance-list-of-the-account-in-the-query": {
      violates: [ruleOf("listRemittances")],
      summary: "A list of remittances has those of all accounts if the query names one.",
      replace: list(({ select }) => ({
        select: (context) =>
          context.command.query["accountId"] === undefined
            ? select(context)
            : context.state.all(remittances).toReversed(),
      })),
    },
    "clock-list-of-the-account-in-the-query": {
      violates: [ruleOf("listTestClocks")],
      summary: "A list of test clocks has those of all accounts if the query names one.",
      replace: clocks(({ select }) => ({
        select: (context) =>
          context.command.query["account"] === undefined ? select(context) : context.state.all(testClocks),
      })),
    },
  }),
];
