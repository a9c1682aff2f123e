import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreeing, agreeingOrReturned, maturedState, withReturns } from "../../../suites/model/balances.ts";
import {
  knowing,
  type LedgerState,
  type Operation,
  openingOf,
  type Observed,
} from "../../../suites/model/ledger.ts";
import { outcomesOf, statesAfter } from "../../../suites/model/outcomes.ts";

const holding = (pending: number, available: number, reversed = 0): LedgerState =>
  knowing(openingOf({ vendor: { pending, available } }), "allocation", {
    vendor: "vendor",
    amount: 1_000,
    reversed,
  });

const reverse = (amount?: number): Operation => ({
  do: "reverse",
  allocation: "allocation",
  ...(amount === undefined ? {} : { amount }),
});
const withdraw = (key?: string): Operation => ({
  do: "withdraw",
  vendor: "vendor",
  ...(key === undefined ? {} : { key }),
});
const refused = (status: number, code: string, facts: Record<string, unknown> = {}): Observed => ({
  kind: "refused",
  status,
  code,
  facts,
});
const reversed = (amount: number, total: number): Observed => ({ kind: "reversed", amount, total });
const vendorAfter = (state: LedgerState, operation: Operation, observed: Observed) =>
  statesAfter(state, operation, observed).map((next) => next.vendors["vendor"]);

describe("reversals in the model", () => {
  test("draw pending funds first, then available ones", () => {
    expect(vendorAfter(holding(300, 700), reverse(200), reversed(200, 200))).toMatchObject([
      { pending: 100, available: 700 },
    ]);
    expect(vendorAfter(holding(300, 700), reverse(500), reversed(500, 500))).toMatchObject([
      { pending: 0, available: 500 },
    ]);
  });

  test("without an amount take the remainder, and report the total so far", () => {
    const state = holding(0, 1_000, 400);
    expect(statesAfter(state, reverse(), reversed(600, 1_000))).toHaveLength(1);
    expect(statesAfter(state, reverse(), reversed(600, 600))).toEqual([]);
    expect(statesAfter(state, reverse(), reversed(1_000, 1_400))).toEqual([]);
  });

  test("beyond the remainder are refused with the requested and the remaining amount", () => {
    const state = holding(0, 5_000, 400);
    const code = "connect.reversal_exceeds_remaining";
    expect(statesAfter(state, reverse(601), refused(422, code, { requested: 601, remaining: 600 }))).toEqual([
      state,
    ]);
    expect(statesAfter(state, reverse(601), refused(422, code, { requested: 601, remaining: 0 }))).toEqual(
      [],
    );
    expect(statesAfter(state, reverse(601), reversed(601, 1_001))).toEqual([]);
    expect(statesAfter(state, reverse(600), refused(422, code, { requested: 600, remaining: 600 }))).toEqual(
      [],
    );
  });

  test("beyond the funds are refused with 402, by either count of what the vendor has", () => {
    const state = holding(100, 50);
    const reported = (available: number, shortfall: number) =>
      statesAfter(
        state,
        reverse(400),
        refused(402, "connect.insufficient_funds_for_reversal", {
          required: 400,
          seller_available: available,
          shortfall,
        }),
      ).length;
    expect([reported(150, 250), reported(50, 350), reported(50, 250)]).toEqual([1, 1, 1]);
    expect([reported(150, 350), reported(100, 300), reported(150, 400)]).toEqual([0, 0, 0]);
  });

  test("beyond both may be refused for either", () => {
    const state = holding(0, 100);
    const statuses = outcomesOf(state, reverse(2_000)).map(({ description }) => description.slice(0, 3));
    expect(statuses).toContain("422");
    expect(statuses).toContain("402");
  });
});

