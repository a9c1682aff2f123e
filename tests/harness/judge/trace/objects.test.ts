import { describe, expect, test } from "vitest";
import { type History, MERCHANT, OTHER, UNKNOWN_KEY, violatedBy, violatedInShared } from "./history.ts";

const INTENT = { id: "pi_1", amount: 5_000, currency: "xaf", label: "payment_intent" };
const PAYOUT = {
  id: "wt_1",
  amount: 700,
  country: "cg",
  phone: "242",
  createdAt: "2030-01-01T10:00:00+01:00",
};

const shownAs =
  (area: "PaymentIntent" | "Disbursement", created: object, retrieved: object) =>
  (history: History): void => {
    history.call({ operation: `create${area}` }, created);
    history.call({ operation: `retrieve${area}`, path: { id: "1" } }, retrieved);
  };

describe("the same everywhere", () => {
  test.each([
    ["an amount", "PaymentIntent", INTENT, { amount: 4_999 }],
    ["a currency", "PaymentIntent", INTENT, { currency: "xof" }],
    ["a text in another casing", "PaymentIntent", INTENT, { label: "Payment_Intent" }],
    ["a time", "Disbursement", PAYOUT, { createdAt: "2030-01-01T10:00:05+01:00" }],
    ["a time in another zone", "Disbursement", PAYOUT, { createdAt: "2030-01-01T10:00:00Z" }],
  ] as const)("%s that changes", (_, area, object, change) => {
    expect(violatedBy(shownAs(area, object, { ...object, ...change }))).toHaveLength(1);
  });

  test.each([
    ["equal", "PaymentIntent", INTENT, {}],
    ["a currency in another casing", "PaymentIntent", INTENT, { currency: "XAF" }],
    ["a number as text", "PaymentIntent", INTENT, { amount: "5000" }],
    ["null", "PaymentIntent", INTENT, { amount: null }],
    ["not shown", "PaymentIntent", INTENT, { amount: undefined }],
    ["an object instead of a value", "PaymentIntent", INTENT, { label: { de: "x" } }],
    ["another offset", "Disbursement", PAYOUT, { createdAt: "2030-01-01T09:00:00.400Z" }],
    ["a coarser time", "Disbursement", PAYOUT, { createdAt: "2030-01-01T10:00+01:00" }],
    ["a time without its zone", "Disbursement", PAYOUT, { createdAt: "2030-01-01T10:00:00" }],
    ["no time", "Disbursement", PAYOUT, { createdAt: "yesterday" }],
  ] as const)("another notation: %s", (_, area, object, change) => {
    expect(violatedBy(shownAs(area, object, { ...object, ...change }))).toEqual([]);
  });

  test("one id can name two objects, of two accounts or modes", () => {
    const play = (history: History): void => {
      for (const [amount, key] of [MERCHANT.test, MERCHANT.live, OTHER.test, UNKNOWN_KEY].entries())
        history.call(
          { operation: "retrievePaymentIntent", path: { id: "pi_1" }, key },
          { ...INTENT, amount },
        );
    };
    expect(violatedBy(play)).toEqual([]);
  });

  test("a failed read shows nothing", () => {
    expect(
      violatedBy((history) => {
        history.call({ operation: "createPaymentIntent" }, INTENT);
        history.call(
          { operation: "retrievePaymentIntent", path: { id: "pi_1" } },
          { ...INTENT, amount: 1 },
          500,
        );
      }),
    ).toEqual([]);
  });

  const ALLOCATION = { id: "ctr_1", destination: "acct_v", amount: 900, fee: 10, available_at: null };
  const TRANSFER = {
    id: "ctr_1",
    connectedAccountId: "acct_v",
    amount: 900,
    fee: 10,
    availableAt: "2030-01-01",
  };
  test.each([
    ["another amount", { amount: 901 }, ["connect-events/agrees-with-answers"]],
    ["another account", { connectedAccountId: "acct_w" }, ["connect-events/agrees-with-answers"]],
    ["the values of the answer", {}, []],
    ["fields that are not shown", { amount: undefined, fee: null }, []],
  ])("an event with %s", (_, change, rules) => {
    expect(
      violatedBy((history) => {
        history.call({ operation: "createAllocation" }, ALLOCATION, 201);
        history.arrives("connect.transfer.created", { ...TRANSFER, ...change });
      }),
    ).toEqual(rules);
  });
});

