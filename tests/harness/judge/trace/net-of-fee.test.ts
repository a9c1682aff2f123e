import { expect, test } from "vitest";
import { type History, violatedBy } from "./history.ts";

type Play = (history: History) => void;

const allocated =
  (
    asked: number,
    amount: number,
    { fee = 10, idempotencyKey }: { fee?: number; idempotencyKey?: string } = {},
  ): Play =>
  (history) =>
    history.call(
      {
        operation: "createAllocation",
        body: { destination: "acct_v", amount: asked },
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      },
      { id: `ctr_${asked}`, destination: "acct_v", amount, fee },
      201,
    );
const paidBy =
  (payer: string | null): Play =>
  (history) =>
    history.call({ operation: "createAccount" }, { id: "acct_v", fee_payer: payer }, 201);

test.each([
  ["the vendor pays, and is credited the whole amount", "account", 500, 500],
  ["the marketplace pays, and the vendor is credited less", "controller", 500, 490],
  ["neither amount, whoever pays", null, 500, 495],
  ["an odd amount that is rounded", "account", 16_777_217, 16_777_206],
])("%s", (_, payer, asked, amount) => {
  const play: Play = (history) => [paidBy(payer), allocated(asked, amount)].forEach((one) => one(history));
  expect(violatedBy(play)).toEqual(["allocations/credits-what-is-asked"]);
});

test.each<[string, readonly Play[]]>([
  ["the net amount", [paidBy("account"), allocated(500, 490)]],
  ["the whole amount", [paidBy("controller"), allocated(500, 500)]],
  ["either, if nothing says who pays", [allocated(500, 490), allocated(600, 600)]],
  ["no fee", [paidBy("account"), allocated(500, 500, { fee: 0 })]],
])("permitted: %s", (_, plays) => {
  expect(violatedBy((history) => plays.forEach((play) => play(history)))).toEqual([]);
});

test("a repetition by its key may show the first amount", () => {
  const play: Play = (history) => {
    paidBy("account")(history);
    allocated(500, 490, { idempotencyKey: "k" })(history);
    history.call(
      { operation: "createAllocation", body: { destination: "acct_v", amount: 700 }, idempotencyKey: "k" },
      { id: "ctr_500", destination: "acct_v", amount: 490, fee: 10 },
      201,
    );
  };
  expect(violatedBy(play)).toEqual([]);
});