describe("withdrawals in the model", () => {
  test("take all that is available and nothing that is pending", () => {
    const paid: Observed = { kind: "withdrawn", id: "w", amount: 700 };
    expect(vendorAfter(holding(300, 700), withdraw(), paid)).toMatchObject([{ pending: 300, available: 0 }]);
    expect(vendorAfter(holding(300, 700), withdraw(), { ...paid, amount: 1_000 })).toEqual([]);
  });

  test("of an empty balance are refused for it, or for a withdrawal that may be in flight", () => {
    const empty = refused(422, "E_CONNECT_VENDOR_EMPTY_BALANCE");
    const flying = refused(422, "E_PENDING_WITHDRAW");
    expect(statesAfter(holding(300, 0), withdraw(), empty)).toHaveLength(1);
    expect(statesAfter(holding(300, 0), withdraw(), flying)).toEqual([]);
    const [after] = statesAfter(holding(0, 5), withdraw(), { kind: "withdrawn", id: "w", amount: null });
    expect(after).toBeDefined();
    if (after !== undefined) expect(statesAfter(after, withdraw(), flying)).toHaveLength(1);
  });

  test("may fail and return their funds once, at any later time", () => {
    const paid: Observed = { kind: "withdrawn", id: "w", amount: 700 };
    const [after] = statesAfter(holding(300, 700), withdraw(), paid);
    expect(after).toBeDefined();
    if (after === undefined) return;
    const returned = withReturns(after)[1];
    expect(returned?.vendors["vendor"]).toMatchObject({ pending: 300, available: 700, returnable: 0 });
    expect(withReturns(holding(300, 700))).toHaveLength(1);
    const agreed = (available: number) => agreeingOrReturned(after, { vendor: { pending: 300, available } });
    expect(agreed(0)).toEqual([after]);
    // The balance may also be one from before the withdrawal.
    expect(agreed(700)).toEqual([returned, after]);
    expect([agreed(1), agreed(1_400)]).toEqual([[], []]);
  });

  test("with a used key return the original, and never another one", () => {
    const paid = (id: string): Observed => ({ kind: "withdrawn", id, amount: 700 });
    const [spent] = statesAfter(holding(0, 700), withdraw("k"), paid("first"));
    expect(spent).toBeDefined();
    if (spent === undefined) return;
    expect(statesAfter(spent, withdraw("k"), paid("first"))).toEqual([spent]);
    expect(statesAfter(spent, withdraw("k"), paid("second"))).toEqual([]);
    expect(statesAfter(spent, withdraw("k"), refused(409, "E_DUPLICATE_OPERATION"))).toEqual([]);
  });
});

describe("allocations in the model", () => {
  const allocate = (payer: "controller" | "account" | null): Operation => ({
    do: "allocate",
    as: "new",
    vendor: "vendor",
    amount: 1_000,
    payer,
  });
  const made = (amount: number, fee: number): Observed => ({ kind: "allocated", id: "a", amount, fee });
  const count = (payer: "controller" | "account" | null, observed: Observed) =>
    statesAfter(holding(0, 0), allocate(payer), observed).length;

  test("credit the whole or the net amount, by who pays the fee", () => {
    expect([count("controller", made(1_000, 30)), count("controller", made(970, 30))]).toEqual([1, 0]);
    expect([count("account", made(970, 30)), count("account", made(1_000, 30))]).toEqual([1, 0]);
    expect([count(null, made(970, 30)), count(null, made(1_000, 30))]).toEqual([1, 1]);
    expect(count("controller", made(1_000, -1))).toBe(0);
  });
});

describe("balances that are read", () => {
  test("agree with a state whose pending funds may have become available, and not the reverse", () => {
    const state = holding(300, 700);
    expect(agreeing(state, { vendor: { pending: 300, available: 700 } })).toHaveLength(1);
    expect(agreeing(state, { vendor: { pending: 0, available: 1_000 } })).toHaveLength(1);
    expect(agreeing(state, { vendor: { pending: 400, available: 600 } })).toEqual([]);
    expect(agreeing(state, { vendor: { pending: 300, available: 701 } })).toEqual([]);
  });

  test("keep their sum when funds become available", () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (pending, available) => {
        expect(maturedState(holding(pending, available)).vendors["vendor"]).toMatchObject({
          pending: 0,
          available: pending + available,
        });
      }),
    );
  });
});