describe("new ids", () => {
  const create = { operation: "createRemittance" };
  test("two requests never get the same id", () => {
    expect(
      violatedBy((history) => {
        history.call(create, { id: "rem_1" });
        history.call({ ...create, key: OTHER.test }, { id: "rem_1" });
      }),
    ).toEqual(["remittances/ids-are-never-reused"]);
  });

  test.each<[string, (history: History) => void]>([
    [
      "a repetition by idempotency key",
      (history) => {
        for (const status of [201, 200])
          history.call({ ...create, idempotencyKey: "k" }, { id: "rem_1" }, status);
      },
    ],
    [
      "an object of each mode",
      (history) => {
        for (const key of [MERCHANT.test, MERCHANT.live]) history.call({ ...create, key }, { id: "rem_1" });
      },
    ],
    [
      "a read",
      (history) => {
        history.call(create, { id: "rem_1" });
        history.call({ operation: "retrieveRemittance", path: { id: "rem_1" } }, { id: "rem_1" });
      },
    ],
    [
      "answers without ids",
      (history) => {
        for (const id of [null, 7, "", undefined]) for (const _ of [1, 2]) history.call(create, { id });
      },
    ],
    [
      "a reset of the target between them",
      (history) => {
        history.call(create, { id: "rem_1" });
        history.call({ control: "reset" }, { reset: true });
        history.call(create, { id: "rem_1" });
      },
    ],
    [
      "an answer from before a reset",
      (history) => {
        const early = history.begins(create);
        history.call({ control: "reset" }, { reset: true });
        early.answers({ id: "rem_1" });
        history.call(create, { id: "rem_1" });
      },
    ],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(play)).toEqual([]);
  });
});

describe("as the last request asks", () => {
  const rule = "payout-schedule/changed-as-requested";
  const shown = (cadence: string, enabled = true) => ({ account: MERCHANT.account, cadence, enabled });
  const replaces =
    (body: object, answer: object, key = MERCHANT.test) =>
    (history: History) =>
      history.call({ operation: "replacePayoutSchedule", body: { ...body }, key }, answer);
  const reads = (answer: object) => (history: History) =>
    history.call({ operation: "retrievePayoutSchedule" }, answer);

  test.each<[string, readonly ((history: History) => void)[]]>([
    ["its answer shows another value", [replaces({ cadence: "daily" }, shown("weekly"))]],
    ["the default is not applied", [replaces({ cadence: "daily" }, shown("daily", false))]],
    [
      "a second replacement shows at no read",
      [
        replaces({ cadence: "daily" }, shown("daily")),
        replaces({ cadence: "weekly" }, { account: MERCHANT.account }),
        reads(shown("daily")),
      ],
    ],
  ])("%s", (_, steps) => {
    expect(violatedBy((history) => steps.forEach((step) => step(history)))).toEqual([rule]);
  });

  test.each<[string, readonly ((history: History) => void)[]]>([
    [
      "the value",
      [replaces({ cadence: "daily", enabled: false }, shown("daily", false)), reads(shown("daily", false))],
    ],
    [
      "a refusal",
      [
        replaces({ cadence: "daily" }, shown("daily")),
        (history) =>
          history.call({ operation: "replacePayoutSchedule", body: { cadence: "weekly" } }, {}, 422),
        reads(shown("daily")),
      ],
    ],
    [
      "the other mode may have its own",
      [replaces({ cadence: "daily" }, shown("daily"), MERCHANT.live), reads(shown("weekly"))],
    ],
    [
      "a clock that is still advancing",
      [
        (history) =>
          history.call(
            {
              operation: "advanceTestClock",
              path: { id: "clock_1" },
              body: { frozenTime: "2030-01-02T00:00:00Z" },
            },
            { testClock: { id: "clock_1", status: "advancing", frozenTime: "2030-01-01T00:00:00Z" } },
          ),
      ],
    ],
  ])("permitted: %s", (_, steps) => {
    expect(violatedBy((history) => steps.forEach((step) => step(history)))).toEqual([]);
  });
});

describe("to the owner only", () => {
  const shows = (key: string) => (history: History) =>
    history.call({ operation: "retrieveAccount", path: { acct: "acct_v" }, key }, { id: "acct_v" });
  test.each([
    ["another account", OTHER.test],
    ["the other mode", MERCHANT.live],
  ])("a vendor appears to %s", (_, key) => {
    expect(
      violatedBy((history) => {
        history.call({ operation: "createAccount" }, { id: "acct_v" }, 201);
        shows(key)(history);
      }),
    ).toEqual(["vendors/reached-by-the-owner-only", "vendors/shown-to-the-owner-only"]);
  });

  test.each([
    ["a new key of the owner", "sk_test_new"],
    ["a key of an unknown account", UNKNOWN_KEY],
  ])("a vendor may appear to %s", (_, key) => {
    expect(
      violatedBy((history) => {
        shows(MERCHANT.test)(history);
        const path = { accountId: MERCHANT.account };
        history.call({ control: "regenerateKey", path }, { key: "sk_test_new" });
        shows(key)(history);
      }),
    ).toEqual([]);
  });
});

