import { expect, test } from "vitest";
import { Answer } from "../../../harness/http/answer.ts";
import { bodyJudges, PassiveJudge } from "../../../harness/judge/passive.ts";
import { exchanged } from "../exchanged.ts";

/** A creation whose answer has its currency in uppercase. */
const created = (description: string, type = "application/json", body = '{"currency":"XAF"}') =>
  exchanged({
    ...{ sequence: description.length, operation: "createPaymentIntent" },
    request: {
      method: "POST",
      url: new URL("http://target.test/v1/payment-intents"),
      body: Buffer.from(JSON.stringify({ amount: 5000, currency: "XAF", description })),
    },
    answer: { headers: [["content-type", type]], body },
  });

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

test.each([
  ["one that the request asked for", "007", 0],
  ["another one", "https://shop.example.com/paid", 1],
])(
  "a redirect that is no URL is not held against a server that permits it: %s",
  async (_what, asked, broken) => {
    const judge = new PassiveJudge({ undocumented: () => undefined, bodies: await bodyJudges() });
    const at = "2026-12-01T00:00:00Z";
    const redirects = { successUrl: "007", cancelUrl: "https://shop.example.com/" };
    const ids = { id: "session_1", accountId: "acct_1", orderId: "ord_1" };
    const session = { ...ids, ...redirects, expiresAt: at, createdAt: at, updatedAt: at };
    judge.judgeExchange(
      exchanged({
        ...{ sequence: 1, operation: "createSession" },
        request: {
          method: "POST",
          url: new URL("http://target.test/v1/checkout/sessions"),
          body: Buffer.from(JSON.stringify({ successUrl: asked })),
        },
        answer: {
          headers: [["content-type", "application/json"]],
          body: JSON.stringify(session),
        },
      }),
    );
    const { broken: found, exercised } = judge.tally("checkout-sessions/created-success-url-is-a-url");
    expect([found, exercised]).toEqual([broken, broken]);
  },
);
