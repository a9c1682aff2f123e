import { expect, test } from "vitest";
import type { Exchange } from "../../../harness/http/answer.ts";
import { bodyJudges, PassiveJudge } from "../../../harness/passive/judge.ts";

/** A creation whose answer has its currency in uppercase. */
function created(description: string): Exchange {
  const url = new URL("http://target.test/v1/payment-intents");
  const body = Buffer.from(JSON.stringify({ amount: 5000, currency: "XAF", description }));
  const answer = {
    status: 200,
    headers: [["content-type", "application/json"]] as const,
    body: Buffer.from('{"currency":"XAF"}'),
  };
  const times = { startedAt: 1, calledAt: 1, returnedAt: 2 };
  const request = { method: "POST", url, headers: [], body };
  return {
    sequence: description.length,
    operation: "createPaymentIntent",
    request,
    answer,
    fault: null,
    ...times,
  };
}

test("the shortest request that shows a fault is its first evidence", async () => {
  const judge = new PassiveJudge({ undocumented: () => undefined, bodies: await bodyJudges() });
  for (const description of ["a long one", "b", "another long one", "cc"])
    judge.judgeExchange(created(description));
  const { evidence } = judge.tally("payment-intents/created-currency-lowercase");
  expect(evidence.map(({ exchange }) => exchange?.sequence)[0]).toBe(1);
});