describe("a list, which may show the vendors of both modes", () => {
  const creation = { control: "createVendor", path: { accountId: MERCHANT.account } };
  const lists = (key: string) => (history: History) =>
    history.call({ operation: "listAccounts", key }, { data: [{ id: "acct_v" }], has_more: false });
  const reads = (key: string) => (history: History) =>
    history.call({ operation: "retrieveAccount", path: { acct: "acct_v" }, key }, { id: "acct_v" });

  test.each([
    ["after it was read", [reads(MERCHANT.live), lists(MERCHANT.test)]],
    ["before it is read", [lists(MERCHANT.test), reads(MERCHANT.live)]],
  ])("shows a live vendor to a test key, %s", (_, steps) => {
    const play = (history: History): void => {
      history.call({ ...creation, body: { mode: "live" } }, { acct: "acct_v" }, 201);
      for (const step of steps) step(history);
    };
    expect(violatedBy(play)).toEqual([]);
  });

  test("shows it to another account", () => {
    expect(
      violatedBy((history) => {
        history.call(creation, { acct: "acct_v" }, 201);
        reads(MERCHANT.test)(history);
        lists(OTHER.test)(history);
      }),
    ).toEqual(["vendors/shown-to-the-owner-only"]);
  });
});

describe("changed by requests only", () => {
  const schedule = (cadence: unknown) => ({ account: "acct_m", cadence, enabled: true });
  const read = { operation: "retrievePayoutSchedule" };
  const replace = { operation: "replacePayoutSchedule" };
  const rule = "payout-schedule/changed-by-request-only";

  test("a value that changes by itself", () => {
    const play = (history: History): void => {
      history.call(replace, schedule("daily"));
      history.call(read, schedule("weekly"));
    };
    expect(violatedBy(play)).toEqual([rule]);
    // Another user may have replaced it.
    expect(violatedInShared(play)).toEqual([]);
  });

  test("a refused replacement changes nothing", () => {
    expect(
      violatedBy((history) => {
        history.call(read, schedule(null));
        history.call(replace, {}, 422);
        history.call(read, schedule("weekly"));
      }),
    ).toEqual([rule]);
  });

  test.each<[string, (history: History) => void]>([
    ["a replacement", (history) => history.call(replace, schedule("weekly"))],
    ["one without an answer", (history) => history.begins(replace).isLost()],
    ["one that failed", (history) => history.call(replace, {}, 502)],
    ["one in flight", (history) => void history.begins(replace)],
    ["a port, which can do anything", (history) => history.call({ port: "/dashboard/schedule" })],
    [
      "one with another key of the account",
      (history) => history.call({ ...replace, key: MERCHANT.live }, {}),
    ],
  ])("a value may change by %s", (_, change) => {
    expect(
      violatedBy((history) => {
        history.call(read, schedule("daily"));
        change(history);
        history.call(read, schedule("weekly"));
        history.call(read, schedule("weekly"));
      }),
    ).toEqual([]);
  });

  test("reads at the same time as a replacement may show either", () => {
    expect(
      violatedBy((history) => {
        history.call(read, schedule("daily"));
        const [early, change, late] = [history.begins(read), history.begins(replace), history.begins(read)];
        change.answers(schedule("weekly"));
        late.answers(schedule("weekly"));
        early.answers(schedule("daily"));
        history.call(read, schedule("weekly"));
      }),
    ).toEqual([]);
  });

  describe("a target that shows changes a second late", () => {
    const options = { consistencyMs: 1_000 };
    test.each([
      ["is read again", "weekly", []],
      ["is judged when it is read again", "daily", [rule]],
    ])("%s", (_, later, rules) => {
      expect(
        violatedBy((history) => {
          history.call(replace, schedule("daily"));
          history.pause(2_000);
          history.call(replace, schedule("weekly"));
          history.call(read, schedule("daily"));
          history.pause(1_001);
          expect(history.doubts(() => schedule(later))).toBe(1);
        }, options),
      ).toEqual(rules);
    });

    test("shows a change for good after a read that showed it early", () => {
      expect(
        violatedBy((history) => {
          history.call(replace, schedule("weekly"));
          history.pause(100);
          history.call(read, schedule("weekly"));
          history.pause(2_000);
          history.call(read, schedule("daily"));
        }, options),
      ).toEqual([rule]);
    });

    test("may show a change after a read that did not", () => {
      expect(
        violatedBy((history) => {
          history.call(read, schedule("daily"));
          history.call(replace, schedule("weekly"));
          history.call(read, schedule("daily"));
          history.pause(2_000);
          for (const _ of [1, 2]) history.call(read, schedule("weekly"));
        }, options),
      ).toEqual([]);
    });
  });

  const clock = (frozenTime: string, status = "ready") => ({ id: "clock_1", frozenTime, status });
  const [MONDAY, TUESDAY] = ["2030-01-07T00:00:00Z", "2030-01-08T00:00:00Z"];
  const readClock = { operation: "retrieveTestClock", path: { id: "clock_1" } };
  const create = { operation: "createTestClock" };
  const moved = (status?: string) => (history: History) => {
    history.call(create, clock(MONDAY), 201);
    history.call(
      { operation: "advanceTestClock", path: { id: "clock_2" } },
      { testClock: { id: "clock_2" } },
    );
    history.call(readClock, clock(TUESDAY, status));
  };
  test("a clock that another one moves", () => {
    expect(violatedBy(moved())).toEqual(["test-clocks/changed-by-request-only"]);
    // In a shared account, too: this history created the clock.
    expect(violatedInShared(moved())).toEqual(["test-clocks/changed-by-request-only"]);
  });

  test("a clock that is advancing may show its time in steps", () => {
    expect(violatedBy(moved("advancing"))).toEqual([]);
  });

  test("another user may move a clock that was there before", () => {
    const play = (history: History): void => {
      for (const time of [MONDAY, TUESDAY]) history.call(readClock, clock(time));
    };
    expect(violatedInShared(play)).toEqual([]);
  });
});

