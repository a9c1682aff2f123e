import type {
  CatalogueRule,
  RecordedExchange,
  RuleResult,
  RunResult,
  RunTotals,
  Verdict,
} from "../../harness/results.ts";
import { VERDICTS } from "../../harness/results.ts";

/** Text with which a target could break, spoof or take over a report. */
export const HOSTILE =
  "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J\r\b\u0000 ]]> <script>alert(1)</script> " +
  '<img src="http://tracker.invalid/x.png"> ![x](http://tracker.invalid/y.png) [l](javascript:alert(1)) ' +
  "| cell | `code` ``` \n# heading\n@everyone \u202eevil\u202c \ud800 lone \udc00 \u2028 \uffff &amp; </testcase>";

/** Raw characters that must never appear in any output. */
export const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029\uffff]|\p{Cs}/u;

const MEGABYTE = "€".repeat(350_000);

export function exchange(fields: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    sequence: 7,
    operation: "createPaymentIntent",
    method: "POST",
    url: "http://127.0.0.1:4010/v1/payment-intents",
    requestHeaders: [
      ["authorization", "Bearer [redacted]"],
      ["content-type", "application/json"],
    ],
    requestBody: '{"amount":5000,"currency":"xaf"}',
    status: 200,
    responseHeaders: [["content-type", "application/json"]],
    responseBody: '{"id":"pi_1","amount":"5000","clientSecret":"[redacted]"}',
    fault: null,
    startedAt: "2026-03-01T12:00:00.000Z",
    durationMs: 3.25,
    ...fields,
  };
}

export function rule(
  fields: Partial<RuleResult> & { readonly id: string; readonly verdict: Verdict },
): RuleResult {
  return {
    section: "2.1",
    area: fields.id.split("/")[0] ?? "",
    level: "MUST",
    kind: "example",
    says: "The answer to a creation carries the amount as a number.",
    reason: fields.verdict === "passed" ? null : "a reason in words",
    needs: [],
    exchanges: 3,
    startedAt: "2026-03-01T12:00:00.000Z",
    durationMs: 12.345,
    violation: null,
    counterexample: null,
    replay: `payconform run --rules ${fields.id} --seed 42`,
    known: false,
    shares: {},
    transcript: [],
    events: [],
    ...fields,
  };
}

/** A violation that neither an exchange nor an event shows, unless it names one. */
export function violationOf(fields: Partial<NonNullable<RuleResult["violation"]>> = {}) {
  return { expected: "this", actual: "that", reproduced: "2/2", exchange: null, event: null, ...fields };
}

function totalsOf(rules: readonly RuleResult[]): RunTotals {
  const number = (verdict: Verdict) => rules.filter((each) => each.verdict === verdict).length;
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, number(verdict)])) as unknown as RunTotals;
}

function catalogueRule(fields: Partial<CatalogueRule> & { readonly id: string }): CatalogueRule {
  return {
    area: fields.id.split("/")[0] ?? "",
    section: "6.2",
    level: "MUST",
    kind: "sequence",
    says: "An event says something.",
    needs: [],
    ...fields,
  };
}

export function run(rules: readonly RuleResult[], fields: Partial<RunResult> = {}): RunResult {
  return {
    suite: { name: "payconform", version: "0.1.0", contract: "v1" },
    catalogue: { version: "0.1.0", rules: rules.length + 2, planned: 1, unobservable: 1 },
    profile: "0".repeat(64),
    target: { baseUrl: "http://127.0.0.1:4010", checkoutUrl: "http://127.0.0.1:4011", name: "emulator" },
    seed: 42,
    startedAt: "2026-03-01T12:00:00.000Z",
    durationMs: 4_321.5,
    exitCode: 0,
    totals: totalsOf(rules),
    rules,
    observations: [],
    unjudged: [
      { rule: catalogueRule({ id: "connect-events/planned-one" }), state: "planned", reason: null },
      {
        rule: catalogueRule({ id: "connect-events/unseen", unobservable: "needs a dashboard" }),
        state: "unobservable",
        reason: "needs a dashboard",
      },
    ],
    interrupted: false,
    ...fields,
  };
}

