import { describe, expect, it } from "vitest";
import type { RecordedEvent, RuleResult } from "../../harness/results.ts";
import { judgedResult } from "../../reports/allure/entry.ts";
import { evidenceText } from "../../reports/evidence/evidence.ts";
import { transcriptText } from "../../reports/evidence/transcript.ts";
import { exchange, HOSTILE, rule, UNSAFE, violationOf } from "./fixture.ts";

const LIMITS = { value: 1_000, body: 1_000 };

const shown = (result: RuleResult) =>
  judgedResult(result, { seed: 1, attach: ({ name }) => ({ name, source: "" }) });

const event = (fields: Partial<RecordedEvent> = {}): RecordedEvent => ({
  arrival: 3,
  id: "evt_1",
  type: "subscription.created",
  body: '{\n  "id": "evt_1",\n  "data": {}\n}',
  receivedAt: "2026-03-01T12:00:01.000Z",
  ...fields,
});

const judged = rule({
  id: "subscription-events/created-names-the-customer",
  verdict: "violated",
  violation: violationOf({ expected: "customerId", actual: "absent", event: 3 }),
  transcript: [
    exchange({ sequence: 1, method: "POST" }),
    exchange({ sequence: 2, method: "DELETE", startedAt: "2026-03-01T12:00:02.000Z", cleanUp: true }),
  ],
  events: [event({ arrival: 2, type: "invoice.paid", receivedAt: "2026-03-01T12:00:00.500Z" }), event()],
});

describe("a violation that an event shows", () => {
  it("is reported with that event, and without unrelated exchanges at about the same time", () => {
    const text = evidenceText(judged, LIMITS);
    expect(text).toContain("### event 3  subscription.created  2026-03-01T12:00:01.000Z\n    {\n");
    const [evidence = "", rest = ""] = text.split(/^timeline$[^]*?(?=^event$)/m);
    expect(evidence + rest).not.toMatch(/invoice\.paid|DELETE|POST/);
  });

  it("has a transcript with events between the exchanges, by time, and marks a clean-up", () => {
    const lines = transcriptText(judged, 10_000).match(/^### .*$/gm);
    expect(lines?.map((line) => line.replace(/\s+/g, " "))).toEqual([
      "### 1 createPaymentIntent 2026-03-01T12:00:00.000Z 3.3 ms",
      "### event 2 invoice.paid 2026-03-01T12:00:00.500Z",
      "### event 3 subscription.created 2026-03-01T12:00:01.000Z",
      "### 2 createPaymentIntent clean-up 2026-03-01T12:00:02.000Z 3.3 ms",
    ]);
  });

  it("has an attachment with that event", () => {
    expect(shown(judged).attachments.map(({ name }) => name)).toEqual([
      "Expected and actual",
      "Events over time",
      "Timeline",
      "Event 3 (decisive)",
      "Transcript (2 exchanges, 2 events)",
      "Replay",
    ]);
  });

  it("is safe to print, whatever the event says", () => {
    const hostile = { ...judged, events: [event({ id: HOSTILE, type: HOSTILE, body: HOSTILE })] };
    expect(evidenceText(hostile, LIMITS)).not.toMatch(UNSAFE);
    expect(transcriptText(hostile, 10_000)).not.toMatch(UNSAFE);
  });
});

describe("a violation that names nothing", () => {
  const unnamed = {
    ...judged,
    violation: violationOf({ expected: "one", actual: "two" }),
  };

  it("is reported with the last exchange of the check, named as such, and not with its clean-up", () => {
    expect(evidenceText(unnamed, LIMITS)).toMatch(/last exchange\n {4}### 1 [\s\S]*POST/);
    const { steps } = shown(unnamed);
    expect(steps.map(({ status }) => status)).toEqual(["passed"]);
  });
});