describe("one timeline", () => {
  const shown = (createdAt: unknown, updatedAt: unknown) => (history: History) =>
    history.call({ operation: "createPaymentIntent" }, { id: "pi_1", createdAt, updatedAt });
  const CREATED = "2030-01-01T10:00:00Z";
  test.each([
    ["before its creation", "2030-01-01T09:59:00Z", 1],
    ["before its creation, with an offset", "2030-01-01T10:30:00+01:00", 1],
    ["at the same time", CREATED, 0],
    ["at the same time, with an offset", "2030-01-01T11:00:00+01:00", 0],
    ["on the same day", "2030-01-01", 0],
    ["by rounding in the second before", "2030-01-01T09:59:59Z", 0],
    ["at a time without a zone", "2030-01-01T09:00:00", 0],
    ["null", null, 0],
    ["a number", 1, 0],
    ["no time", "soon", 0],
  ])("updated %s", (_, updatedAt, count) => {
    expect(violatedBy(shown(CREATED, updatedAt))).toHaveLength(count);
  });
});

test.each([
  [
    "the customer of a subscription",
    "subscription.updated",
    { subscriptionId: "sub_1", customerId: "cus_2" },
  ],
  ["the customer of an invoice", "invoice.voided", { invoiceId: "in_1", customerId: "cus_2" }],
  ["the currency of an invoice", "invoice.paid", { invoiceId: "in_1", currency: "xof" }],
  ["the subscription of an order", "payment.failed", { orderId: "ord_1", subscriptionId: "sub_2" }],
])("%s differs between events", (_, type, data) => {
  const first = (history: History): void => {
    const facts = { subscriptionId: "sub_1", customerId: "cus_1", currency: "xaf" };
    history.arrives("subscription.created", facts);
    history.arrives("invoice.finalized", { ...facts, invoiceId: "in_1" });
    history.arrives("payment.completed", { ...facts, orderId: "ord_1" });
  };
  const violated = (play: (history: History) => void): readonly string[] =>
    violatedBy((history) => (first(history), play(history)));
  expect(violated((history) => history.arrives(type, data))).toEqual(["subscription-events/same-everywhere"]);
  // Ids of other accounts may be the same. Casing is open, and what is not shown is not judged.
  expect(violated((history) => history.arrives(type, data, { address: "another" }))).toEqual([]);
  expect(
    violated((history) =>
      history.arrives("invoice.paid", { invoiceId: "in_1", currency: "XAF", customerId: null }),
    ),
  ).toEqual([]);
  expect(
    violated((history) =>
      history.arrives("invoice.voided", { invoiceId: "in_1", customerId: { id: "cus_1" } }),
    ),
  ).toEqual([]);
});
