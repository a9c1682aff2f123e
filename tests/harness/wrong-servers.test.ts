import { expect, test } from "vitest";
import { type ChangeAnswer, startIntentsServer } from "./intents-server.ts";
import { type Judged, judgeUrl } from "./judge-url.ts";

/** Judges the areas of payment intents on a server with one change. */
async function judge(change: ChangeAnswer): Promise<Judged> {
  const server = await startIntentsServer(change);
  try {
    return await judgeUrl({
      profile: {
        target: { baseUrl: server.url },
        deadlines: { exchangeMs: 2_000, ruleMs: 10_000, consistencyMs: 50 },
      },
      testKey: server.key,
      patterns: ["payment-intents"],
    });
  } finally {
    await server.close();
  }
}

const onCreation =
  (change: (body: Record<string, unknown>) => unknown): ChangeAnswer =>
  (answer, { method }) =>
    method === "POST" && answer.status === 200
      ? {
          ...answer,
          body: JSON.stringify(change(JSON.parse(answer.body.toString()) as Record<string, unknown>)),
        }
      : answer;

const wholeCreation =
  (changed: Partial<Parameters<ChangeAnswer>[0]>): ChangeAnswer =>
  (answer, { method }) =>
    method === "POST" && answer.status === 200 ? { ...answer, ...changed } : answer;

/** Each fault, and the one passive rule that is violated. Mutants break each of them; here, no other rule may report it. */
const faults: readonly { fault: string; change: ChangeAnswer; violated: string }[] = [
  {
    fault: "a key in another casing",
    change: onCreation(({ clientSecret, ...body }) => ({ ...body, client_secret: clientSecret })),
    violated: "payment-intents/created-client-secret",
  },
  {
    fault: "a timestamp without a T",
    change: onCreation((body) => ({ ...body, updatedAt: String(body["updatedAt"]).replace("T", " ") })),
    violated: "payment-intents/created-updated-at-iso-8601",
  },
  {
    fault: "201 where 200 is documented",
    change: wholeCreation({ status: 201 }),
    violated: "payment-intents/create-status",
  },
  {
    fault: "JSON that says it is text",
    change: wholeCreation({ headers: { "content-type": "text/plain" } }),
    violated: "payment-intents/create-content-type",
  },
  {
    fault: "an array as the body",
    change: wholeCreation({ body: "[]" }),
    violated: "payment-intents/created-body",
  },
];

test.each(faults)("$fault is found, and nothing else", async ({ change, violated }) => {
  const judged = await judge(change);
  expect(judged.by("broken")).toEqual([]);
  const passive = judged.by("violated").filter((id) => judged.results.get(id)?.kind === "passive");
  expect(passive).toEqual([violated]);
});

test("a server that breaks on an invalid request is not expected to accept it", async () => {
  const { results } = await judge((answer) => (answer.status === 422 ? { ...answer, status: 500 } : answer));
  expect(results.get("payment-intents/create-status")?.violation).toMatchObject({
    expected: "POST /v1/payment-intents never to answer 500",
    actual: "the status is 500",
  });
});

/** A server that returns what it was sent, whatever that is. */
const accepting: ChangeAnswer = (answer, { method, text }) => {
  if (method !== "POST" || answer.status !== 422 || !/^\{.*\}$/s.test(text)) return answer;
  const given = JSON.parse(text) as Record<string, unknown>;
  const known = { ...given, id: "pi_1", label: "payment_intent", accountId: "acct_1", liveMode: false };
  const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" };
  return {
    ...answer,
    status: 200,
    body: JSON.stringify({ ...known, clientSecret: "pi_1_secret_2", ...times }),
  };
};

test("the shape of an answer to a request that had to be refused has the acceptance as its cause", async () => {
  const judged = await judge(accepting);
  const where = ["POST /v1/payment-intents"];
  const amount = judged.results.get("payment-intents/created-amount");
  expect(amount?.symptom).toEqual({ kind: "status", expected: "refusal", actual: 200, where });
  expect(amount?.violation?.expected).toMatch(
    /; or a refusal of the request, which is invalid \(\/amount .+\)$/,
  );
  expect(judged.results.get("payment-intents/create-without-amount")?.symptom).toEqual(amount?.symptom);
});

test("a valid request is the evidence where one shows the same", async () => {
  const judged = await judge((answer, request) => {
    const accepted = accepting(answer, request);
    return onCreation((body) => ({ ...body, amount: String(body["amount"]) }))(accepted, request);
  });
  expect(judged.results.get("payment-intents/created-amount")?.symptom?.kind).toBe("field");
});

test("an undocumented refusal is an observation", async () => {
  const judged = await judge(wholeCreation({ status: 409, body: '{"message":"not now"}' }));
  expect(judged.by("broken")).toEqual([]);
  expect(judged.observations.map((entry) => entry.seen)).toContain("createPaymentIntent answered 409");
});
