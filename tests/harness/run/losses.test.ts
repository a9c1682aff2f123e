import { expect, test } from "vitest";
import type { Exchange } from "../../../harness/http/answer.ts";
import { Redactor } from "../../../harness/redaction/redactor.ts";
import { Losses } from "../../../harness/run/losses.ts";
import { exchanged } from "../exchanged.ts";

const redactor = new Redactor();

function exchange(calledAt: number, returnedAt: number, fault: string | null = null): Exchange {
  const sent = exchanged({
    ...{ sequence: calledAt, fault, startedAt: calledAt, calledAt, returnedAt },
    request: { method: "POST", body: Buffer.from(`{"sent":${calledAt}}`) },
  });
  return fault === null ? sent : { ...sent, answer: null };
}

test("a target that answers is not lost", () => {
  const losses = new Losses();
  losses.answered(exchange(1, 2));
  expect(losses.lost(redactor)).toBeNull();
});

test("the requests that a lost target had received are listed in the order in which they were sent", () => {
  const losses = new Losses();
  losses.answered(exchange(1, 2));
  losses.failed(exchange(4, 10, "reset"), "reset");
  losses.failed(exchange(3, 11, "reset"), "reset");
  losses.failed(exchange(12, 13, "refused"), "refused");
  losses.failed(exchange(14, 15, "reset"), "reset");
  const lost = losses.lost(redactor);
  expect(lost?.fault).toBe("reset");
  expect(lost?.last.map(({ requestBody }) => requestBody)).toEqual(['{"sent":3}', '{"sent":4}']);
});

test("without such a request, the last answered one is listed", () => {
  const losses = new Losses();
  losses.answered(exchange(5, 6));
  losses.answered(exchange(1, 7));
  for (const at of [10, 20, 30]) losses.failed(exchange(at, at + 1, "refused"), "refused");
  expect(losses.lost(redactor)?.last.map(({ requestBody }) => requestBody)).toEqual(['{"sent":5}']);
});

test("a target that answers again is not lost", () => {
  const losses = new Losses();
  for (const at of [10, 20, 30]) losses.failed(exchange(at, at + 1, "reset"), "reset");
  expect(losses.lost(redactor)).not.toBeNull();
  losses.answered(exchange(40, 41));
  expect(losses.lost(redactor)).toBeNull();
});

test("a missed deadline, a single reset and a broken answer do not count as a loss", () => {
  const losses = new Losses();
  for (const at of [1, 2, 3, 4]) losses.failed(exchange(at, at + 1, "late"), "timeout");
  for (const at of [5, 6, 7, 8]) losses.failed(exchange(at, at + 1, "no HTTP"), "protocol");
  losses.failed(exchange(9, 10, "reset"), "reset");
  expect(losses.lost(redactor)).toBeNull();
});
