import {
  catalogue,
  type OperationName,
  type OperationRow,
  operationRows,
  type RuleId,
} from "../../spec/index.ts";

const ROWS = Object.entries(operationRows) as readonly [OperationName, OperationRow][];

/** The operations whose keys an area guards, with what the table of operations says of each. */
export const guardedBy = (area: string): typeof ROWS => ROWS.filter(([, { guards }]) => guards === area);

/** The operations with a rule of a family about many of them, e.g. "finds-exact-ids-only", each with its part of the rule's id. */
export const withRule = (
  family: string,
): readonly { readonly operation: OperationName; readonly row: string; readonly rule: RuleId }[] =>
  ROWS.flatMap(([operation, { row = "" }]) =>
    catalogue.flatMap(({ id: rule }) =>
      rule === `conventions/${row}-${family}` ? [{ operation, row, rule }] : [],
    ),
  );

/** The paths of ports, which the contract does not have, in the emulator. */
const PORTS: Readonly<Partial<Record<OperationName, RegExp>>> = {
  createOnboardingLink: /\/onboarding_links$/,
  createSubscription: /\/subscriptions$/,
  cancelSubscription: /\/cancel$/,
  pauseSubscription: /\/pause$/,
  resumeSubscription: /\/resume$/,
  retryPayment: /\/retry-payment$/,
  voidInvoice: /\/void$/,
};

/** What `treating` selects the requests to an operation or a port by. */
export const routeOf = (operation: OperationName): string | RegExp => PORTS[operation] ?? operation;
