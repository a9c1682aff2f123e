import { describe, expect, it } from "vitest";
import type { RecordedExchange, RuleResult } from "../../harness/results.ts";
import { eventTimeline } from "../../reports/drawings/events.ts";
import { moneyChange } from "../../reports/drawings/money.ts";
import { raceSequence } from "../../reports/drawings/race.ts";
import { drawingsOf } from "../../reports/drawings/drawings.ts";
import { inPage } from "../../reports/drawings/drawing.ts";
import { exchange, rule, violationOf } from "./fixture.ts";

const at = (ms: number): string => new Date(Date.parse("2026-03-01T12:00:00.000Z") + ms).toISOString();
const violation = violationOf({ expected: "one of them is refused", actual: "both were accepted" });

function reversal(sequence: number, from: number, durationMs: number): RecordedExchange {
  return exchange({
    sequence,
    operation: "createAllocationReversal",
    url: "http://127.0.0.1:4010/v1/connect/allocations/ctr_1/reversals",
    requestBody: '{"amount":5000}',
    responseBody: `{"id":"ctrr_${sequence}","amount":5000}`,
    status: 201,
    startedAt: at(from),
    durationMs,
  });
}

function violated(fields: Partial<RuleResult>): RuleResult {
  return rule({
    id: "reversals/concurrent",
    verdict: "violated",
    kind: "race",
    section: "8",
    violation,
    ...fields,
  });
}

describe("concurrent requests", () => {
  it("have a column each, and a description of which requests overlapped", () => {
    const drawn = raceSequence(violated({ transcript: [reversal(1, 0, 30), reversal(2, 5, 40)] }));
    expect(drawn?.words).toEqual([
      "0.0 ms: request 1, POST /allocations/ctr_1/reversals 5000 is sent",
      "5.0 ms: request 2, POST /allocations/ctr_1/reversals 5000 is sent",
      "30.0 ms: request 1, POST /allocations/ctr_1/reversals 5000 is answered 201",
      "45.0 ms: request 2, POST /allocations/ctr_1/reversals 5000 is answered 201",
    ]);
    expect(drawn === null ? "" : String(inPage(drawn))).toMatch(/client 2/);
    expect(drawn === null ? "" : String(inPage(drawn))).toMatch(
      /role="img" aria-label="Concurrent requests: 0\.0 ms: request 1/,
    );
  });

  it("are not drawn for sequential requests whose recorded times touch", () => {
    expect(raceSequence(violated({ transcript: [reversal(1, 0, 30.4), reversal(2, 30, 12)] }))).toBeNull();
  });
});

describe("events over time", () => {
  it("show clock, requests and events, and the missing one at its deadline", () => {
    const drawn = eventTimeline(
      violated({
        kind: "sequence",
        violation: { ...violation, expected: "subscription.canceled", at: at(900) },
        listening: [{ url: "http://127.0.0.1:9/hook", names: ["subscription.canceled"] }],
        transcript: [
          exchange({
            sequence: 1,
            url: "http://127.0.0.1:4011/v1/test-helpers/test-clocks/clock_1/advance",
            requestBody: '{"frozenTime":"2026-04-01T00:00:00Z"}',
            startedAt: at(0),
          }),
          exchange({
            sequence: 2,
            url: "http://127.0.0.1:4011/v1/subscriptions/sub_1/cancel",
            requestBody: "{}",
            startedAt: at(100),
          }),
        ],
        events: [
          {
            arrival: 1,
            id: "evt_1",
            type: "invoice.paid",
            body: '{"data":{"status":"active"}}',
            receivedAt: at(50),
          },
        ],
      }),
    );
    expect(drawn?.words).toEqual([
      "the suite listens at http://127.0.0.1:9/hook for subscription.canceled",
      "0 ms: clock, clock to 2026-04-01T00:00:00Z",
      "50 ms: event, invoice.paid (status active)",
      "100 ms: request, POST /subscriptions/sub_1/cancel → 200",
      "900 ms: event, missing: subscription.canceled",
    ]);
    expect(drawn === null ? "" : String(inPage(drawn))).toMatch(/class="dot missing"/);
  });

  it("are not drawn for a rule that awaits no event", () => {
    expect(eventTimeline(violated({ transcript: [reversal(1, 0, 5)] }))).toBeNull();
  });
});

describe("money", () => {
  const read = (sequence: number, available: number): RecordedExchange =>
    exchange({
      sequence,
      method: "GET",
      requestBody: null,
      url: "http://127.0.0.1:4010/v1/connect/accounts/acct_1",
      responseBody: JSON.stringify({ id: "acct_1", balances: [{ currency: "xaf", available, pending: 7 }] }),
      startedAt: at(sequence * 100),
    });
  const spent = { area: "reversals", kind: "example", section: "3" } as const;

  it("is shown before and after the requests that moved it, debts in red", () => {
    const drawn = moneyChange(
      violated({ ...spent, transcript: [read(1, 5_000), reversal(2, 200, 9), read(3, -3_000)] }),
    );
    expect(drawn?.words.slice(1)).toEqual([
      "POST /allocations/ctr_1/reversals 5000 is answered 201",
      "balances available: 5,000 XAF before, -3,000 XAF after, -8,000",
    ]);
    expect(drawn === null ? "" : String(inPage(drawn))).toMatch(/class="after negative"/);
  });

  it("is not shown if no amount changed, or for rules about other damage", () => {
    expect(moneyChange(violated({ ...spent, transcript: [read(1, 5), read(3, 5)] }))).toBeNull();
    expect(
      moneyChange(violated({ ...spent, kind: "passive", transcript: [read(1, 5), read(3, 6)] })),
    ).toBeNull();
  });
});

it("passed rules have no drawing, nor have passive rules, whose exchanges overlap by chance", () => {
  const transcript = [reversal(1, 0, 30), reversal(2, 5, 40)];
  expect(drawingsOf(violated({ transcript }))).toHaveLength(1);
  expect(drawingsOf(violated({ transcript, kind: "passive" }))).toEqual([]);
  expect(drawingsOf({ ...violated({ transcript }), verdict: "passed", violation: null })).toEqual([]);
});
