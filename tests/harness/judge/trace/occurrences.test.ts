import { describe, expect, test } from "vitest";
import { type History, violatedBy, violatedInShared } from "./history.ts";

type Play = (history: History) => void;

test.each<[string, string, readonly string[]]>([
  ["two issues of an invoice", "invoice.finalized", ["evt_1", "evt_2"]],
  ["two creations of a fee", "connect.application_fee.created", ["evt_1", "evt_2"]],
])("%s", (_, type, ids) => {
  const data = { id: "afee_1", invoiceId: "inv_1" };
  const play: Play = (history) => ids.forEach((id) => history.arrives(type, data, { id }));
  expect(violatedBy(play)).toHaveLength(1);
});

test.each<[string, Play]>([
  [
    "a second delivery",
    (history) => [1, 2].forEach(() => history.arrives("invoice.finalized", { invoiceId: "inv_1" })),
  ],
  [
    "two endpoints",
    (history) =>
      ["one", "two"].forEach((address) =>
        history.arrives("invoice.finalized", { invoiceId: "inv_1" }, { id: address, address }),
      ),
  ],
  [
    "what is delivered at least once",
    (history) => ["a", "b"].forEach((id) => history.arrives("invoice.paid", { invoiceId: "inv_1" }, { id })),
  ],
])("one occurrence, permitted: %s", (_, play) => {
  expect(violatedBy(play)).toEqual([]);
});

describe("refunded fees", () => {
  const fee: Play = (history) =>
    history.arrives("connect.application_fee.created", { id: "afee_1", amount: 100 }, { id: "evt_0" });
  const refunded =
    (id: string, amount: number, total: number): Play =>
    (history) =>
      history.arrives(
        "connect.application_fee.refunded",
        { application_fee: "afee_1", amount, refunded_amount: total },
        { id },
      );
  const violated = (...plays: readonly Play[]): readonly string[] =>
    violatedBy((history) => [fee, ...plays].forEach((play) => play(history)));
  const rule = "connect-events/refunded-fees-add-up";

  test.each<[string, readonly Play[]]>([
    ["more than the fee", [refunded("evt_1", 10, 101)]],
    ["less than this refund", [refunded("evt_1", 10, 9)]],
    ["without an earlier one", [refunded("evt_1", 10, 10), refunded("evt_2", 20, 20)]],
    ["the same total twice", [refunded("evt_1", 10, 30), refunded("evt_2", 10, 30)]],
  ])("%s", (_, plays) => {
    expect(violated(...plays)).toEqual([rule]);
  });

  test.each<[string, readonly Play[]]>([
    ["each in its order", [refunded("evt_1", 10, 10), refunded("evt_2", 20, 30)]],
    ["in another order", [refunded("evt_2", 20, 30), refunded("evt_1", 10, 10)]],
    ["one delivered twice", [refunded("evt_1", 10, 10), refunded("evt_1", 10, 10)]],
    ["one that was not delivered between them", [refunded("evt_1", 10, 10), refunded("evt_3", 20, 60)]],
  ])("permitted: %s", (_, plays) => {
    expect(violated(...plays)).toEqual([]);
  });
});

describe("refused reversals", () => {
  const rule = "connect-events/every-refusal-has-its-event";
  const reverse = { operation: "createAllocationReversal", path: { allocationId: "ctr_1" } };
  const figures = { required: 90, seller_available: 20, shortfall: 70, currency: "xaf" };
  const refuses: Play = (history) =>
    history.call(reverse, { code: "connect.insufficient_funds_for_reversal", ...figures }, 402);
  const blocked =
    (id: string, change: object = {}): Play =>
    (history) =>
      history.arrives(
        "connect.reversal.blocked_insufficient_funds",
        { account: "acct_v", allocation: "ctr_1", ...figures, ...change },
        { id },
      );
  const playing =
    (...plays: readonly Play[]): Play =>
    (history) =>
      plays.forEach((play) => play(history));

  test.each<[string, Play]>([
    ["another shortfall", playing(refuses, blocked("evt_1", { shortfall: 71 }))],
    ["two events of one refusal", playing(refuses, blocked("evt_1"), blocked("evt_2"))],
  ])("%s", (_, play) => {
    expect(violatedBy(play)).toEqual([rule]);
    // Another user may have been refused.
    expect(violatedInShared(play)).toEqual([]);
  });

  test.each<[string, Play]>([
    ["one event of each refusal", playing(refuses, refuses, blocked("evt_1"), blocked("evt_2"))],
    ["a second delivery", playing(refuses, blocked("evt_1"), blocked("evt_1"))],
    ["a currency in another casing", playing(refuses, blocked("evt_1", { currency: "XAF" }))],
    [
      "before the answer",
      (history) => {
        const refused = history.begins(reverse);
        blocked("evt_1")(history);
        refused.answers(figures, 402);
      },
    ],
    [
      "after a call without an answer",
      playing(refuses, (history) => history.begins(reverse).isLost(), blocked("evt_1", { shortfall: 5 })),
    ],
    ["of an allocation without a refusal", blocked("evt_1")],
  ])("permitted: %s", (_, play) => {
    expect(violatedBy(play)).toEqual([]);
  });
});
