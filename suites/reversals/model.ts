import { type Check, numberOf, rule, Violation } from "../kit.ts";
import { isOwn } from "../fixtures/marketplaces.ts";
import { marketplaceTotal, totalOf } from "../fixtures/wallets.ts";
import type { Vendor } from "../fixtures/vendors.ts";
import { agreeingOrReturned, maturedState, settledState, withReturns } from "../model/balances.ts";
import { type LedgerState, openingOf, type Observed } from "../model/ledger.ts";
import { outcomesOf, statesAfter } from "../model/outcomes.ts";
import { type Balances, type Judge, type Step, walks } from "../scenarios/money-walks.ts";

/** A walk sends many requests, one after the other. */
const LONG = { deadlineMs: 300_000 };

/** Sends random sequences of operations and judges them by the model and by the balances (§2.6, §3). */
export default [
  /** Compares answers and balances with the model after every command. */
  rule("reversals/agrees-with-the-ledger-model", LONG, (check) =>
    walks(check, (_check, vendors) => {
      let states: readonly LedgerState[] = [];
      return {
        begins: (balances) => {
          // Withdrawals of earlier checks on a leased vendor may still be in flight.
          states = [openingOf(balances, { inFlight: !Object.values(vendors).every(isOwn) })];
        },
        step: (step, balances, reach) => {
          states = judgedByModel(step, states, balances);
          reachOf(step.observed, reach);
        },
      };
    }),
  ),

  /**
   * After every command, expects that each vendor's funds changed by the amount in the answer, and the marketplace's funds too, if control
   * can read them.
   */
  rule("reversals/money-is-conserved", LONG, (check) => walks(check, conserving)),
];

function judgedByModel(
  step: Step,
  before: readonly LedgerState[],
  balances: Balances,
): readonly LedgerState[] {
  const { operation, observed, answer } = step;
  const possible = before.flatMap(withReturns);
  const after =
    operation === null
      ? possible.map((state) => unaskedState(state, step))
      : possible.flatMap((state) => statesAfter(state, operation, observed));
  if (after.length === 0 && operation !== null) {
    const description = possible.flatMap((state) =>
      outcomesOf(state, operation).map((outcome) => outcome.description),
    );
    throw new Violation({
      expected: `${JSON.stringify(operation)} to end in ${[...new Set(description)].join(", or in ")}`,
      actual: `it was answered ${answer?.summary ?? "nothing"}`,
      exchange: answer?.exchange.sequence ?? null,
    });
  }
  const agreed = after.flatMap((state) => agreeingOrReturned(state, balances));
  if (agreed.length === 0) {
    throw new Violation({
      expected: `balances of ${[...new Set(after.map((state) => JSON.stringify(state.vendors)))].join(" or of ")} after ${JSON.stringify(step.command)}`,
      actual: `they are ${JSON.stringify(balances)}`,
      exchange: answer?.exchange.sequence ?? null,
    });
  }
  return [...new Map(agreed.map((state) => [JSON.stringify(state), state])).values()];
}

/** The state after what is no request: the passing of time, or the end of a withdrawal. */
function unaskedState(state: LedgerState, { command, settled, vendor }: Step): LedgerState {
  if (command.command === "mature") return maturedState(state);
  return settled === undefined || vendor === null ? state : settledState(state, vendor, settled);
}

function reachOf(observed: Observed | null, reach: (className: string) => void): void {
  if (observed?.kind === "reversed") reach("a reversal was accepted");
  if (observed?.kind === "refused") reach(`refused with ${observed.status}`);
}

async function conserving(check: Check, vendors: Readonly<Record<string, Vendor>>): Promise<Judge> {
  const [anyVendor] = Object.values(vendors);
  const readsMarketplace = check.has("control.readBalances") && anyVendor !== undefined && isOwn(anyVendor);
  const readMarketplace = async (): Promise<number | null> =>
    readsMarketplace ? marketplaceTotal(check, anyVendor) : null;
  let before: Balances = {};
  // The possible totals of each vendor. A withdrawal may fail and return its funds at any later time.
  let possible: Readonly<Record<string, readonly number[]>> = {};
  const opening = await readMarketplace();
  // A fee may be settled late, so the marketplace's change is summed up from the start.
  let [least, most] = [0, 0];
  return {
    begins: (balances) => {
      before = balances;
      possible = Object.fromEntries(Object.entries(balances).map(([name, held]) => [name, [totalOf(held)]]));
    },
    step: async (step, balances) => {
      const next = Object.fromEntries(
        Object.entries(possible).map(([name, totals]) => [
          name,
          totalsAfter(totals, step, { name, available: before[name]?.available ?? 0 }),
        ]),
      );
      for (const [name, totals] of Object.entries(next)) {
        const held = balances[name];
        if (held === undefined) continue;
        check.expect
          .that(
            `${name}'s funds after ${JSON.stringify(step.command)}`,
            totalOf(held),
            step.answer ?? undefined,
          )
          .toBeOneOf(totals);
      }
      const now = await readMarketplace();
      const bounds = marketplaceChange(step);
      const allowed = [least + bounds[0], most + bounds[1]] as const;
      if (now !== null && opening !== null) {
        check.expect
          .that(
            `the change of the marketplace's funds until ${JSON.stringify(step.command)}`,
            now - opening,
            step.answer ?? undefined,
          )
          .toSatisfy(
            `between ${allowed[0]} and ${allowed[1]}`,
            (change) => numberOf(change) >= allowed[0] && numberOf(change) <= allowed[1],
          );
      }
      [least, most] = allowed;
      before = balances;
      possible = next;
    },
  };
}

/** The possible totals of a vendor after a step, according to its answer. */
function totalsAfter(
  totals: readonly number[],
  { observed, vendor }: Step,
  { name, available }: { readonly name: string; readonly available: number },
): readonly number[] {
  if (vendor !== name) return totals;
  // What failed has returned its funds or not, which each total already allows.
  if (observed?.kind === "allocated") return totals.map((total) => total + observed.amount);
  if (observed?.kind === "reversed") return totals.map((total) => total - observed.amount);
  if (observed?.kind !== "withdrawn") return totals;
  const taken = observed.amount ?? available;
  return [...new Set([...totals.map((total) => total - taken), ...totals])];
}

/** The bounds of the marketplace's change: the fee may be debited separately, and may be returned on a reversal. */
function marketplaceChange({ observed, fee }: Step): readonly [number, number] {
  if (observed?.kind === "allocated") return [-(observed.amount + observed.fee), -observed.amount];
  return observed?.kind === "reversed" ? [observed.amount, observed.amount + fee] : [0, 0];
}
