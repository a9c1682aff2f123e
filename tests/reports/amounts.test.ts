import { expect, it } from "vitest";
import { currencyOf } from "../../reports/evidence/amounts.ts";
import { curlLines } from "../../reports/evidence/curl.ts";
import { evidenceText } from "../../reports/evidence/evidence.ts";
import { exchange, rule } from "./fixture.ts";

const violated = (expected: string, responseBody: string) =>
  rule({
    id: "payment-intents/amount-is-the-requested",
    verdict: "violated",
    violation: { expected, actual: "it is 4999", reproduced: "2/2", exchange: 1, event: null },
    transcript: [exchange({ sequence: 1, method: "POST", responseBody })],
  });
const ofMoney = violated("amount to be 5000", '{"amount":4999,"currency":"xaf"}');

it("names the currency of the amounts in a violation and beside its request", () => {
  expect(currencyOf(ofMoney)).toBe("XAF");
  expect(evidenceText(ofMoney, { value: 300, body: 300 })).toMatch(/^amounts\n? *in XAF$/m);
  expect(curlLines(ofMoney)).toContain("# amounts: in XAF");
});

it("names none for other numbers, or if the answer names two currencies", () => {
  expect(currencyOf(violated("limit to be 10", '{"limit":9,"currency":"xaf"}'))).toBeNull();
  const both = '[{"amount":1,"currency":"xaf"},{"amount":4999,"currency":"usd"}]';
  expect(currencyOf(violated("amount to be 5000", both))).toBeNull();
});
