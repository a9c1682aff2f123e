import { expect, test } from "vitest";
import { Answer, type Exchange } from "../../../harness/http/answer.ts";
import type { WireAnswer } from "../../../harness/http/wire.ts";
import { bodyJudges, PassiveJudge } from "../../../harness/judge/passive.ts";

/** A creation whose answer has its currency in uppercase. */
function created(
  description: string,
  type = "application/json",
  text = '{"currency":"XAF"}',
): Exchange & { readonly answer: WireAnswer } {
  const url = new URL("http://target.test/v1/payment-intents");
  const body = Buffer.from(JSON.stringify({ amount: 5000, currency: "XAF", description }));
  const answer = {
    status: 200,
    headers: [["content-type", type]] as const,
    body: Buffer.from(text),
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

test.each([
  ["text/plain", "{}", "text/plain"],
  ["text/plain", "oops", "text/plain, with a body that is not-json"],
])("a content type is shown apart from the body: %s, %s", async (type, body, actual) => {
  const judge = new PassiveJudge({ undocumented: () => undefined, bodies: await bodyJudges() });
  judge.judgeExchange(created("a", type, body));
  const [first] = judge.tally("payment-intents/create-content-type").evidence;
  expect(first?.symptom).toMatchObject({ actual, expected: "application/json, with a JSON body" });
});

test("the summary of an answer that is text is one line", () => {
  expect(new Answer(created("a", "text/plain", "404 page\n  not found\n")).summary).toBe(
    "200 404 page not found",
  );
});
