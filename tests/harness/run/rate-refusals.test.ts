import { expect, test } from "vitest";
import { RateRefusals } from "../../../harness/run/rate-refusals.ts";
import { exchanged } from "../exchanged.ts";

const exchange = (returnedAt: number, status: number, body: string) =>
  exchanged({
    ...{ sequence: returnedAt, startedAt: returnedAt, calledAt: returnedAt, returnedAt },
    request: { method: "POST" },
    answer: { status, body },
  });

/** The advice after ten answers, a 503 after each of them. */
function adviceAfter(refusal: string): string | null {
  const refusals = new RateRefusals();
  for (let at = 100; at <= 2_000; at += 200) {
    refusals.observe(exchange(at, 200, "{}"));
    refusals.observe(exchange(at + 100, 503, refusal));
  }
  return refusals.advice(undefined);
}

test.each(["<html>busy</html>", "", '{"message":"slow down"}', '{"code":"rate_limited"}'])(
  "503 with the body %j shows a rate limit",
  (body) => {
    expect(adviceAfter(body)).toMatch(/^10 requests were answered 503 .*set budget\.requestsPerSecond: 4 in/);
  },
);

test.each(["E_SERVICE_UNAVAILABLE", "connect.pricing_unavailable"])(
  "503 with the code %s shows none",
  (code) => {
    expect(adviceAfter(JSON.stringify({ code }))).toBe(null);
  },
);
