import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Classified } from "../../generators/classified.ts";
import { operationsWithBody, requestSchemaOf } from "../../generators/contract.ts";
import { totalOf } from "../../generators/domain/items.ts";
import {
  disbursementRequests,
  paymentIntentRequests,
  remittanceRequests,
  sessionRequests,
} from "../../generators/requests.ts";
import { ignoredFields, testClockRequests } from "../../generators/requests-clocks.ts";
import {
  allocationRequests,
  compatibilityOf,
  overviewGrid,
  payoutScheduleRequests,
  reversalPlans,
} from "../../generators/requests-connect.ts";
import { judgeOf, keepsTheLaws, smallestOf } from "./laws.ts";

const makers: Record<string, () => Classified<unknown>> = {
  createPaymentIntent: () => paymentIntentRequests() as Classified<unknown>,
  createSession: () => sessionRequests({ accountId: "acct_1" }) as Classified<unknown>,
  createDisbursement: () => disbursementRequests() as Classified<unknown>,
  createRemittance: () => remittanceRequests() as Classified<unknown>,
  createAllocation: () => allocationRequests({ destinations: ["acct_1"] }) as Classified<unknown>,
  replacePayoutSchedule: () => payoutScheduleRequests() as Classified<unknown>,
  createTestClock: () => testClockRequests() as Classified<unknown>,
};

describe("requests", () => {
  const known = operationsWithBody().filter((id) => id in makers);

  it.each(known)("of %s agree with the contract and keep the laws", (operationId) => {
    const judge = judgeOf(requestSchemaOf(operationId));
    const make = makers[operationId];
    if (make === undefined) throw new Error("unreachable");
    keepsTheLaws(make, (value) => judge(value));
  });

  it("shrink to the plainest request", () => {
    expect(smallestOf(paymentIntentRequests())).toEqual(new Set(['{"amount":100,"currency":"xaf"}']));
  });

  it("of sessions total what the items cost", () => {
    fc.assert(
      fc.property(sessionRequests({ accountId: "acct_1" }), ({ items, total }) => {
        return items === undefined || total === totalOf(items as Parameters<typeof totalOf>[0]);
      }),
    );
  });

  it("of clocks and subscriptions keep the laws without a schema too", () => {
    keepsTheLaws(
      () => testClockRequests({ namePrefix: "run-7 " }),
      ({ frozenTime, name }) =>
        !Number.isNaN(Date.parse(frozenTime)) && (name === undefined || [...name].length <= 255),
    );
    keepsTheLaws(
      () => ignoredFields(),
      (fields) => Object.keys(fields).length > 0,
    );
  });
});

describe("reversal plans", () => {
  it("never reverse more than there is, and know the excess", () => {
    keepsTheLaws(
      () => reversalPlans(1_000),
      ({ reversals, remaining, excess }) => {
        const stated = reversals.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
        const open = reversals.some(({ amount }) => amount === undefined);
        const adds = open ? stated < 1_000 && remaining === 0 : stated + remaining === 1_000;
        return (
          adds && reversals.length >= 1 && excess > remaining && reversals.every(({ amount }) => amount !== 0)
        );
      },
    );
  });
});

describe("overview queries", () => {
  it("form the whole grid, each judged once", () => {
    const grid = overviewGrid();
    expect(new Set(grid.map((query) => JSON.stringify(query))).size).toBe(48);
    expect(compatibilityOf({})).toBe("compatible");
    expect(compatibilityOf({ range: "30d", granularity: "day" })).toBe("compatible");
    expect(compatibilityOf({ granularity: "day" })).toBe("open");
    expect(compatibilityOf({ range: "6m", granularity: "day" })).toBe("incompatible");
    expect(compatibilityOf({ range: "6m", granularity: "week" })).toBe("open");
    expect(compatibilityOf({ range: "30d", granularity: "month" })).toBe("incompatible");
    expect(compatibilityOf({ range: "30d" })).toBe("open");
  });
});
