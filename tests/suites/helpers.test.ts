import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Answer } from "../../harness/http/answer.ts";
import { Inconclusive, Violation } from "../../harness/verdicts.ts";
import { without, withValue } from "../../suites/fixtures/resources.ts";
import { formOf } from "../../suites/expect/observing.ts";
import { expectAcceptance, expectRefusal } from "../../suites/expect/refusals.ts";
import { isRefusal } from "../../suites/fixtures/reading.ts";
import { exchanged } from "../harness/exchanged.ts";
import { casingOf, valuesOfOtherType, withOptional, words } from "../../suites/fixtures/values.ts";

const answered = (status: number): Answer => new Answer(exchanged({ answer: { status } }));

describe("refusals", () => {
  test.each([400, 401, 403, 404, 422])("%i refuses a request", (status) => {
    expect(isRefusal(answered(status))).toBe(true);
    expect(() => expectRefusal(answered(status), "a fault")).not.toThrow();
    expect(() => expectAcceptance(answered(status), "a twin")).toThrow(Violation);
  });

  test.each([200, 201])("%i accepts it", (status) => {
    expect(() => expectRefusal(answered(status), "a fault")).toThrow(Violation);
    expect(() => expectAcceptance(answered(status), "a twin")).not.toThrow();
  });

  test.each([402, 408, 429, 502, 503, 504])("%i judges nothing", (status) => {
    expect(() => expectRefusal(answered(status), "a fault")).toThrow(Inconclusive);
    expect(() => expectAcceptance(answered(status), "a twin")).toThrow(Inconclusive);
  });

  test("409 refuses a request, and does not show what is accepted", () => {
    expect(isRefusal(answered(409))).toBe(true);
    expect(() => expectRefusal(answered(409), "a fault")).not.toThrow();
    expect(() => expectAcceptance(answered(409), "a twin")).toThrow(Inconclusive);
  });

  test("500 is neither a refusal nor an acceptance", () => {
    expect(() => expectRefusal(answered(500), "a fault")).toThrow(Violation);
    expect(() => expectAcceptance(answered(500), "a twin")).toThrow(Violation);
  });
});

describe("broken requests", () => {
  const body = { amount: 1, method: { momo: { msisdn: "1" } }, items: [{ price: 2 }] };

  test("a parameter is left out at any depth, and the original is unchanged", () => {
    expect(without(body, "method.momo.msisdn")).toEqual({ ...body, method: { momo: {} } });
    expect(without(body, "amount")).not.toHaveProperty("amount");
    expect(body.amount).toBe(1);
  });

  test("a parameter is replaced at any depth", () => {
    expect(withValue(body, "items.0.price", "x")).toEqual({ ...body, items: [{ price: "x" }] });
  });
});

describe("values", () => {
  test("texts have no blanks at their ends and stay within their length", () => {
    fc.assert(fc.property(words(30), (text) => text.trim() === text && text.length <= 30 && text.length > 0));
  });

  test("no value of another type can be read as the type", () => {
    fc.assert(fc.property(valuesOfOtherType("number"), (value) => Number.isNaN(Number(value))));
    fc.assert(fc.property(valuesOfOtherType("text"), (value) => typeof value === "object" && value !== null));
    fc.assert(fc.property(valuesOfOtherType("object"), (value) => typeof value !== "object"));
    fc.assert(fc.property(valuesOfOtherType("list"), (value) => !Array.isArray(value)));
  });

  test("optional parts are sometimes present", () => {
    const records = withOptional(fc.constant({ a: 1 }), fc.constant({ b: 2 }), ["b"]);
    const observed = new Set(fc.sample(records, 50).map((record) => JSON.stringify(record)));
    expect(observed).toEqual(new Set(['{"a":1}', '{"a":1,"b":2}']));
  });

  test("casings are distinguished", () => {
    expect(["xaf", "XAF", "xAf"].map(casingOf)).toEqual(["lowercase", "uppercase", "mixed casing"]);
  });

  test("the form of a timestamp contains no digits", () => {
    expect(formOf("2026-01-15T12:00:00.123456+01:00")).toBe("9999-99-99T99:99:99.9…+99:99");
  });
});
