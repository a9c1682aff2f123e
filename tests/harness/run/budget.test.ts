import { afterEach, describe, expect, test } from "vitest";
import { createBudget, type BudgetedRequest, retryAfterMs } from "../../../harness/run/budget.ts";
import { type ChangeAnswer, type IntentsServer, startIntentsServer } from "../intents-server.ts";
import { judgeUrl } from "../judge-url.ts";

const entry = (fields: Partial<BudgetedRequest> = {}): BudgetedRequest => ({
  route: "createPaymentIntent",
  signal: new AbortController().signal,
  deadlineAt: performance.now() + 60_000,
  exempt: false,
  isLimited: false,
  patient: true,
  ...fields,
});
const refusal = (retryAfter: string) => ({ status: 429, headers: [["Retry-After", retryAfter]] as const });
const success = { status: 200, headers: [] };
const bareRefusal = { status: 429, headers: [] };

describe("Retry-After", () => {
  test.each([
    ["seconds", [["retry-after", "7"]], 7_000],
    ["nothing", [], null],
    ["words", [["retry-after", "soon"]], null],
    [
      "a date, by the target's own clock",
      [
        ["Date", "Thu, 01 Jan 1970 00:00:00 GMT"],
        ["Retry-After", "Thu, 01 Jan 1970 00:01:00 GMT"],
      ],
      60_000,
    ],
    [
      "a date that is over",
      [
        ["Date", "Thu, 01 Jan 1970 00:01:00 GMT"],
        ["Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT"],
      ],
      0,
    ],
  ] as const)("%s", (_what, headers, ms) => {
    expect(retryAfterMs(headers)).toBe(ms);
  });
});