const violated = rule({
  id: "payment-intents/created-amount",
  verdict: "violated",
  kind: "property",
  reason: "the amount is a string",
  violation: violationOf({ expected: "amount: a number", actual: 'amount: "5000", a string', exchange: 7 }),
  counterexample: { amount: 1, currency: "XAF" },
  shares: {
    "with metadata": { reached: 0.31, declared: 0.2 },
    "a boundary": { reached: 0.01, declared: 0.1 },
  },
  transcript: [exchange({ sequence: 6, operation: null }), exchange()],
});

const hostile = rule({
  id: "checkout-sessions/hostile",
  verdict: "violated",
  section: "4.2",
  reason: HOSTILE,
  violation: violationOf({
    expected: "an answer without tricks",
    actual: HOSTILE,
    reproduced: "1/2",
    exchange: 9,
  }),
  counterexample: { [HOSTILE]: HOSTILE, nested: [null, "\ud800", HOSTILE] },
  transcript: [
    exchange({
      sequence: 9,
      url: `http://127.0.0.1:4010/v1/${HOSTILE}`,
      responseHeaders: [
        ["content-type", "text/html"],
        ["x-evil", HOSTILE],
      ],
      responseBody: HOSTILE + MEGABYTE,
      status: 500,
    }),
    exchange({
      sequence: 10,
      status: null,
      responseBody: null,
      responseHeaders: [],
      fault: `reset ${HOSTILE}`,
    }),
  ],
});

/** Every verdict, hostile evidence, every optional part present somewhere and absent elsewhere. */
export const everything: RunResult = run(
  [
    rule({ id: "payment-intents/created-id", verdict: "passed", kind: "passive", transcript: [exchange()] }),
    violated,
    rule({
      id: "payment-intents/known-fault",
      verdict: "violated",
      known: true,
      level: "SHOULD",
      violation: violationOf({ expected: "404", actual: "400" }),
    }),
    hostile,
    rule({
      id: "checkout-sessions/excluded",
      verdict: "not_applicable",
      reason: "the profile does not offer it",
    }),
    rule({
      id: "reversals/needs-events",
      verdict: "could_not_run",
      section: "6.2",
      reason: "events do not arrive",
      needs: [{ id: "events", supply: "set events.listen in the profile | or a feed" }],
      durationMs: 0,
    }),
    rule({
      id: "reversals/needs-two",
      verdict: "could_not_run",
      needs: [
        { id: "events", supply: "set events.listen in the profile | or a feed" },
        { id: "control.setOutage", supply: "offer setOutage" },
      ],
    }),
    rule({
      id: "reversals/saw-nothing",
      verdict: "could_not_run",
      kind: "passive",
      reason: "no exchange could break it",
    }),
    rule({
      id: "reversals/timed-out",
      verdict: "inconclusive",
      reason: "no answer within 5 s",
      level: "MAY",
    }),
    rule({
      id: "reversals/flickers",
      verdict: "unstable",
      reason: "violated once, passed once",
      kind: "race",
    }),
    rule({
      id: "allocations/crashed",
      verdict: "broken",
      reason: "TypeError: x is not a function",
      durationMs: 61_000,
    }),
  ],
  {
    exitCode: 4,
    warnings: [`known.yaml:3: a/b was retired. ${HOSTILE}`],
    observations: [
      {
        id: "session-retrieve-fields",
        section: "2.2",
        question: "Which fields?",
        seen: HOSTILE,
        exchanges: [exchange({ operation: HOSTILE, url: `http://a.test/${HOSTILE}`, responseBody: HOSTILE })],
        events: [{ arrival: 1, id: HOSTILE, type: HOSTILE, body: HOSTILE, receivedAt: HOSTILE }],
      },
      { id: "undocumented-status", section: "7.1", question: "What answers PUT?", seen: "405 | none" },
    ],
  },
);