describe("a budget", () => {
  test("lets that many requests leave, then only those of clean-up, and reports it once", async () => {
    let spent = 0;
    const budget = createBudget({ maxRequests: 2, streakMs: 100, onSpent: () => (spent += 1) });
    await budget.acquire(entry());
    expect(spent).toBe(0);
    await budget.acquire(entry());
    await expect(budget.acquire(entry())).rejects.toThrow(/may send 2 requests \(--max-requests\)/);
    await budget.acquire(entry({ exempt: true }));
    expect([spent, budget.sent()]).toEqual([1, 3]);
  });

  test("spaces requests evenly", async () => {
    let now = 0;
    const budget = createBudget({ requestsPerSecond: 10, streakMs: 100, now: () => now });
    await budget.acquire(entry({ deadlineAt: 10_000 }));
    // The next one would leave after 100 ms: too late for this deadline, so it is not sent.
    await expect(budget.acquire(entry({ deadlineAt: 50 }))).rejects.toThrow(/requestsPerSecond/);
    now = 100;
    await budget.acquire(entry({ deadlineAt: 150 }));
    expect(budget.sent()).toBe(2);
  });

  test("a rule whose time stands still meanwhile waits for the rate beyond its deadline", async () => {
    let now = 0;
    const budget = createBudget({ requestsPerSecond: 50, streakMs: 100, now: () => now });
    const paced: number[] = [];
    const onPaced = (ms: number): void => void paced.push(ms);
    await budget.acquire(entry({ deadlineAt: 0, onPaced }));
    const second = budget.acquire(entry({ deadlineAt: 0, onPaced }));
    expect(budget.sent()).toBe(1);
    now = 20;
    await second;
    expect(budget.sent()).toBe(2);
    expect(paced).toEqual([0, 20]);
  });

  test("a route that asks for a longer wait than the rule lasts gets no earlier request", async () => {
    const budget = createBudget({ streakMs: 1_000 });
    expect(budget.shouldRetry(entry(), refusal("604800"))).toBe(true);
    await expect(budget.acquire(entry())).rejects.toThrow(
      /createPaymentIntent answers 429 with Retry-After 604800 s.*does not fit/,
    );
    await budget.acquire(entry({ route: "createSession" }));
    await budget.acquire(entry({ patient: false }));
  });

  test("names the route that a request waits for after a 429, and when the wait ends", async () => {
    let now = 0;
    const waits: string[] = [];
    const budget = createBudget({
      streakMs: 60_000,
      now: () => now,
      onRefused: (why) => {
        waits.push(why);
        return () => waits.push("over");
      },
    });
    await budget.acquire(entry());
    expect(waits).toEqual([]);
    expect(budget.shouldRetry(entry(), refusal("3"))).toBe(true);
    now = 3_000;
    await budget.acquire(entry());
    await budget.acquire(entry({ route: "createSession" }));
    expect(waits).toEqual(["because createPaymentIntent answers 429", "over"]);
  });

  test("a route that permits an immediate retry, and refuses again, gets no request for a while", async () => {
    let now = 0;
    const budget = createBudget({ streakMs: 60_000, now: () => now });
    expect(budget.shouldRetry(entry(), refusal("0"))).toBe(true);
    await budget.acquire(entry({ deadlineAt: 1 }));
    expect(budget.shouldRetry(entry(), refusal("0"))).toBe(true);
    await expect(budget.acquire(entry({ deadlineAt: 99 }))).rejects.toThrow(
      /answers 429 with Retry-After 0 s/,
    );
    now = 100;
    await budget.acquire(entry({ deadlineAt: 101 }));
  });

  test("a route that always refuses is tried once by each check, until it answers", () => {
    let now = 0;
    const budget = createBudget({ streakMs: 1_000, now: () => now });
    expect(budget.shouldRetry(entry(), refusal("0"))).toBe(true);
    now = 1_001;
    expect(budget.shouldRetry(entry(), refusal("0"))).toBe(false);
    expect(budget.shouldRetry(entry(), success)).toBe(false);
    expect(budget.shouldRetry(entry(), refusal("0"))).toBe(true);
  });

  test("each further route of a target that refuses everything is tried once, until the target answers", () => {
    let now = 0;
    const budget = createBudget({ streakMs: 1_000, now: () => now });
    const other = entry({ route: "createSession" });
    expect(budget.shouldRetry(entry(), refusal("0"))).toBe(true);
    now = 1_001;
    expect(budget.shouldRetry(other, refusal("0"))).toBe(false);
    expect(budget.shouldRetry(entry({ route: "listAccounts" }), success)).toBe(false);
    expect(budget.shouldRetry(entry({ route: "createRemittance" }), refusal("0"))).toBe(true);
  });

  test.each([
    ["that never answered, while others do", entry(), true],
    ["that answered before", entry({ route: "listAccounts" }), false],
    ["with a documented limit", entry({ isLimited: true }), false],
  ])(
    "a route %s, and refuses without Retry-After: whether it is given up after seconds",
    (_what, request, isGivenUp) => {
      let now = 0;
      const budget = createBudget({ streakMs: 60_000, now: () => now });
      budget.shouldRetry(entry({ route: "listAccounts" }), success);
      const retried = [0, 500, 1_500, 3_500, 7_500].map((at) => {
        now = at;
        return budget.shouldRetry(request, bareRefusal);
      });
      expect(retried).toEqual([true, true, true, true, !isGivenUp]);
    },
  );

  test("refusals at the same time lengthen the wait once", async () => {
    let now = 0;
    const budget = createBudget({ streakMs: 60_000, now: () => now });
    for (let inFlight = 0; inFlight < 8; inFlight += 1) budget.shouldRetry(entry(), bareRefusal);
    await expect(budget.acquire(entry({ deadlineAt: 499 }))).rejects.toThrow("leave in 1 s");
    now = 500;
    for (let inFlight = 0; inFlight < 8; inFlight += 1) budget.shouldRetry(entry(), bareRefusal);
    await expect(budget.acquire(entry({ deadlineAt: 1_499 }))).rejects.toThrow("leave in 1 s");
    now = 1_500;
    await budget.acquire(entry({ deadlineAt: 1_500 }));
  });

  test("a route that refuses again after the wait that it asked for is not waited for, until it answers", async () => {
    let now = 0;
    const budget = createBudget({ streakMs: 50_000, now: () => now });
    const later = entry({ deadlineAt: 1_000_000 });
    budget.shouldRetry(later, refusal("60"));
    now = 60_000;
    expect(budget.shouldRetry(later, refusal("60"))).toBe(false);
    now = 61_000;
    await expect(budget.acquire(later)).rejects.toThrow("has answered every request with 429 for 61 s");
    // After the wait, one more request shows whether it still refuses.
    now = 120_000;
    await budget.acquire(later);
    budget.shouldRetry(later, success);
    await budget.acquire(later);
  });
});

describe("a target that limits its rate", () => {
  let server: IntentsServer;
  afterEach(() => server.close());
  const rules = ["payment-intents/retrieve-payment-intent-is-served"];
  const judged = async (change: ChangeAnswer, deadlines = { ruleMs: 60_000 }) => {
    server = await startIntentsServer(change);
    return judgeUrl({
      profile: { target: { baseUrl: server.url }, deadlines },
      testKey: server.key,
      patterns: rules,
      runs: 2,
    });
  };

  test("gets the request again at the time that it names, and is judged by that answer", async () => {
    let times = 0;
    const { by } = await judged((answer) => {
      times += 1;
      return times % 3 === 0
        ? answer
        : { status: 429, headers: { "retry-after": "0", "content-type": "application/json" }, body: "{}" };
    });
    expect(by("passed")).toEqual(rules);
  });
});
